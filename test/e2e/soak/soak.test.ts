/** After a load, n8n holds no more than before: memory, sockets, open files; and the service has seen what it must, no more. */
import { MIB } from '../../../scripts/lib/video';
import { countsOf, type Counts } from './support/counts';
import { ANSWERS_ARE_LOST, NO_FILE_ARRIVES, TRIES } from './support/faults';
import { CALLS, ITEMS } from './support/files';
import { itemsLoad, whileCallable } from './support/loads';
import { grownBytes, leftOpen, NOISE_BYTES, soak, type Load, type Soaked } from './support/rounds';
import { openSoak, type SoakSetting } from './support/setting';
import { FILES_ON_THEIR_WAY, STOPPED, stoppedLoad } from './support/stopped';

/** Rounds after the first one. */
const ROUNDS = 3;
/** Milliseconds for one test: each of four rounds takes up to two minutes on a busy machine with two cores. */
const TEST_MS = 900_000;

let setting: SoakSetting;

beforeAll(async () => {
	setting = await openSoak();
});

async function soaked(load: Load): Promise<Soaked> {
	const all = await soak(setting, ROUNDS, load);
	for (const { heldBytes, sockets, files } of [all.warm, ...all.after]) {
		const held = (heldBytes / MIB).toFixed(1);
		process.stdout.write(`  held ${held} MiB, ${sockets} sockets, ${files.length} files\n`);
	}
	return all;
}

function expectNothingLeft(all: Soaked): void {
	expect(leftOpen(all)).toEqual({ sockets: 0, files: [] });
	expect(grownBytes(all)).toBeLessThan(NOISE_BYTES);
}

/** What the service has seen when everything went well, for a number of files that are uploaded and scheduled. */
const allWell = (files: number): Counts => ({
	requests: 3 * files,
	uploads: files,
	started: files,
	sent: files,
	completed: files,
	scheduled: files,
	media: files,
	posts: files,
});

test(
	`${ITEMS} items in one execution leave nothing behind`,
	async () => {
		const run = await itemsLoad(setting);
		const all = await soaked(async () => {
			const { execution, state } = await run();
			expect(execution.status).toBe('success');
			expect(countsOf(state)).toEqual(allWell(ITEMS));
			expect(new Set(state.media.map(({ sha256 }) => sha256)).size).toBe(ITEMS);
		});
		expectNothingLeft(all);
	},
	TEST_MS,
);

test(
	`${CALLS} executions at a time leave nothing behind`,
	async () => {
		const all = await whileCallable(setting, async (callAll) => {
			return await soaked(async () => {
				const { statuses, state } = await callAll();
				expect(statuses).toEqual({ 200: CALLS });
				expect(countsOf(state)).toEqual(allWell(CALLS));
				expect(state.peaks.simultaneousCalls).toBe(CALLS);
			});
		});
		expectNothingLeft(all);
	},
	TEST_MS,
);

test(
	'failures leave nothing behind: files that do not arrive, lost answers, executions that are stopped',
	async () => {
		const stop = await stoppedLoad(setting);
		const all = await whileCallable(setting, async (callAll) => {
			return await soaked(async () => {
				const none = await callAll(NO_FILE_ARRIVES);
				expect(none.statuses).toEqual({ 500: CALLS });
				const noFile = { ...allWell(CALLS), requests: CALLS, sent: TRIES * CALLS };
				expect(countsOf(none.state)).toEqual({ ...noFile, completed: 0, scheduled: 0, media: 0, posts: 0 });

				const lost = await callAll(ANSWERS_ARE_LOST);
				expect(lost.statuses).toEqual({ 500: CALLS });
				const twice = { requests: 4 * CALLS, sent: 2 * CALLS, completed: 2 * CALLS };
				expect(countsOf(lost.state)).toEqual({ ...allWell(CALLS), ...twice });

				const stopped = await stop();
				expect(stopped.statuses).toEqual(Array.from({ length: STOPPED }, () => 'canceled'));
				const begun = { requests: FILES_ON_THEIR_WAY, uploads: FILES_ON_THEIR_WAY, started: FILES_ON_THEIR_WAY };
				const ended = { completed: 0, scheduled: 0, media: 0, posts: 0 };
				expect(countsOf(stopped.state)).toEqual({ ...begun, sent: FILES_ON_THEIR_WAY, ...ended });
			});
		});
		expectNothingLeft(all);
	},
	TEST_MS,
);
