/** Installs the packages of a folder once, and again only when what its package.json asks for has changed. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withProgress } from './progress.mjs';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LOGS = join(ROOT, '.cache', 'logs');
/** Stands inside node_modules, so that whoever deletes that folder deletes the stamp too. npm leaves dot files alone. */
const STAMP = '.install-stamp';
/** Lines of npm's output that are shown when an install fails: its summary of the cause fits. */
const SHOWN_LINES = 25;
/** Also where this program was started with `npm --silent`, which would keep npm's reasons out of the log. */
const LOG_LEVEL = '--loglevel=warn';
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const IS_WINDOWS = process.platform === 'win32';

/** What decides whether an install is still good: what is asked for, and the platform that native parts were built for. */
function fingerprint(folder) {
	const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
	const { dependencies, devDependencies, peerDependencies, overrides } = manifest;
	const asked = { dependencies, devDependencies, peerDependencies, overrides };
	const about = JSON.stringify({ asked, platform: process.platform, arch: process.arch });
	return createHash('sha256').update(about).digest('hex');
}

/** The npm that started this program, else the npm on the PATH. */
function npmCommand() {
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
function npm(folder, args, log) {
	const { command, first, shell } = npmCommand();
	mkdirSync(LOGS, { recursive: true });
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
				if (stopped) return reject(new Error('Stopped while installing; the next run installs again.'));
				const tail = readFileSync(log, 'utf8').trimEnd().split('\n').slice(-SHOWN_LINES).join('\n');
				reject(new Error(`npm ${args[0]} failed in ${folder} (exit code ${code}).\n${tail}\n\nWhole log: ${log}`));
			}),
		);
	});
}

/** Whether somebody's own `npm install` went through since package.json changed: npm writes this file last. */
function installedByHand(folder) {
	const written = join(folder, 'node_modules', '.package-lock.json');
	return existsSync(written) && statSync(written).mtimeMs > statSync(join(folder, 'package.json')).mtimeMs;
}

/**
 * @param {{ folder: string, name: string, steps: { title: string, why?: string, args: string[], hint?: string }[] }} what
 * @returns {Promise<boolean>} whether anything had to be installed
 */
export async function ensureInstalled({ folder, name, steps }) {
	const stamp = join(folder, 'node_modules', STAMP);
	const wanted = fingerprint(folder);
	const known = existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined;
	if (known === wanted) return false;
	// One step is a plain `npm install`, which a person may have done; more steps are known to be done by the stamp alone.
	if (steps.length === 1 && known === undefined && installedByHand(folder)) {
		writeFileSync(stamp, wanted);
		return false;
	}
	rmSync(stamp, { force: true });
	const log = join(LOGS, `install-${name}.log`);
	rmSync(log, { force: true });
	for (const { title, why, args, hint } of steps) {
		try {
			await withProgress({ title, why }, () => npm(folder, args, log));
		} catch (error) {
			throw hint ? new Error(`${error.message}\n${hint}`, { cause: error }) : error;
		}
	}
	writeFileSync(stamp, wanted);
	return true;
}
