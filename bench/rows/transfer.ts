/** How fast a file leaves: our PUT against `curl -T`, and our whole upload against the chain of stock nodes. */
import { makeFile } from '../files';
import { curlPut } from '../measure/curl';
import { runRounds, valuesOf, type Contest } from '../measure/rounds';
import { median } from '../measure/stats';
import { duration, mibPerSecond, times, withSpread } from '../report/numbers';
import { judged, told, type Row, type Section } from '../report/row';
import type { Setting } from '../setting';
import { MIB } from '../../scripts/lib/video';
import { BASE64, BUFFER, OURS, STOCK, STOCK_TUNED, wayOf } from '../workflows/ways';

const FILE_BYTES = 200 * MIB;
/** 1 Gbit/s, in bytes per second. */
const GIGABIT = 125_000_000;
const CURL = 'curl -T';
/** Goals: the part of curl's rate that our PUT reaches. */
const GOAL_AT_GIGABIT = 0.95;
const GOAL_ON_LOOPBACK = 0.5;

const WHY_SLOWER =
	"n8n hands a stored file out in new pieces of memory outside the JavaScript heap, and V8 answers every 64 MiB of that with a full collection of n8n's large heap, whose threads compete with the receiver for the cores. In a bare Node process the same code reached 0.8 of curl's rate, and in n8n 0.9 when each piece was given back at once, which is not safe while it may still be on its way. The stock nodes meet the same and more.";

interface Sent {
	/** The PUT by the clock of the receiver. */
	readonly putMs: number;
	/** The whole upload by n8n's own record; for curl the PUT is all there is. */
	readonly uploadMs: number;
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

function againstCurl(all: Map<string, Sent[]>, where: string, goal: number): Row[] {
	const ours = ratesOf(all, OURS);
	const curl = ratesOf(all, CURL);
	const part = median(ours) / median(curl);
	return [
		judged(
			`PUT of ${OURS}, ${where}, as a part of curl's rate`,
			`at least ${goal}`,
			times(part),
			part >= goal,
			WHY_SLOWER,
		),
		told(`PUT of ${OURS}, ${where}`, withSpread(ours, written)),
		told(`${CURL}, ${where}`, withSpread(curl, written)),
	];
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
	const { folders, lean, quick } = setting;
	const file = makeFile(folders, 'transfer.mp4', FILE_BYTES);
	const [rounds, inMemoryRounds] = quick ? [2, 1] : [6, 3];
	const streaming = await contest(setting, file, [OURS, STOCK, STOCK_TUNED]);
	const loopback = await runRounds('200 MiB over bare loopback: ours, curl, stock nodes', rounds, streaming);
	lean.sink.bytesPerSecond = GIGABIT;
	const both = Object.fromEntries(Object.entries(streaming).filter(([name]) => name === CURL || name === OURS));
	const gigabit = await runRounds('200 MiB to a receiver of 1 Gbit/s: ours and curl', rounds, both);
	lean.sink.bytesPerSecond = 0;
	// In rounds of their own: what they leave in memory is cleared away while the next one is being measured.
	const loading = await contest(setting, file, [BUFFER, BASE64]);
	const inMemory = await runRounds('200 MiB over bare loopback: a Buffer, base64', inMemoryRounds, loading);
	return {
		title: 'Time of one file of 200 MiB',
		how: `The PUT by the clock of the receiver, from the first byte of the request to the last byte of the body: a bare socket that counts bytes, the same for all. The whole upload by n8n's own record of the execution, without reading the file from disk. Median of ${rounds} rounds (lowest to highest); the ways that load the whole file in ${inMemoryRounds} rounds of their own.`,
		rows: [
			...againstCurl(gigabit, '1 Gbit/s', GOAL_AT_GIGABIT),
			...againstCurl(loopback, 'bare loopback', GOAL_ON_LOOPBACK),
			...[STOCK, STOCK_TUNED].map((name) => rateRow(loopback, name)),
			rateRow(inMemory, BUFFER),
			...wholeUpload(new Map([...inMemory, ...loopback])),
		],
	};
}
