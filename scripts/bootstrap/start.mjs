/** What every command does first, with nothing but Node: check Node, install the packages, hand over to TypeScript. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ensureInstalled, ROOT } from './install.mjs';
import { requireNode } from './node-version.mjs';

/** What a shell reports for a command that was ended with Ctrl-C. */
const STOPPED_EXIT_CODE = 130;

async function installRoot() {
	let stopped = false;
	const note = () => {
		stopped = true;
	};
	process.once('SIGINT', note);
	try {
		await ensureInstalled({
			folder: ROOT,
			name: 'package',
			steps: [
				{
					title: 'Installing the packages to build and test with',
					why: 'about 1 GB: the compiler, the linters and the n8n engine; takes one to two minutes, once',
					args: ['install', '--include=dev', '--no-audit', '--no-fund'],
				},
			],
		});
	} catch (error) {
		console.error(`\n${error.message}`);
		process.exit(stopped ? STOPPED_EXIT_CODE : 1);
	} finally {
		process.off('SIGINT', note);
	}
}

/**
 * Runs the `main` that a TypeScript file under scripts/ exports, once all that it imports is installed.
 * @param {string} file path under scripts/
 */
export async function start(file) {
	requireNode();
	await installRoot();
	const { require: requireTypeScript } = createRequire(import.meta.url)('tsx/cjs/api');
	const { main } = requireTypeScript(join(ROOT, 'scripts', file), import.meta.url);
	await main(process.argv.slice(2));
}
