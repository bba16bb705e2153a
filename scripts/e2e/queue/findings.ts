/** What the run of queue mode came to: written by the part, read by its tests and by its report. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE } from '../../lib/paths';
import type { WorkerName } from './cluster';

const FILE = join(CACHE, 'e2e-queue', 'findings.json');

/** One call of the webhook, and what became of it. */
export interface Finding {
	number: number;
	wave: string;
	execution: string;
	/** n8n's own state of the execution. */
	status: string;
	/** n8n's words about what went wrong. */
	error: string;
	/** The workers that say they started it, one entry for each start. */
	startedBy: WorkerName[];
	/** The files in the library that have the order's name, and how many of them hold the order's bytes. */
	files: number;
	rightFiles: number;
	/** The posts that have its text, and how many of them show the order's file in the first tweet. */
	posts: number;
	rightPosts: number;
}

/** What a worker was doing at a moment. */
export interface Moment {
	worker: WorkerName;
	/** Executions that it had started and not finished. */
	underWay: string[];
	/** Those of which the file was in the library and no post was scheduled. */
	uploaded: string[];
	/** Those of which the post was scheduled, and the answer was not there yet. */
	posted: string[];
}

export interface Findings {
	orders: Finding[];
	/** Names of files and texts of posts that no order asked for. */
	strangers: { files: string[]; posts: string[] };
	/** At the kill without warning. */
	killed: Moment;
	/** When the other worker was asked to stop, and what it had still not finished when it had stopped. */
	stopped: Moment & { unfinished: string[] };
	/** When Redis was stopped. */
	redis: { underWay: string[]; waiting: string[] };
	/** How many files n8n stored in its database. */
	storedInDatabase: number;
	/** n8n 1 as it is by default, and with QUEUE_WORKER_MAX_STALLED_COUNT=0. */
	abandoned: { byDefault: Abandoned; withSetting: Abandoned };
}

/** n8n 1, a worker that was killed and did not come back. */
export interface Abandoned {
	/** n8n's state of each execution. */
	states: string[];
	/** How many executions were started more than once. */
	startedTwice: number;
	/** Files in the library, and posts, of each order. */
	files: number[];
	posts: number[];
}

/** What the 200 orders came to. */
export type MainFindings = Omit<Findings, 'abandoned'>;

export function writeFindings(findings: Findings): void {
	writeFileSync(FILE, JSON.stringify(findings, null, '\t'));
}

export function readFindings(): Findings {
	return JSON.parse(readFileSync(FILE, 'utf8')) as Findings;
}
