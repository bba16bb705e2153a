/** How fast a file leaves: our PUT against `curl -T`, and our whole upload against the chain of stock nodes. */
import { makeFile } from '../files';
import { curlPut } from '../measure/curl';
import { aboveIdle } from '../measure/memory';
import { runRounds, valuesOf, type Contest } from '../measure/rounds';
import { median } from '../measure/stats';
import { duration, mib, mibPerSecond, times, withSpread } from '../report/numbers';
import { judged, told, type Row, type Section } from '../report/row';
import type { Setting } from '../setting';
import { MIB } from '../../scripts/lib/video';
import { BASE64, BUFFER, OURS, STOCK, STOCK_TUNED, wayOf } from '../workflows/ways';

const FILE_BYTES = 200 * MIB;
/** 1 Gbit/s, in bytes per second. */
const GIGABIT = 125_000_000;
/** Lines by their rate, in bytes per second. */
const LINES = { '1 Gbit/s': GIGABIT, '2.5 Gbit/s': 2.5 * GIGABIT } as const;
const MS_PER_SECOND = 1000;
const CURL = 'curl -T';
/** Goals: the part of curl's rate that our PUT reaches. */
const GOAL_ON_A_LINE = 0.95;
const GOAL_ON_LOOPBACK = 0.5;
/** The goal for n8n's memory above idle during a run on a line, in bytes: as in the section about memory. */
const MEMORY_AT_MOST = 80 * MIB;

const WHY_SLOWER =
	"n8n hands a stored file out in new pieces of memory outside the JavaScript heap, and V8 answers every 64 MiB of that with a full collection of n8n's large heap, whose threads compete with the receiver for the cores. In a bare Node process the same code reached 0.8 of curl's rate, and in n8n 0.9 when each piece was given back at once, which is not safe while it may still be on its way. The stock nodes meet the same and more.";

interface Sent {
	/** The PUT by the clock of the receiver. */
	readonly putMs: number;
	/** The whole upload by n8n's own record; for curl the PUT is all there is. */
	readonly uploadMs: number;
}

/** What one of {@link LINES} gave, a value per round. */
interface OnLine {
	readonly where: string;
	readonly bytesPerSecond: number;
	readonly sent: Map<string, Sent[]>;
	/** Bytes of n8n above idle during our runs. */
	readonly memory: readonly number[];
}

async function contest(setting: Setting, file: string, ways: readonly string[]): Promise<Contest<Sent>> {
	const { n8n, lean } = setting;
	const takePut = (): number => {
		const [transfer, ...more] = lean.sink.take();
		if (transfer === undefined || more.length > 0) throw new Error('Not exactly one file arrived.');
		return transfer.ms;
	};
	const measure: Record<string, () => Promise<Sent>> = {
		[CURL]: async () => {
			await curlPut(file, `${lean.sink.origin}/curl`);
			const putMs = takePut();
			return { putMs, uploadMs: putMs };
		},
	};
	for (const name of ways) {
		const { workflow, uploadMs } = wayOf(name);
		const saved = await n8n.save(workflow(setting, file));
		await n8n.run(saved);
		lean.sink.take();
		measure[name] = async () => {
			const run = await n8n.run(saved);
			return { putMs: takePut(), uploadMs: uploadMs(run) };
		};
	}
	return measure;
}

const rate = (putMs: number): number => mibPerSecond(FILE_BYTES / putMs);
const written = (value: number): string => `${Math.round(value)} MiB/s`;

function ratesOf(all: Map<string, Sent[]>, name: string): number[] {
	return valuesOf(all, name).map(({ putMs }) => rate(putMs));
}

function rateRow(all: Map<string, Sent[]>, name: string): Row {
	return told(`PUT of ${name}, bare loopback`, withSpread(ratesOf(all, name), written));
}

function againstCurl(all: Map<string, Sent[]>, where: string, goal: number, reasonIfMissed: string): Row[] {
	const ours = ratesOf(all, OURS);
	const curl = ratesOf(all, CURL);
	const part = median(ours) / median(curl);
	return [
		judged(
			`PUT of ${OURS}, ${where}, as a part of curl's rate`,
			`at least ${goal}`,
			times(part),
			part >= goal,
			reasonIfMissed,
		),
		told(`PUT of ${OURS}, ${where}`, withSpread(ours, written)),
		told(`${CURL}, ${where}`, withSpread(curl, written)),
	];
}

/** Why a line is not filled: it is only as fast as the file comes out of n8n where nothing holds it back. */
function whySlowerOnLine(bytesPerSecond: number, onLoopback: Map<string, Sent[]>): string {
	const line = mibPerSecond(bytesPerSecond / MS_PER_SECOND);
	const ours = median(ratesOf(onLoopback, OURS));
	return ours < line
		? `The line takes ${written(line)}, and our PUT reaches ${written(ours)} over bare loopback. ${WHY_SLOWER}`
		: `Over bare loopback our PUT reaches ${written(ours)}, which is more than the line takes: look at the spread.`;
}

/** Ours and curl to a receiver that takes bodies at the rate of a line. */
async function onLine(
	{ n8n, lean }: Setting,
	where: string,
	bytesPerSecond: number,
	rounds: number,
	streaming: Contest<Sent>,
): Promise<OnLine> {
	const memory: number[] = [];
	const both: Record<string, () => Promise<Sent>> = {};
	for (const [name, measure] of Object.entries(streaming)) {
		if (name === CURL) both[name] = measure;
		if (name === OURS) {
			both[name] = async () => {
				const { value, bytes } = await aboveIdle(n8n.pid, measure);
				memory.push(bytes);
				return value;
			};
		}
	}
	lean.sink.bytesPerSecond = bytesPerSecond;
	const sent = await runRounds(`200 MiB to a receiver of ${where}: ours and curl`, rounds, both);
	lean.sink.bytesPerSecond = 0;
	return { where, bytesPerSecond, sent, memory };
}

function memoryRow(where: string, memory: readonly number[]): Row {
	return judged(
		`Memory of n8n above idle, ${OURS}, ${where}`,
		`at most ${mib(MEMORY_AT_MOST)}`,
		withSpread(memory, mib),
		median(memory) <= MEMORY_AT_MOST,
		'More than the goal: look at the section about memory, which takes a fresh process.',
	);
}

function wholeUpload(all: Map<string, Sent[]>): Row[] {
	const msOf = (name: string): number[] => valuesOf(all, name).map(({ uploadMs }) => uploadMs);
	const [ours, stock] = [msOf(OURS), msOf(STOCK)];
	const overhead = valuesOf(all, OURS).map(({ putMs, uploadMs }) => uploadMs - putMs);
	const part = median(ours) / median(stock);
	return [
		judged(
			`${OURS}, whole upload, as a part of the time of ${STOCK}`,
			'less than 1',
			times(part),
			part < 1,
			'Both stream the same file over the same connection; the rest is noise of the machine.',
		),
		...[OURS, STOCK, STOCK_TUNED, BUFFER, BASE64].map((name) =>
			told(`Whole upload by ${name}`, withSpread(msOf(name), duration)),
		),
		told(`${OURS}, whole upload without the PUT`, withSpread(overhead, duration)),
	];
}

export async function measureTransfer(setting: Setting): Promise<Section> {
	const { folders, quick } = setting;
	const file = makeFile(folders, 'transfer.mp4', FILE_BYTES);
	const [rounds, inMemoryRounds] = quick ? [2, 1] : [6, 3];
	const streaming = await contest(setting, file, [OURS, STOCK, STOCK_TUNED]);
	const loopback = await runRounds('200 MiB over bare loopback: ours, curl, stock nodes', rounds, streaming);
	const lines: OnLine[] = [];
	for (const [where, rate] of Object.entries(LINES)) lines.push(await onLine(setting, where, rate, rounds, streaming));
	// In rounds of their own: what they leave in memory is cleared away while the next one is being measured.
	const loading = await contest(setting, file, [BUFFER, BASE64]);
	const inMemory = await runRounds('200 MiB over bare loopback: a Buffer, base64', inMemoryRounds, loading);
	return {
		title: 'Time of one file of 200 MiB',
		how: `The PUT by the clock of the receiver, from the first byte of the request to the last byte of the body: a bare socket that counts bytes, the same for all. The whole upload by n8n's own record of the execution, without reading the file from disk. Median of ${rounds} rounds (lowest to highest); the ways that load the whole file in ${inMemoryRounds} rounds of their own. On a line, the receiver takes no more than its rate; memory is measured as below, in a process that has sent the file before.`,
		rows: [
			...lines.flatMap(({ where, bytesPerSecond, sent, memory }) => [
				...againstCurl(sent, where, GOAL_ON_A_LINE, whySlowerOnLine(bytesPerSecond, loopback)),
				memoryRow(where, memory),
			]),
			...againstCurl(loopback, 'bare loopback', GOAL_ON_LOOPBACK, WHY_SLOWER),
			...[STOCK, STOCK_TUNED].map((name) => rateRow(loopback, name)),
			rateRow(inMemory, BUFFER),
			...wholeUpload(new Map([...inMemory, ...loopback])),
		],
	};
}
