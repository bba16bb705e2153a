/** In what pieces a file is read and handed on: what a size gains in time, and what it costs in memory. */
import { makeVideo } from '../files';
import { idleBytes, peakBytes } from '../measure/memory';
import { runRounds, valuesOf, type Contest } from '../measure/rounds';
import { mib, mibPerSecond, withSpread } from '../report/numbers';
import { told, type Section } from '../report/row';
import { packageWithPieces, PIECES_KIB } from '../rivals/chunks';
import type { Setting } from '../setting';
import { MIB } from '../units';
import { chain } from '../workflows/build';
import { readFiles, uploadBinary } from '../workflows/nodes';

const FILE_BYTES = 200 * MIB;

interface Sent {
	readonly putMs: number;
	readonly aboveIdle: number;
}

const nameOf = (kib: number): string => `pieces of ${kib} KiB`;

export async function measurePieces({ n8n, lean, folders, quick }: Setting): Promise<Section> {
	const file = makeVideo(folders.files, 'pieces.mp4', FILE_BYTES);
	const contest: Record<string, () => Promise<Sent>> = {};
	for (const kib of PIECES_KIB) {
		const upload = uploadBinary(n8n.credentials.lean, {}, packageWithPieces(kib));
		const saved = await n8n.save(chain(nameOf(kib), readFiles(file), upload));
		contest[nameOf(kib)] = async () => {
			lean.sink.take();
			const idle = await idleBytes(n8n.pid);
			await n8n.run(saved);
			const [transfer] = lean.sink.take();
			if (transfer === undefined) throw new Error('No file arrived.');
			return { putMs: transfer.ms, aboveIdle: peakBytes(n8n.pid) - idle };
		};
	}
	const rounds = quick ? 2 : 5;
	await n8n.restart();
	await runRounds('Pieces, to warm up', 1, contest as Contest<Sent>);
	const all = await runRounds('200 MiB over bare loopback in pieces of four sizes', rounds, contest as Contest<Sent>);
	return {
		title: 'In what pieces a file travels',
		how: `Copies of the package that differ in the size of a piece alone, side by side in one n8n; rate of the PUT as above, and memory above idle of the whole run. Median of ${rounds} (lowest to highest).`,
		rows: PIECES_KIB.map((kib) => {
			const sent = valuesOf(all, nameOf(kib));
			const rates = sent.map(({ putMs }) => mibPerSecond(FILE_BYTES / putMs));
			const memory = sent.map(({ aboveIdle }) => aboveIdle);
			return told(
				nameOf(kib),
				`${withSpread(rates, (value) => `${Math.round(value)} MiB/s`)}, ${withSpread(memory, mib)}`,
			);
		}),
	};
}
