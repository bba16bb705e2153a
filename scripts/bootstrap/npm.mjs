/** Runs npm, with what it says in a log file. */
import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/** Lines of npm's output that are shown when it fails: its summary of the cause fits. */
const SHOWN_LINES = 25;
/** Also where this program was started with `npm --silent`, which would keep npm's reasons out of the log. */
const LOG_LEVEL = '--loglevel=warn';
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const IS_WINDOWS = process.platform === 'win32';

/** The npm that started this program, else the npm on the PATH. */
export function npmCommand() {
	const started = process.env.npm_execpath ?? '';
	if (basename(started) === 'npm-cli.js') return { command: process.execPath, first: [started], shell: false };
	return { command: 'npm', first: [], shell: IS_WINDOWS };
}

/** Ends npm and what npm started. On Windows a child has no group, and its own signal handling has to do. */
function endGroup(child, signal) {
	try {
		if (IS_WINDOWS) child.kill(signal);
		else process.kill(-child.pid, signal);
	} catch (error) {
		if (error.code !== 'ESRCH') throw error;
	}
}

/** Runs npm with its output in a log file. Rejects with the last lines of the log when it fails. */
export function npm(folder, args, log) {
	const { command, first, shell } = npmCommand();
	mkdirSync(dirname(log), { recursive: true });
	const output = createWriteStream(log, { flags: 'a' });
	output.write(`\n> npm ${args.join(' ')}\n`);
	return new Promise((resolve, reject) => {
		const options = { cwd: folder, shell, detached: !IS_WINDOWS, stdio: ['ignore', 'pipe', 'pipe'] };
		const child = spawn(command, [...first, ...args, LOG_LEVEL], options);
		child.stdout.pipe(output, { end: false });
		child.stderr.pipe(output, { end: false });
		let stopped = false;
		const forward = (signal) => {
			stopped = true;
			endGroup(child, signal);
		};
		SIGNALS.forEach((signal) => process.on(signal, forward));
		const settle = (finish) => {
			SIGNALS.forEach((signal) => process.off(signal, forward));
			output.end(finish);
		};
		child.on('error', (error) => settle(() => reject(new Error(`npm could not be started: ${error.message}`))));
		child.on('close', (code) =>
			settle(() => {
				if (code === 0) return resolve();
				if (stopped)
					return reject(Object.assign(new Error('Stopped while installing. Start again to go on.'), { stopped }));
				const tail = readFileSync(log, 'utf8').trimEnd().split('\n').slice(-SHOWN_LINES).join('\n');
				reject(new Error(`npm ${args[0]} failed in ${folder} (exit code ${code}).\n${tail}\n\nWhole log: ${log}`));
			}),
		);
	});
}
