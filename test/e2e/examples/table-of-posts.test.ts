/** Rows of a data table are scheduled, and marked with what became of them. */
import { chain, code, manualTrigger, node, TRIGGER } from '../../../scripts/lib/workflow-builder';
import { asList, asObject } from '../../../scripts/lib/json';
import { readExample } from '../../../scripts/lib/workflows';
import { addFault, resetService, stateOfService } from '../support/service';
import { client, credential, filesFolder, importExample, itemsOf, run } from '../support/n8n';

const EXAMPLE = 'table-of-posts.json';
const NAME = 'social_posts';
const TABLE = { resource: 'row', dataTableId: { __rl: true, mode: 'name', value: NAME } };
const POST_AT = '2035-05-04T18:00:00Z';
/** A row without its text yet stays as it is. */
const BEING_TYPED = { text: '', state: null, post_id: null, scheduled_for: null, warnings: null, problem: null };
const row = (text: string, account = 'my_brand') => ({ account, post_at: POST_AT, text });
/** A problem as the table has it: its time, and what the node says. */
const problem = (words: string) =>
	expect.stringMatching(new RegExp(`^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d: .*${words}.*\\.$`)) as unknown;

function updateRows(name: string, keyName: string, keyValue: string, value: Record<string, string>) {
	return node(name, 'n8n-nodes-base.dataTable', 1, {
		...TABLE,
		operation: 'update',
		filters: { conditions: [{ keyName, condition: 'eq', keyValue }] },
		columns: { mappingMode: 'defineBelow', value, matchingColumns: [], schema: [] },
		options: {},
	});
}

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
	await runTable('Try again', updateRows('Update', 'text', text, { state: '' }));
}

/** The rows as the table has them. */
async function rowsOfTable() {
	const read = node('Read', 'n8n-nodes-base.dataTable', 1, { ...TABLE, operation: 'get', returnAll: true });
	return itemsOf(await runTable('Read rows', read), 'Read').map(
		({ text, state, post_id, scheduled_for, warnings, problem }) => ({
			text,
			state,
			post_id,
			scheduled_for,
			warnings,
			problem,
		}),
	);
}

const scheduled = (text: string, post_id = '', warnings: unknown = '') => ({
	text,
	state: 'scheduled',
	post_id,
	scheduled_for: expect.stringContaining('Friday, 4 May 2035') as unknown,
	warnings,
	problem: null as unknown,
});
const failed = (text: string, words: string) => ({
	text,
	state: 'failed',
	post_id: null,
	scheduled_for: null,
	warnings: null,
	problem: problem(words),
});
/** The service refuses the nth post that it is asked for. */
const refusePost = async (nth: number) =>
	await addFault({
		on: 'scheduleTweet',
		nth,
		fault: { kind: 'payload', success: false, errors: [{ field: 'postAt', code: 'TAKEN', message: 'is taken' }] },
	});

test('each row is scheduled once, and has its post or the error; one that failed is tried again', async () => {
	const workflowId = await importExample(EXAMPLE);
	const runExample = async () => expect(await run(workflowId, 'Every Hour')).toMatchObject({ status: 'success' });
	await runExample();
	expect((await stateOfService()).posts).toEqual([]);

	await addRows([row('First'), row('Second'), row('Third', 'not_connected'), row('#N/A'), row('')]);
	await refusePost(2);
	await runExample();
	const [first, fourth, ...others] = (await stateOfService()).posts.map(({ id }) => id);
	expect(others).toEqual([]);
	const last = [
		failed('Third', 'not_connected'),
		scheduled('#N/A', fourth, expect.stringContaining('missing')),
		BEING_TYPED,
	];
	expect(await rowsOfTable()).toEqual([scheduled('First', first), failed('Second', 'is taken'), ...last]);

	await runExample();
	expect((await stateOfService()).posts).toHaveLength(2);

	await tryAgain('Second');
	// As if a run had ended before it could mark its row.
	await tryAgain('First');
	await runExample();
	const { posts } = await stateOfService();
	expect(posts.map(({ submissions }) => submissions[0]?.text)).toEqual(['First', '#N/A', 'Second']);
	expect(await rowsOfTable()).toEqual([
		scheduled('First', first),
		{ ...scheduled('Second', posts.at(-1)?.id), problem: problem('is taken') },
		...last,
	]);
});

test('a row that another run has scheduled meanwhile stays so, and has the problem of this one', async () => {
	const workflow = readExample(EXAMPLE, { credential, mediaFolder: filesFolder });
	const rows = 'Rows to Post';
	const nextOfRows = asList(asObject(workflow.connections[rows]).main);
	// n8n takes the node that stands higher first.
	const otherRun = updateRows('Other Run', 'id', '={{ $json.id }}', { state: 'scheduled', post_id: '2001' });
	workflow.nodes.push({ ...otherRun, position: [0, 0] });
	asList(nextOfRows[0]).push({ node: otherRun.name, type: 'main', index: 0 });
	await addRows([row('Fifth')]);
	await refusePost(1);
	expect(await run(await client.createWorkflow(workflow), 'Every Hour')).toMatchObject({ status: 'success' });
	expect((await rowsOfTable()).at(-1)).toEqual({
		...scheduled('Fifth', '2001', null),
		scheduled_for: null,
		problem: problem('is taken'),
	});
});
