/** Child processes, with their output in a log file and their children's children ended with them. */
import { once } from 'node:events';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Options, ResultPromise } from 'execa';
import { PlainFailure, type Lifetime } from './lifetime';

/** Milliseconds that a process gets to end by itself before it is ended by force; n8n takes one or two seconds. */
const GRACE_MS = 12_000;
/** Milliseconds between two questions whether a server answers. */
const ASK_MS = 200;
/** Lines of a log that are shown after a failure: enough for a message with its stack. */
const SHOWN_LINES = 40;
const END_WITH_PARENT = join(__dirname, 'end-with-parent.js');
const IS_WINDOWS = process.platform === 'win32';

/** execa is an ES module, and this file is none: it comes by a dynamic import. */
async function start(command: string, args: string[], options: Options): Promise<{ child: ResultPromise }> {
	const { execa } = await import('execa');
	return { child: execa(command, args, options) };
}

/** The last lines of a log file. */
export function tailOf(log: string): string {
	return readFileSync(log, 'utf8').trimEnd().split('\n').slice(-SHOWN_LINES).join('\n');
}

export interface RunOptions {
	cwd: string;
	env?: NodeJS.ProcessEnv;
}

/** What a command printed on its standard output; fails with all that it printed when its exit code is not 0. */
export async function outputOf(command: string, args: string[], options: RunOptions): Promise<string> {
	const { child } = await start(command, args, {
		...options,
		all: true,
		reject: false,
		preferLocal: true,
		localDir: options.cwd,
	});
	const result = await child;
	if (result.failed) {
		throw new PlainFailure(
			`${result.escapedCommand} failed (exit code ${String(result.exitCode)}):\n${String(result.all)}`,
		);
	}
	return String(result.stdout);
}

/** The exit code of a command whose output goes where this program's output goes. */
export async function exitCodeOf(command: string, args: string[], options: RunOptions): Promise<number> {
	const { child } = await start(command, args, {
		...options,
		stdio: ['ignore', 'inherit', 'inherit'],
		reject: false,
		preferLocal: true,
		localDir: options.cwd,
	});
	const result = await child;
	return result.exitCode ?? 1;
}

/** Signals a process and all that it started. False when none of them is left. */
function signalGroup(leader: number, signal: NodeJS.Signals): boolean {
	try {
		process.kill(IS_WINDOWS ? leader : -leader, signal);
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
		throw error;
	}
}

/** Windows has no process groups; its own tool ends a tree of processes. */
async function endTreeOnWindows(leader: number): Promise<void> {
	const { child } = await start('taskkill', ['/pid', String(leader), '/t', '/f'], { reject: false });
	await child;
}

/** Asks the leader, which ends its own children in good order; then ends by force what is left of all of them. */
async function endGroup(leader: number, ended: Promise<void>): Promise<void> {
	if (IS_WINDOWS) return await endTreeOnWindows(leader);
	try {
		process.kill(leader, 'SIGTERM');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
	const tooLong = new AbortController();
	await Promise.race([ended, sleep(GRACE_MS, undefined, { signal: tooLong.signal })]);
	tooLong.abort();
	signalGroup(leader, 'SIGKILL');
	await ended;
}

export interface Running {
	pid: number;
	/** Whether it has ended, by itself or not. */
	hasEnded: () => boolean;
	stop: () => Promise<void>;
	/** Ends it and all that it started without warning, as a crash would. */
	kill: () => Promise<void>;
}

export interface Server extends Running {
	/** File with everything it printed. */
	log: string;
}

export interface StartOptions extends RunOptions {
	lifetime: Lifetime;
	/** That the command is Node, and the program is to end also where this process has no time to end it. */
	endsWithParent?: boolean;
}

/** Starts a process that goes on until it is stopped, in a group of its own: Ctrl-C reaches it only through the lifetime. */
async function startRunning(command: string, args: string[], options: StartOptions, output: Options): Promise<Running> {
	const { cwd, env, lifetime, endsWithParent = false } = options;
	const own: Options = {
		cwd,
		env,
		extendEnv: false,
		detached: !IS_WINDOWS,
		cleanup: false,
		reject: false,
		stdin: 'ignore',
		ipc: endsWithParent,
	};
	const allArgs = endsWithParent ? ['--require', END_WITH_PARENT, ...args] : args;
	const { child } = await start(command, allArgs, { ...own, ...output });
	let ended = false;
	const end = child.then(() => {
		ended = true;
	});
	const { pid } = child;
	if (pid === undefined) {
		const result = await child;
		throw new PlainFailure(`${command} could not be started: ${String(result.message)}`);
	}
	const stop = (): Promise<void> => endGroup(pid, end);
	const kill = async (): Promise<void> => {
		if (IS_WINDOWS) return await endTreeOnWindows(pid);
		signalGroup(pid, 'SIGKILL');
		await end;
	};
	lifetime.add({ end: stop, endNow: () => signalGroup(pid, 'SIGKILL') });
	return { pid, hasEnded: () => ended, stop, kill };
}

/** Starts a process whose output goes into a log file. */
export async function startServer(
	command: string,
	args: string[],
	options: StartOptions & { log: string },
): Promise<Server> {
	const { log } = options;
	mkdirSync(dirname(log), { recursive: true });
	const file = createWriteStream(log);
	await once(file, 'open');
	const running = await startRunning(command, args, options, { stdout: file, stderr: file });
	file.destroy();
	return { ...running, log };
}

/** Asks a server by a command, whose exit code tells whether it answers. */
export function answersTo(command: string, args: string[]): () => Promise<boolean> {
	return () =>
		outputOf(command, args, { cwd: '/' }).then(
			() => true,
			() => false,
		);
}

/** Waits until a server answers. Fails with the end of its log where it ends before that, or takes too long. */
export async function untilAnswers(
	{ log, hasEnded }: Server,
	who: string,
	answers: () => Promise<boolean>,
	withinMs: number,
): Promise<void> {
	const until = Date.now() + withinMs;
	while (!(await answers())) {
		const gaveUp = Date.now() > until;
		if (gaveUp || hasEnded()) {
			const what = gaveUp ? `did not answer within ${withinMs / 1000} seconds` : 'ended while it started';
			throw new PlainFailure(`The end of its log (${log}):\n${tailOf(log)}\n\n${who} ${what}.`);
		}
		await sleep(ASK_MS);
	}
}

/** Starts a process whose output a person reads. */
export async function startShown(command: string, args: string[], options: StartOptions): Promise<Running> {
	return await startRunning(command, args, options, { stdout: 'inherit', stderr: 'inherit' });
}
