/** What came of orders that were run again: written by the part, read by its tests, and told to a person. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE } from '../../lib/paths';
import { table } from '../../lib/table';
import type { Disturbance } from './again';
import type { Tally } from './tally';

const FILE = join(CACHE, 'e2e-queue-again.json');

export interface Outcome {
	/** The version. */
	n8n: string;
	disturbance: Disturbance;
	/** Executions that the worker had under way when it was killed or frozen. */
	underWay: string[];
	/** Calls of which the work was done, and the answer had nobody any more who waited for it. */
	lost: { completions: number; posts: number };
	/** How many executions n8n says have ended in each state, before anybody did anything. */
	ended: Record<string, number>;
	/** Executions that workers say they have started more than once. */
	startedTwice: string[];
	/** How many executions were retried from n8n's list. */
	retried: number;
	/** When n8n was done by itself, after the retries, and after all orders were sent once more. */
	byItself: Tally;
	afterRetries: Tally;
	atTheEnd: Tally;
	/** How many executions of the orders that were sent once more have ended with "success". */
	againSucceeded: number;
}

export function writeOutcomes(outcomes: readonly Outcome[]): void {
	writeFileSync(FILE, JSON.stringify(outcomes, null, '\t'));
}

export function readOutcomes(): Outcome[] {
	return JSON.parse(readFileSync(FILE, 'utf8')) as Outcome[];
}

const TALLIES = {
	byItself: 'by itself',
	afterRetries: 'after "Retry"',
	atTheEnd: 'after all were sent again',
} as const;

function rowsOf(tally: keyof typeof TALLIES): Array<[string, (outcome: Outcome) => number | string]> {
	return [
		[TALLIES[tally], () => ''],
		['  posts', ({ [tally]: { posts } }) => posts.total],
		['    missing, twice', ({ [tally]: { posts } }) => `${posts.missing.length}, ${posts.twice.length}`],
		['    in the trash', ({ [tally]: { withdrawn } }) => withdrawn],
		['  files', ({ [tally]: { files } }) => files.total],
		['    missing, twice', ({ [tally]: { files } }) => `${files.missing.length}, ${files.twice.length}`],
		['  requests so far', ({ [tally]: { asked } }) => asked.requests],
		['    search, start', ({ [tally]: { asked } }) => `${asked.searches}, ${asked.uploads}`],
		['    complete, look', ({ [tally]: { asked } }) => `${asked.completions}, ${asked.looks}`],
		['    post, withdraw', ({ [tally]: { asked } }) => `${asked.posts}, ${asked.withdrawals}`],
	];
}

const told = (counts: Record<string, number>): string =>
	Object.entries(counts)
		.map(([state, count]) => `${count} ${state}`)
		.join(', ');

/** The figures of each run, in columns. */
export function figuresOf(outcomes: readonly Outcome[]): string {
	const rows: Array<[string, (outcome: Outcome) => number | string]> = [
		['', ({ n8n, disturbance }) => `n8n ${n8n}, ${disturbance}`],
		['under way then', ({ underWay }) => underWay.length],
		['answers lost: complete, post', ({ lost }) => `${lost.completions}, ${lost.posts}`],
		['ended', ({ ended }) => told(ended)],
		['run again by n8n', ({ startedTwice }) => startedTwice.length],
		['retried', ({ retried }) => retried],
		['sent again with "success"', ({ againSucceeded }) => againSucceeded],
		...rowsOf('byItself'),
		...rowsOf('afterRetries'),
		...rowsOf('atTheEnd'),
	];
	return table(rows.map(([name, cell]) => [name, ...outcomes.map((outcome) => String(cell(outcome)))])).join('\n');
}
