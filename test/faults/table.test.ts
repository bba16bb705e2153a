/** Every fault at every step: what becomes of the item, what was sent, what stands at the service, and what must not. */
import type { INode } from 'n8n-workflow';
import { storeBinary, useBinaryMode } from '../harness/binary';
import { NODE_NAME, runNode } from '../harness/engine';
import { type FileServer, serveFiles } from '../harness/fileServer';
import { exampleFile, useService } from '../harness/service';
import { watchLog } from '../harness/log';
import { watchStreams } from '../harness/streams';
import { useShortWaits } from '../harness/waits';
import type { Cell } from './cells';
import { callOf, isSentAhead, leftAt, postAt, prepare, type Step, STEP, STEPS, UPLOAD_STEPS, withFile } from './steps';
import { type FaultRow, TABLE } from './table';

const service = useService();
useShortWaits();
const streams = watchStreams();
const log = watchLog();

const PICTURE = exampleFile('balloons.png');
let files: FileServer;
beforeAll(async () => {
	await useBinaryMode('filesystem');
	files = await serveFiles({ '/balloons.png': { type: 'image/png', bytes: PICTURE } });
});
afterAll(async () => await files.close());

const cells = TABLE.flatMap((row) =>
	STEPS.flatMap((step) => {
		const cell = row.cells[step];
		return cell === undefined ? [] : [{ row, step, cell, name: `${row.fault} | ${step}` }];
	}),
);

test.each(TABLE)('$fault: every request that it is about has its cell', ({ fault, at = STEPS, cells: of }) => {
	const missing = at.filter((step) => of[step] === undefined);
	expect(missing.map((step) => `Say in the row "${fault}" of test/faults/table.ts what becomes of "${step}".`)).toEqual(
		[],
	);
	expect(Object.keys(of).filter((step) => !at.some((it) => it === step))).toEqual([]);
});

const withPicture = async (item: number) => ({
	json: {},
	binary: {
		data: await storeBinary(Buffer.concat([PICTURE, Buffer.alloc(item)]), `balloons${item}.png`, 'image/png'),
	},
});

interface TableCell {
	readonly row: FaultRow;
	readonly step: Step;
	readonly cell: Cell;
}

/**
 * Runs the node with a fault at a step, and looks at what is the same for all of them.
 *
 * @param pictures how many items there are, each with a picture of its own; the fault strikes at the call of the last one
 */
async function runWithFault({ row, step, cell }: TableCell, parameters: INode['parameters'], pictures = 1) {
	const { sandbox, credential } = service();
	sandbox.control.addFault({ on: callOf(step), nth: pictures, fault: row.inject(step) });
	const { run, items, error, stored } = await runNode({
		parameters: {
			...parameters,
			...(row.timeout !== undefined && { requestOptions: { timeout: row.timeout } }),
		},
		items: await Promise.all(Array.from({ length: pictures }, async (_, item) => await withPicture(item))),
		credential,
	});

	expect(error?.message ?? null).toBe(cell.says);
	expect(run.status).toBe(cell.says === null ? 'success' : 'error');
	expect(error === undefined || error.description).toBeTruthy();
	expect(sandbox.state().log.filter(({ kind }) => kind === callOf(step))).toHaveLength(cell.sent + pictures - 1);
	expect(streams.leftOpen()).toBe(0);
	expect(log.text()).toContain(`Start executing node "${NODE_NAME}"`);
	for (const secret of [credential.apiKey, 'Bearer', sandbox.uploadOrigin]) {
		expect(stored).not.toContain(secret);
		expect(log.text()).not.toContain(secret);
	}
	return { items, error };
}

test.each(cells)('$name', async ({ row, step, cell }: TableCell) => {
	const { sandbox } = service();
	prepare(sandbox, step);
	const { items } = await runWithFault({ row, step, cell }, STEP[step].parameters(`${files.origin}/balloons.png`));
	expect(items).toHaveLength(cell.says === null ? (STEP[step].gives ?? 1) : 0);
	expect(leftAt(sandbox)).toEqual(expectedLeft(step, cell));
	const { post } = STEP[step];
	if (post !== undefined) expect(postAt(sandbox)).toBe(cell.stands ? post : 'scheduled as it was');
});

const uploads = cells.filter(({ step }) => UPLOAD_STEPS.includes(step));

test.each(uploads)('as a part of a post: $name', async ({ row, step, cell }: TableCell) => {
	const parameters = withFile(step, `${files.origin}/balloons.png`);
	const { items, error } = await runWithFault({ row, step, cell }, parameters);
	const isDone = cell.says === null;
	expect(items).toHaveLength(isDone ? 1 : 0);
	if (!isDone) {
		expect(error?.description).toContain(', in Thread, tweet 1, media 1.');
		expect(error?.description).toContain('The thread was not scheduled.');
	}
	const left = expectedLeft(step, cell);
	const { sandbox } = service();
	expect({ ...leftAt(sandbox), posts: 0 }).toEqual(left);
	expect(leftAt(sandbox).posts).toBe(isDone ? 1 : 0);
});

const sentAhead = uploads.filter(({ step }) => isSentAhead(step));

test.each(sentAhead)('ahead of the turn of a post: $name', async ({ row, step, cell }: TableCell) => {
	const { error } = await runWithFault({ row, step, cell }, withFile(step, ''), 2);
	const left = leftAt(service().sandbox);
	if (cell.says === null) {
		expect(left).toEqual({ uploads: (cell.uploads ?? 1) + 1, library: 2, posts: 2 });
		return;
	}
	// Both files are under way at the same time: the second call of a kind may be that of either. The posts before the failed one stand.
	const failed = Number(error?.context.itemIndex);
	expect(left.posts).toBe(failed);
	expect(error?.description).toContain(`The file is "balloons${failed}.png", in Thread, tweet 1, media 1.`);
	const hasArrived = cell.stands && step !== 'startMediaUpload';
	expect(left.library).toBe(hasArrived ? 2 : 1);
});

/** What stands at the service: all that a run without a fault leaves, or only what came before the step. */
function expectedLeft(step: Step, { stands, uploads }: Cell): unknown {
	const all = STEP[step].leaves;
	// An upload that ends at its start leaves no file, whether it was counted or not.
	if (step === 'startMediaUpload' && stands && uploads === undefined)
		return expect.objectContaining({ uploads: 1, posts: 0 });
	if (stands) return { ...all, uploads: uploads ?? all.uploads };
	const begun = step === 'put' || step === 'completeMediaUpload' ? 1 : 0;
	return { uploads: uploads ?? begun, library: 0, posts: STEP[step].post === undefined ? 0 : 1 };
}
