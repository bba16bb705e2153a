/** Dates of a data table, which n8n gives as dates in the first run, and as texts in a retry: each post is made once. */
import { code, manualTrigger, node, TRIGGER } from '../../../scripts/lib/workflow-builder';
import { client, itemsOf, run } from '../support/n8n';
import { resetService } from '../support/service';
import { posts, refuse } from './support/posts';
import { saveChain, schedule, SCHEDULE } from './support/workflows';

beforeEach(resetService);

const DATA_TABLE = 'n8n-nodes-base.dataTable';
const NAME = 'concerts';
const TABLE = { resource: 'row', dataTableId: { __rl: true, mode: 'name', value: NAME } };
const read = node('Read', DATA_TABLE, 1, { ...TABLE, operation: 'get', returnAll: true });
const dayOf = (when: string) => `={{ $json.text }} on {{ ${when}.toLocaleDateString('en-GB') }}`;

beforeAll(async () => {
	const column = [
		{ name: 'text', type: 'string' },
		{ name: 'when', type: 'date' },
	];
	const rows = code(
		'Rows',
		"return ['a', 'b'].map((text, at) => ({ json: { text, when: `2035-05-0${at + 4}T12:00:00Z` } }));",
	);
	const columns = { mappingMode: 'autoMapInputData', value: {}, matchingColumns: [], schema: [] };
	const made = await run(
		await saveChain(
			'Make a table',
			manualTrigger,
			node('Create', DATA_TABLE, 1, { resource: 'table', operation: 'create', tableName: NAME, columns: { column } }),
			rows,
			node('Insert', DATA_TABLE, 1, { ...TABLE, operation: 'insert', columns, options: {} }),
		),
		TRIGGER,
	);
	expect(made.status).toBe('success');
});

test.each(['$json.when', "$('Read').item.json.when"])('a text with %s', async (when) => {
	await refuse(2);
	const id = await saveChain('Concerts', manualTrigger, read, schedule({ thread: { tweet: [{ text: dayOf(when) }] } }));
	const failed = await run(id, TRIGGER);
	expect(failed.status).toBe('error');
	expect(await posts()).toEqual(['a on 04/05/2035']);
	const retried = await client.waitFor(await client.retry(failed.id), 30_000);
	expect(retried.status).toBe('success');
	expect(itemsOf(retried, SCHEDULE)[0]).toMatchObject({
		alreadyScheduled: true,
		thread: [{ text: 'a on 04/05/2035' }],
	});
	expect((await posts()).map((text) => text.split(' ')[0])).toEqual(['a', 'b']);
});

test('what a retry has as well gets no warning', async () => {
	const thread = { tweet: [{ text: dayOf('$json.when.toDateTime().toLocal().toJSDate()') }] };
	const execution = await run(await saveChain('Same', manualTrigger, read, schedule({ thread })), TRIGGER);
	expect(itemsOf(execution, SCHEDULE).map(({ warnings }) => warnings)).toEqual([undefined, undefined]);
	expect(await posts()).toEqual(['a on 04/05/2035', 'b on 05/05/2035']);
});
