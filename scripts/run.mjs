/**
 * What every command does first, with nothing but Node: check Node, install the packages. Where a TypeScript file is named,
 * it is run then; a `main` that it exports gets the arguments.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ensureInstalled, ROOT } from './bootstrap/install.mjs';
import { requireNode } from './bootstrap/node-version.mjs';

/** What a shell reports for a command that was ended with Ctrl-C. */
const STOPPED_EXIT_CODE = 130;
/** Milliseconds between two looks whether the process that started this one is still there. */
const LOOK_MS = 500;

/**
 * Ends this program when npm is asked to end: npm passes SIGTERM on to the shell that it starts programs with, and many
 * shells end without passing it on. A program whose parent has ended gets another one; on Windows it never does.
 */
function endWithNpm() {
	const { npm_lifecycle_event: startedByNpm } = process.env;
	if (startedByNpm === undefined) return;
	const parent = process.ppid;
	const timer = setInterval(() => {
		if (process.ppid === parent) return;
		clearInterval(timer);
		process.kill(process.pid, 'SIGTERM');
	}, LOOK_MS);
	timer.unref();
}

async function installRoot() {
	try {
		await ensureInstalled({
			folder: ROOT,
			name: 'package',
			steps: [
				{
					title: 'Installing the packages to build and test with',
					why: 'about 1 GB: the compiler, the linters and the n8n engine; takes two to three minutes, once',
					args: ['install', '--include=dev', '--no-audit', '--no-fund'],
				},
			],
		});
	} catch (error) {
		console.error(`\n${error.message}`);
		process.exit(error.stopped ? STOPPED_EXIT_CODE : 1);
	}
}

// Compiled scripts would stay in the system's folder for temporary files; compiling them takes less than a second.
process.env.TSX_DISABLE_CACHE = '1';
requireNode();
endWithNpm();
await installRoot();
// The program finds its arguments where it would find them if it had been started by itself.
const [file] = process.argv.splice(2, 1);
if (file !== undefined) {
	const { require: requireTypeScript } = createRequire(import.meta.url)('tsx/cjs/api');
	const { main } = requireTypeScript(join(ROOT, file), import.meta.url);
	await main?.(process.argv.slice(2));
}
