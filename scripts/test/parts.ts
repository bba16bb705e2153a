import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { exitCodeOf } from '../lib/child';
import { asObject } from '../lib/json';
import { CACHE, ROOT } from '../lib/paths';

export interface Counts {
	passed: number;
	failed: number;
}

/** One for each run: tests and end-to-end tests may run at the same time. */
const REPORT = join(CACHE, `jest-${process.pid}.json`);

/** A check that counts as one. */
export function countOne(ok: boolean): Counts {
	return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** The counts of several checks together. */
export function sumOf(all: readonly Counts[]): Counts {
	const sum = (pick: (counts: Counts) => number): number => all.reduce((total, counts) => total + pick(counts), 0);
	return { passed: sum(({ passed }) => passed), failed: sum(({ failed }) => failed) };
}

/** A command that counts as one check: its exit code tells. */
export async function runCheck(command: string, args: string[]): Promise<Counts> {
	return countOne((await exitCodeOf(command, args, { cwd: ROOT })) === 0);
}

/**
 * Runs jest; each test counts. A test file that cannot even be loaded counts as one failure.
 *
 * @param args which tests, where it is not all that need no servers
 * @param env more environment variables for the tests
 */
export async function runJest(args: string[] = [], env?: NodeJS.ProcessEnv): Promise<Counts> {
	mkdirSync(CACHE, { recursive: true });
	rmSync(REPORT, { force: true });
	const exitCode = await exitCodeOf('jest', [...args, '--json', `--outputFile=${REPORT}`], { cwd: ROOT, env });
	if (!existsSync(REPORT)) {
		console.error('jest ended without a report.');
		return countOne(false);
	}
	const report = asObject(JSON.parse(readFileSync(REPORT, 'utf8')));
	rmSync(REPORT);
	const passed = Number(report.numPassedTests);
	const failed = Number(report.numFailedTests) + Number(report.numRuntimeErrorTestSuites);
	// Jest can also fail as a whole, for example in its own teardown.
	return { passed, failed: exitCode !== 0 && failed === 0 ? 1 : failed };
}
