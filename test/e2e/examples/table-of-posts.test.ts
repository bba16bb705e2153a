/** Rows of a data table are scheduled, and marked with what became of them. */
import { chain, code, manualTrigger, node, TRIGGER } from '../../../scripts/lib/workflow-builder';
import { addFault, resetService, stateOfService } from '../support/service';
import { client, importExample, itemsOf, run } from '../support/n8n';

const NAME = 'social_posts';
const TABLE = { resource: 'row', dataTableId: { __rl: true, mode: 'name', value: NAME } };
const POST_AT = '2035-05-04T18:00:00Z';
/** A row without its text yet stays as it is. */
const BEING_TYPED = { text: '', state: null, post_id: null, error: null };
const row = (text: string, account = 'my_brand') => ({ account, post_at: POST_AT, text });

beforeEach(resetService);

async function runTable(name: string, ...nodes: Parameters<typeof chain>[1]) {
	const execution = await run(await client.createWorkflow(chain(name, [manualTrigger, ...nodes])), TRIGGER);
	expect(execution.status).toBe('success');
	return execution;
}

/** Adds rows, as a person does. */
async function addRows(rows: ReadonlyArray<ReturnType<typeof row>>): Promise<void> {
	const columns = { mappingMode: 'autoMapInputData', value: {}, matchingColumns: [], schema: [] };
	await runTable(
		'Add rows',
		code('Rows', `return ${JSON.stringify(rows)}.map((json) => ({ json }));`),
		node('Insert', 'n8n-nodes-base.dataTable', 1, { ...TABLE, operation: 'insert', columns, options: {} }),
	);
}

/** Empties the state of the rows with a text. */
async function tryAgain(text: string): Promise<void> {
	const filters = { conditions: [{ keyName: 'text', condition: 'eq', keyValue: text }] };
	const columns = { mappingMode: 'defineBelow', value: { state: '' }, matchingColumns: [], schema: [] };
	await runTable(
		'Try again',
		node('Update', 'n8n-nodes-base.dataTable', 1, { ...TABLE, operation: 'update', filters, columns, options: {} }),
	);
}

/** The rows as the table has them. */
async function rowsOfTable() {
	const read = node('Read', 'n8n-nodes-base.dataTable', 1, { ...TABLE, operation: 'get', returnAll: true });
	return itemsOf(await runTable('Read rows', read), 'Read').map(({ text, state, post_id, error }) => ({
		text,
		state,
		post_id,
		error,
	}));
}

test('each row is scheduled once, and has its post or the error; one that failed is tried again', async () => {
	const workflowId = await importExample('table-of-posts.json');
	const runExample = async () => expect(await run(workflowId, 'Every Hour')).toMatchObject({ status: 'success' });
	await runExample();
	expect((await stateOfService()).posts).toEqual([]);

	await addRows([row('First'), row('Second'), row('Third', 'not_connected'), row('Fourth'), row('')]);
	await addFault({
		on: 'scheduleTweet',
		nth: 2,
		fault: { kind: 'payload', success: false, errors: [{ field: 'postAt', code: 'TAKEN', message: 'is taken' }] },
	});
	await runExample();
	const scheduled = (text: string, post_id: string) => ({ text, state: 'scheduled', post_id, error: '' });
	const failed = (text: string, error: RegExp) => ({
		text,
		state: 'failed',
		post_id: null,
		error: expect.stringMatching(error) as unknown,
	});
	const [first, fourth, ...others] = (await stateOfService()).posts.map(({ id }) => id);
	expect(others).toEqual([]);
	expect(await rowsOfTable()).toEqual([
		scheduled('First', first ?? ''),
		failed('Second', /is taken/),
		failed('Third', /not_connected/),
		scheduled('Fourth', fourth ?? ''),
		BEING_TYPED,
	]);

	await runExample();
	expect((await stateOfService()).posts).toHaveLength(2);

	await tryAgain('Second');
	// As if a run had ended before it could mark its row.
	await tryAgain('First');
	await runExample();
	const { posts } = await stateOfService();
	expect(posts.map(({ submissions }) => submissions[0]?.text)).toEqual(['First', 'Fourth', 'Second']);
	expect(await rowsOfTable()).toEqual([
		scheduled('First', first ?? ''),
		scheduled('Second', posts.at(-1)?.id ?? ''),
		failed('Third', /not_connected/),
		scheduled('Fourth', fourth ?? ''),
		BEING_TYPED,
	]);
});
