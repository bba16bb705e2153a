/**
 * A hundred pictures, each in a post of its own: by one node, which uploads and schedules, against the chain of n8n's own nodes
 * that does the same.
 */
import { join } from 'node:path';
import { withProgress } from '../../scripts/bootstrap/progress.mjs';
import { makePicture, MIB } from '../../scripts/lib/video';
import { chain, manualTrigger, readFiles } from '../../scripts/lib/workflow-builder';
import type { SandboxState } from '../../sandbox/control/state';
import { aboveIdle } from '../measure/memory';
import { runRounds, valuesOf, type Contest } from '../measure/rounds';
import { median } from '../measure/stats';
import type { Saved } from '../n8n';
import { duration, mib, times, withSpread } from '../report/numbers';
import { judged, told, type Row, type Section } from '../report/row';
import type { Setting } from '../setting';
import { ourJob, stockJob, stockJobInLoop, textOf, type Job } from '../workflows/dailyJob';

/** As many as the paid plan allows in an hour (service API, section 8); their API calls are as many as it allows in ten minutes. */
const PICTURES = 100;
const PICTURE_BYTES = MIB;
const DAY_MS = 86_400_000;
/** Time that the service takes for each request in the second part, in milliseconds. */
const SERVICE_TIME_MS = 20;
/** The goals: these parts of the time and of the memory of the stock nodes. */
const PART_OF_TIME = 0.7;
const PART_OF_MEMORY = 0.7;
/** The goals for each post: start, PUT, completion and the post itself, of which one counts as an upload. */
const REQUESTS = 4;
const UPLOADS = 1;

const OURS = 'Schedule with files';
const ALL_AT_ONCE = 'stock nodes, all at once';
const BATCHED = 'stock nodes, batches of 1';
const LOOP = 'stock nodes in a loop';
const READ = 'reading the pictures into n8n, nothing else';
const WAYS = [OURS, ALL_AT_ONCE, BATCHED, LOOP];
/** The least that the node takes: one request per millisecond, without waiting for answers. */
const BATCHES_OF_ONE = { batching: { batch: { batchSize: 1, batchInterval: 1 } } };
const AT_ONCE = 'answered at once';

const BY_DESIGN =
	'By design: a post is sent when the one before it is known to be scheduled, so that a failure leaves no post in doubt and none out of order. The stock nodes send each step for all pictures at once, in no certain order.';
/** Measured as n8n's processor time, with and without files, and with the option "Preview Only", which checks and sends nothing. */
const WHY_SLOWER =
	"With a service that answers at once, n8n's processor time decides. Our node reads each file twice: to check it before anything is sent, which is about a third of its processor time in this job, and to send it. The stock nodes read it once.";
const WHY_SLOWER_THAN_LOOP =
	'Both wait for one answer after the other. Our node checks each file before anything is sent, which is about a third of its processor time in this job; the loop does not.';

interface Done {
	readonly ms: number;
	/** For each post. */
	readonly requests: number;
	readonly uploads: number;
}

/** @param files a path or a pattern */
function jobs({ n8n, stock }: Setting, files: string): ReadonlyMap<string, Job> {
	const service = { ...stock, baseUrl: n8n.sandbox.baseUrl };
	const postAt = new Date(Date.now() + DAY_MS).toISOString();
	return new Map([
		[OURS, ourJob(OURS, files, n8n.credentials.sandbox, postAt)],
		[ALL_AT_ONCE, stockJob(ALL_AT_ONCE, files, service, postAt)],
		[BATCHED, stockJob(BATCHED, files, service, postAt, BATCHES_OF_ONE)],
		[LOOP, stockJobInLoop(LOOP, files, service, postAt)],
	]);
}

/** Fails unless each picture is in a post of its own, under its own name. */
function checkPosts(name: string, { posts, media }: SandboxState): void {
	const names = new Map(media.map(({ id, name }) => [id, name]));
	const right = posts.flatMap(({ submissions }) =>
		submissions.filter(
			({ text, mediaIds: [id = '', ...more] }) => more.length === 0 && text === textOf(names.get(id) ?? ''),
		),
	);
	const different = new Set(media.map(({ sha256 }) => sha256)).size;
	if (right.length === PICTURES && posts.length === PICTURES && different === PICTURES) return;
	throw new Error(
		`${name}: ${posts.length} posts, ${right.length} with their picture, ${different} pictures; not ${PICTURES}.`,
	);
}

async function contest(setting: Setting, files: string, serviceTimeMs: number): Promise<Contest<Done>> {
	const { n8n } = setting;
	const { control } = n8n.sandbox;
	const measure: Record<string, () => Promise<Done>> = {};
	for (const [name, { workflow, msOf }] of jobs(setting, files)) {
		const saved = await n8n.save(workflow);
		measure[name] = async () => {
			control.reset();
			control.setSettings({ serviceTimeMs });
			const run = await n8n.run(saved);
			const state = n8n.sandbox.state();
			checkPosts(name, state);
			return {
				ms: msOf(run),
				requests: state.log.length / PICTURES,
				uploads: state.uploadsCounted / PICTURES,
			};
		};
	}
	return measure;
}

/** Bytes above idle, a value per round: a fresh process for each way and round, warmed up with one picture. */
async function memoryOf(setting: Setting, first: string, all: string, rounds: number): Promise<Map<string, number[]>> {
	const { n8n } = setting;
	const save = async (files: string): Promise<Array<[string, Saved]>> => {
		const saved: Array<[string, Saved]> = [];
		for (const [name, { workflow }] of jobs(setting, files)) saved.push([name, await n8n.save(workflow)]);
		return [...saved, [READ, await n8n.save(chain(READ, [manualTrigger, readFiles(files)]))]];
	};
	const warmUps = new Map(await save(first));
	const found = new Map<string, number[]>([...WAYS, READ].map((name) => [name, []]));
	const run = async (saved: Saved): Promise<void> => {
		n8n.sandbox.control.reset();
		await n8n.run(saved);
	};
	const workflows = await save(all);
	for (let round = 1; round <= rounds; round++) {
		for (const [name, saved] of workflows) {
			await withProgress({ title: `Memory of the daily job, round ${round} of ${rounds}: ${name}` }, async () => {
				await n8n.restart();
				const warmUp = warmUps.get(name);
				if (warmUp !== undefined) await run(warmUp);
				const { bytes } = await aboveIdle(n8n.pid, async () => await run(saved));
				found.get(name)?.push(bytes);
			});
		}
	}
	return found;
}

const msOf = (all: Map<string, Done[]>, name: string): number[] => valuesOf(all, name).map(({ ms }) => ms);

function timeAgainst(all: Map<string, Done[]>, name: string, where: string, reasonIfMissed: string): Row {
	const part = median(msOf(all, OURS)) / median(msOf(all, name));
	const what = `${OURS}, as a part of the time of ${name}, ${where}`;
	return judged(what, `at most ${PART_OF_TIME}`, times(part), part <= PART_OF_TIME, reasonIfMissed);
}

function memoryAgainst(all: Map<string, number[]>, name: string): Row {
	const part = median(valuesOf(all, OURS)) / median(valuesOf(all, name));
	const reading = mib(median(valuesOf(all, READ)));
	const reasonIfMissed = `Reading the pictures into n8n takes ${reading} by itself, which is a part of each figure. Our node then reads each picture twice, to check it and to send it, and V8 collects the memory of what was read only after 64 MiB of it.`;
	const what = `${OURS}, as a part of the memory of ${name}`;
	return judged(what, `at most ${PART_OF_MEMORY}`, times(part), part <= PART_OF_MEMORY, reasonIfMissed);
}

function perPost(all: readonly Done[]): Row[] {
	const requests = Math.max(...all.map((done) => done.requests));
	const uploads = Math.max(...all.map((done) => done.uploads));
	const why = 'Something was sent again: look at the log of the sandbox.';
	return [
		judged(
			`${OURS}, requests for each post, with the PUT`,
			String(REQUESTS),
			String(requests),
			requests === REQUESTS,
			why,
		),
		judged(`${OURS}, uploads counted for each post`, String(UPLOADS), String(uploads), uploads === UPLOADS, why),
	];
}

function timesOf(all: Map<string, Done[]>, where: string): Row[] {
	return WAYS.map((name) => told(`${name}, ${where}`, withSpread(msOf(all, name), duration)));
}

export async function measureDailyJob(setting: Setting): Promise<Section> {
	const { n8n, folders, quick } = setting;
	const [rounds, slowRounds, memoryRounds] = quick ? [2, 1, 1] : [5, 2, 3];
	for (let picture = 1; picture <= PICTURES; picture++) {
		makePicture(join(folders.files, `daily-${picture}.png`), PICTURE_BYTES);
	}
	const files = `${folders.files}/daily-*.png`;
	const atOnce = await contest(setting, files, 0);
	await runRounds('The daily job, to warm up', 1, atOnce);
	const fast = await runRounds(`${PICTURES} pictures in posts, four ways`, rounds, atOnce);
	const taking = `answered after ${SERVICE_TIME_MS} ms`;
	const slowly = await contest(setting, files, SERVICE_TIME_MS);
	const slow = await runRounds(`${PICTURES} pictures in posts, ${taking}`, slowRounds, slowly);
	const memory = await memoryOf(setting, `${folders.files}/daily-1.png`, files, memoryRounds);
	n8n.sandbox.control.reset();
	return {
		title: `${PICTURES} pictures, each in a post of its own`,
		how: `A folder of ${PICTURES} different pictures of ${mib(PICTURE_BYTES)}, through the sandbox, which keeps the service's rules; once answering at once, once after ${SERVICE_TIME_MS} ms, which is still quick for a service on the internet. Each way is checked: every picture is in its own post. Our node and the loop send one post at a time, in order; all at once is the default of HTTP Request. Time by n8n's own record, from the first to the last node without reading the files; of the loop from its first to its last round. Median of ${rounds} and of ${slowRounds} (lowest to highest). Memory as below, with reading the files, the service answering at once; median of ${memoryRounds}.`,
		rows: [
			timeAgainst(fast, ALL_AT_ONCE, AT_ONCE, `${BY_DESIGN} ${WHY_SLOWER}`),
			timeAgainst(slow, ALL_AT_ONCE, taking, BY_DESIGN),
			timeAgainst(fast, LOOP, AT_ONCE, WHY_SLOWER_THAN_LOOP),
			timeAgainst(slow, LOOP, taking, WHY_SLOWER_THAN_LOOP),
			memoryAgainst(memory, ALL_AT_ONCE),
			...perPost([...valuesOf(fast, OURS), ...valuesOf(slow, OURS)]),
			...timesOf(fast, AT_ONCE),
			...timesOf(slow, taking),
			...[...WAYS, READ].map((name) => told(`${name}, memory above idle`, withSpread(valuesOf(memory, name), mib))),
		],
	};
}
