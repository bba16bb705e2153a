/** Many items and many executions: time, memory, and what n8n holds after them that it did not hold before. */
import { withProgress } from '../../scripts/bootstrap/progress.mjs';
import { idleBytes, peakBytes } from '../measure/memory';
import { duration, mib, withSpread } from '../report/numbers';
import { judged, told, type Row, type Section } from '../report/row';
import { Run } from '../run';
import type { Setting } from '../setting';
import { countsOf } from '../soak/counts';
import { CALL_BYTES, CALLS, ITEMS, makeSoakFiles } from '../soak/files';
import { itemsLoad, whileCallable } from '../soak/loads';
import { grownBytes, leftOpen, NOISE_BYTES, soak } from '../soak/rounds';
import type { SoakSetting } from '../soak/setting';
import { SCHEDULE, UPLOAD } from '../soak/workflows';
import { MIB } from '../units';

/** Requests of one file with its post: start and completion of the upload, and the post. */
const REQUESTS = 3;

/** What one load took, and what the service counted. */
interface Taken {
	readonly times: Readonly<Record<string, number>>;
	readonly requests: number;
	readonly uploads: number;
}

interface Plan {
	readonly name: string;
	/** Files that the load uploads. */
	readonly files: number;
	readonly rounds: number;
	readonly load: () => Promise<Taken>;
}

async function rowsOf(setting: SoakSetting, { name, files, rounds, load }: Plan): Promise<Row[]> {
	const peaks: number[] = [];
	const taken: Taken[] = [];
	const soaked = await soak(setting, rounds, async () => {
		const idle = await idleBytes(setting.pid);
		taken.push(await load());
		peaks.push(peakBytes(setting.pid) - idle);
	});
	const measured = taken.slice(1);
	const { sockets, files: open } = leftOpen(soaked);
	const counted = taken.map(({ requests, uploads }) => `${requests} and ${uploads}`);
	const wanted = `${REQUESTS * files} and ${files}`;
	const grown = grownBytes(soaked);
	const moments = Object.keys(measured[0]?.times ?? {});
	return [
		judged(
			`${name}: requests and uploads that the service counted, each time`,
			wanted,
			[...new Set(counted)].join('; '),
			counted.every((one) => one === wanted),
		),
		judged(
			`${name}: sockets and files left open, ${rounds + 1} times`,
			'0 and 0',
			`${sockets} and ${open.length}`,
			sockets + open.length === 0,
		),
		judged(
			`${name}: growth of what n8n's JavaScript holds, later half of ${rounds + 1} times against the earlier half`,
			`less than ${mib(NOISE_BYTES)}`,
			`${(grown / MIB).toFixed(1)} MiB of ${mib(soaked.warm.heldBytes)}`,
			grown < NOISE_BYTES,
		),
		told(`${name}: most memory above idle`, withSpread(peaks.slice(1), mib)),
		...moments.map((moment) =>
			told(
				`${name}: ${moment}`,
				withSpread(
					measured.map(({ times }) => times[moment] ?? Number.NaN),
					duration,
				),
			),
		),
	];
}

async function itemsPlan(setting: SoakSetting, rounds: number): Promise<Plan> {
	const run = await itemsLoad(setting);
	const load = async (): Promise<Taken> => {
		const { execution, state } = await run();
		const times = new Run('500 items', execution);
		return {
			times: { 'time of the uploads': times.msOf(UPLOAD), 'time of the posts': times.msOf(SCHEDULE) },
			...countsOf(state),
		};
	};
	return { name: `${ITEMS} items in one execution`, files: ITEMS, rounds, load };
}

async function callRows(setting: SoakSetting, rounds: number): Promise<Row[]> {
	return await whileCallable(setting, async (callAll) => {
		const load = async (): Promise<Taken> => {
			const since = performance.now();
			const { state, statuses } = await callAll();
			if (statuses[200] !== CALLS) throw new Error(`n8n answered ${JSON.stringify(statuses)}.`);
			return {
				times: { 'time from the first call to the last answer': performance.now() - since },
				...countsOf(state),
			};
		};
		return await rowsOf(setting, { name: `${CALLS} executions at a time`, files: CALLS, rounds, load });
	});
}

export async function measureSoak({ n8n, folders, quick }: Setting): Promise<Section> {
	const rounds = quick ? 1 : 3;
	makeSoakFiles(folders.files);
	await n8n.restart();
	const watched = await n8n.watched();
	const rows = await withProgress({ title: `Load and soak (${rounds + 1} rounds)` }, async () => [
		...(await rowsOf(watched, await itemsPlan(watched, rounds))),
		...(await callRows(watched, rounds)),
	]);
	n8n.sandbox.control.reset();
	return {
		title: 'Load and soak',
		how: `In one n8n, through the sandbox, with limits large enough: ${ITEMS} items in one execution, each with a small file of its own and a post; and a published webhook that is called ${CALLS} times at once with files of ${mib(CALL_BYTES)}, each call uploading its file and scheduling a post (all ${CALLS} are surely under way together: the service stands still until each of them waits for it). What is left is looked at when n8n rests: sockets and files from the operating system, without those of n8n's own database; what its JavaScript holds after full collections, the buffers outside its heap among it. The first time warms up. Median of ${rounds} more (lowest to highest).`,
		rows,
	};
}
