/** Programs that are run as a person, or npm, runs them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const ROOT = join(__dirname, '../../..');
/** What runs a TypeScript file of this repository. */
export const RUN = join(ROOT, 'scripts', 'run.mjs');
/** A file under programs/, as a path in the repository. */
export const programFile = (name: string): string => join('test', 'scripts', 'programs', name);

/** What is to be done when a test file has ended, the last one first. */
const endings: Array<() => void> = [];
afterAll(() => {
	for (let end = endings.pop(); end; end = endings.pop()) end();
});

/** A folder that is removed with all that is in it. */
export function temporaryFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'scripts-test-'));
	endings.push(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

/** Ends a process by force at the end of the test file, where it is still there. */
export function endAfterwards(pid: number): void {
	endings.push(() => {
		if (isAlive(pid)) process.kill(pid, 'SIGKILL');
	});
}

export function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}

export interface Program {
	pid: number;
	kill: (signal: NodeJS.Signals) => void;
	/** Waits until the output holds something, and gives what the pattern's first group holds. */
	says: (pattern: RegExp) => Promise<string>;
	/** Waits until it and all that has its output has ended. Gives the exit code and all output. */
	ended: Promise<{ code: number | null; output: string }>;
}

export function startProgram(
	command: string,
	args: string[],
	options: { cwd?: string; env?: Record<string, string> } = {},
): Program {
	const { cwd = ROOT, env } = options;
	const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
	const { pid } = child;
	if (pid === undefined) throw new Error(`${command} could not be started.`);
	endAfterwards(pid);
	let output = '';
	const waiting = new Set<() => void>();
	const add = (text: Buffer): void => {
		output += text.toString();
		for (const look of waiting) look();
	};
	child.stdout.on('data', add);
	child.stderr.on('data', add);
	const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }));
	const says = (pattern: RegExp): Promise<string> =>
		new Promise((resolve, reject) => {
			const look = (): void => {
				const match = pattern.exec(output);
				if (match) resolve(match[1] ?? '');
			};
			waiting.add(look);
			look();
			void ended.then(() => reject(new Error(`It ended without ${String(pattern)}:\n${output}`)));
		});
	return { pid, kill: (signal) => child.kill(signal), says, ended };
}

/** A program of Node. */
export function startNode(args: string[], options?: Parameters<typeof startProgram>[2]): Program {
	return startProgram(process.execPath, args, options);
}
