/** The node of `examples/spreadsheet-of-posts.json`: a person corrects the rows of the file, and runs it again. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonParse, type INode, type INodeExecutionData } from 'n8n-workflow';
import { useBinaryMode } from '../harness/binary';
import { runNode } from '../harness/engine';
import { scheduledTexts } from '../harness/posts';
import { useService } from '../harness/service';

const service = useService();
beforeAll(async () => await useBinaryMode('filesystem'));

const EXAMPLE = join(__dirname, '../../examples/spreadsheet-of-posts.json');
const { nodes } = jsonParse<{ nodes: INode[] }>(readFileSync(EXAMPLE, 'utf8'));
const { parameters, onError } = nodes.find(({ name }) => name === 'Schedule Row') as INode;

/** A row as Extract From CSV gives it: without the cells that are empty. */
const row = (text: string, postAt: string, media?: string): INodeExecutionData => ({
	json: { account: 'balloon_club', post_at: postAt, text, ...(media !== undefined && { media }) },
});

async function run(...items: INodeExecutionData[]) {
	const { run, ...outputs } = await runNode({
		parameters,
		items,
		credential: service().credential,
		node: { onError },
	});
	expect(run.status).toBe('success');
	return [outputs.items, outputs.errorItems].map((of) => of.map(({ json }) => json));
}

test('a second run schedules the corrected rows, and no other one twice', async () => {
	await service().sandbox.control.fillLibrary(1);
	const good = [row('a', '2035-05-04T07:30:00', 'File 1'), row('b', '2035-05-06T18:00:00')];
	const [first, failed] = await run(
		...good,
		row('c', '2035-05-07T07:30:00', 'lost.png'),
		row('d', 'next Friday', 'File 1'),
	);
	expect(first).toHaveLength(2);
	expect(failed).toHaveLength(2);

	const [second, failedAgain] = await run(
		...good,
		row('c', '2035-05-07T07:30:00', 'File 1'),
		row('d', '2035-05-08T07:30:00', 'File 1'),
	);
	expect(failedAgain).toEqual([]);
	expect(second?.map(({ alreadyScheduled }) => alreadyScheduled ?? false)).toEqual([true, true, false, false]);
	expect(scheduledTexts(service().sandbox)).toEqual(['a', 'b', 'c', 'd']);
});
