/** What the run of queue mode came to: written by the part, read by its tests. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE } from '../../lib/paths';
import type { WorkerName } from './cluster';

const FILE = join(CACHE, 'e2e-queue', 'findings.json');

/** One call of the webhook, and what became of it. */
export interface Finding {
	number: number;
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
	/** What the worker was doing that was killed without warning. */
	killed: Moment;
	/** What the other worker was doing when it was asked to stop. */
	stopped: Moment;
}

export function writeFindings(findings: Findings): void {
	writeFileSync(FILE, JSON.stringify(findings, null, '\t'));
}

export function readFindings(): Findings {
	return JSON.parse(readFileSync(FILE, 'utf8')) as Findings;
}
