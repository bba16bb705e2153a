/** In what pieces a file is read and handed on: what a size gains in time, and what it costs in memory. */
import { makeVideo } from '../files';
import { idleBytes, peakBytes } from '../measure/memory';
import { runRounds, valuesOf } from '../measure/rounds';
import type { Saved } from '../n8n';
import { mib, mibPerSecond, withSpread } from '../report/numbers';
import { told, type Section } from '../report/row';
import { packageWithPieces, PIECES_KIB } from '../rivals/pieces';
import type { Setting } from '../setting';
import { MIB } from '../units';
import { chain } from '../workflows/build';
import { readFiles, uploadBinary } from '../workflows/nodes';

const FILE_BYTES = 200 * MIB;

/** Sent once before the memory is measured, so that all code is loaded. */
const WARM_UP_BYTES = 5 * MIB;

const nameOf = (kib: number): string => `pieces of ${kib} KiB`;

async function saveFor(setting: Setting, kib: number, bytes: number): Promise<Saved> {
	const { n8n, folders } = setting;
	const file = makeVideo(folders.files, `pieces-${bytes}.mp4`, bytes);
	const upload = uploadBinary(n8n.credentials.lean, {}, packageWithPieces(kib));
	return await n8n.save(chain(nameOf(kib), readFiles(file), upload));
}

/** MiB/s by the clock of the receiver, side by side in one process. */
async function measureRates(
	{ n8n, lean, quick }: Setting,
	workflows: Map<number, Saved>,
): Promise<Map<string, number[]>> {
	const entries = [...workflows].map(([kib, saved]): [string, () => Promise<number>] => [
		nameOf(kib),
		async () => {
			lean.sink.take();
			await n8n.run(saved);
			const [transfer] = lean.sink.take();
			if (transfer === undefined) throw new Error('No file arrived.');
			return mibPerSecond(FILE_BYTES / transfer.ms);
		},
	]);
	await n8n.restart();
	const contest = Object.fromEntries(entries);
	await runRounds('Pieces, to warm up', 1, contest);
	return await runRounds('200 MiB over bare loopback in pieces of several sizes', quick ? 2 : 4, contest);
}

/** Bytes above idle, each in a process of its own. */
async function measureMemoryOf(setting: Setting, workflows: Map<number, Saved>): Promise<Map<string, number[]>> {
	const { n8n, lean, quick } = setting;
	const contest: Record<string, () => Promise<number>> = {};
	for (const [kib, saved] of workflows) {
		const small = await saveFor(setting, kib, WARM_UP_BYTES);
		contest[nameOf(kib)] = async () => {
			await n8n.restart();
			await n8n.run(small);
			const idle = await idleBytes(n8n.pid);
			await n8n.run(saved);
			lean.sink.take();
			return peakBytes(n8n.pid) - idle;
		};
	}
	return await runRounds('Memory for pieces of several sizes', quick ? 1 : 2, contest);
}

export async function measurePieces(setting: Setting): Promise<Section> {
	const workflows = new Map<number, Saved>();
	for (const kib of PIECES_KIB) workflows.set(kib, await saveFor(setting, kib, FILE_BYTES));
	const rates = await measureRates(setting, workflows);
	const memory = await measureMemoryOf(setting, workflows);
	const written = (value: number): string => `${Math.round(value)} MiB/s`;
	return {
		title: 'In what pieces a file travels',
		how: 'Copies of the package that differ in the size of a piece alone, with a file of 200 MiB: the rate of the PUT over bare loopback, side by side in one n8n, and memory above idle of the whole run, each in a fresh n8n.',
		rows: PIECES_KIB.map((kib) => {
			const rate = withSpread(valuesOf(rates, nameOf(kib)), written);
			return told(nameOf(kib), `${rate}, ${withSpread(valuesOf(memory, nameOf(kib)), mib)}`);
		}),
	};
}
