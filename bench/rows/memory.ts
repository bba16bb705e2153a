/**
 * Memory of the n8n process while a file goes through it: the highest of the whole run, minus what the idle process had
 * just before. Each way gets a process of its own, so that none is measured in what another has left behind.
 */
import { withProgress } from '../../scripts/bootstrap/progress.mjs';
import { PlainFailure } from '../../scripts/lib/lifetime';
import { chain, manualTrigger, readFiles } from '../../scripts/lib/workflow-builder';
import { makeFile } from '../files';
import { aboveIdle } from '../measure/memory';
import { median } from '../measure/stats';
import type { Saved } from '../n8n';
import { mib, times, withSpread } from '../report/numbers';
import { judged, told, type Row, type Section } from '../report/row';
import type { Setting } from '../setting';
import { MIB } from '../../scripts/lib/video';
import { BASE64, BUFFER, ONE_STEP, OURS, STOCK, STOCK_TUNED, wayOf } from '../workflows/ways';

const READ = 'reading the file into n8n, nothing else';
const MEASURED = [READ, OURS, ONE_STEP, STOCK, STOCK_TUNED, BUFFER, BASE64];
const WARM_UP_MIB = 5;
const LARGEST_MIB = 500;
/** The goal for each size, in bytes. */
const AT_MOST = 80 * MIB;
/** How much more the largest file may take than one of a tenth of its size and still count as flat, in bytes. */
const FLAT_WITHIN = 30 * MIB;
/** The goal against the stock nodes: a third. */
const PART_OF_STOCK = 1 / 3;

/** Bytes above idle by size in MiB, a value per round; a text where the way cannot send a file of that size. */
type BySize = Map<number, number[] | string>;

interface Plan {
	readonly sizes: readonly number[];
	readonly rounds: number;
}

async function saveAll(setting: Setting, sizes: readonly number[]): Promise<Map<string, Map<number, Saved>>> {
	const { n8n, folders } = setting;
	const saved = new Map(MEASURED.map((way) => [way, new Map<number, Saved>()]));
	for (const size of sizes) {
		const file = makeFile(folders, `memory-${size}.mp4`, size * MIB);
		for (const way of MEASURED) {
			const workflow =
				way === READ ? chain(READ, [manualTrigger, readFiles(file)]) : wayOf(way).workflow(setting, file);
			saved.get(way)?.set(size, await n8n.save(workflow));
		}
	}
	return saved;
}

/** One fresh process: it runs the way once with a small file, so that all code is loaded, and then with every size. */
async function measureProcess({ n8n, lean }: Setting, workflows: Map<number, Saved>, found: BySize): Promise<void> {
	await n8n.restart();
	const first = workflows.get(WARM_UP_MIB);
	if (first !== undefined) await n8n.run(first);
	for (const [size, workflow] of workflows) {
		const values = found.get(size) ?? [];
		if (typeof values === 'string') continue;
		try {
			const { bytes } = await aboveIdle(n8n.pid, async () => await n8n.run(workflow));
			found.set(size, [...values, bytes]);
		} catch (error) {
			if (!(error instanceof PlainFailure)) throw error;
			found.set(size, error.message);
		}
	}
	lean.sink.take();
}

/** The median in bytes; not a number where the way cannot send a file of that size. */
function middleOf(found: BySize, size: number): number {
	const values = found.get(size);
	return typeof values === 'object' ? median(values) : Number.NaN;
}

function figure(found: BySize, size: number): string {
	const values = found.get(size);
	return typeof values === 'object' ? withSpread(values, mib) : 'fails';
}

function rowsOfRival(name: string, found: BySize, sizes: readonly number[]): Row {
	const failures = sizes.flatMap((size) => {
		const values = found.get(size);
		return typeof values === 'string' ? [`${size} MiB: ${values}`] : [];
	});
	const figures = sizes.map((size) => figure(found, size)).join(' / ');
	return told(`${name}: ${sizes.join(' / ')} MiB`, figures, failures.join(' '));
}

/** What our way takes of each size, and whether that grows with the file. */
function rowsOfOurs(name: string, found: BySize, sizes: readonly number[]): Row[] {
	return [
		...sizes.map((size) =>
			judged(
				`${name}: ${size} MiB`,
				`at most ${mib(AT_MOST)}`,
				figure(found, size),
				middleOf(found, size) <= AT_MOST,
				'More than the goal: look at the row of reading alone, and at the spread.',
			),
		),
		...(sizes.includes(LARGEST_MIB) ? [growthRow(name, found)] : []),
	];
}

/** This shows with a large file only: with small ones everybody takes what n8n itself needs. */
function growthRow(name: string, found: BySize): Row {
	const growth = middleOf(found, LARGEST_MIB) - middleOf(found, LARGEST_MIB / 10);
	return judged(
		`${name}: ${LARGEST_MIB} MiB compared with ${LARGEST_MIB / 10} MiB`,
		`flat: at most ${mib(FLAT_WITHIN)} more`,
		`${mib(growth)} more`,
		growth <= FLAT_WITHIN,
		'Memory grew with the file.',
	);
}

function againstStock(ours: BySize, stock: BySize): Row {
	const part = middleOf(ours, LARGEST_MIB) / middleOf(stock, LARGEST_MIB);
	return judged(
		`${OURS} compared with ${STOCK}, ${LARGEST_MIB} MiB`,
		'at most 0.33',
		times(part),
		part <= PART_OF_STOCK,
		'The stock nodes took less than they use to: look at the spread.',
	);
}

export async function measureMemory(setting: Setting): Promise<Section> {
	const { sizes, rounds }: Plan = setting.quick
		? { sizes: [WARM_UP_MIB, LARGEST_MIB / 10], rounds: 1 }
		: { sizes: [WARM_UP_MIB, LARGEST_MIB / 10, LARGEST_MIB], rounds: 3 };
	const saved = await saveAll(setting, sizes);
	const all = new Map(MEASURED.map((way): [string, BySize] => [way, new Map<number, number[] | string>()]));
	const ofWay = (way: string): BySize => all.get(way) ?? new Map<number, number[]>();
	for (let round = 1; round <= rounds; round++) {
		for (const way of MEASURED) {
			const title = `Memory, round ${round} of ${rounds}: ${way}`;
			await withProgress({ title }, async () => {
				await measureProcess(setting, saved.get(way) ?? new Map<number, Saved>(), ofWay(way));
			});
		}
	}
	const ours = [OURS, ONE_STEP];
	const rivals = MEASURED.filter((way) => !ours.includes(way));
	return {
		title: 'Memory of n8n above the idle process',
		how: `The highest resident size of the n8n process in a whole run (reading the file from disk into n8n, and the upload) minus its resident size just before, both from the operating system. A fresh process for each way and round, warmed up with one small file. Median of ${rounds} (lowest to highest).`,
		rows: [
			...ours.flatMap((way) => rowsOfOurs(way, ofWay(way), sizes)),
			...(sizes.includes(LARGEST_MIB) ? [againstStock(ofWay(OURS), ofWay(STOCK))] : []),
			...rivals.map((way) => rowsOfRival(way, ofWay(way), sizes)),
		],
	};
}
