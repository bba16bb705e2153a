/** Whether npm's registry can be reached. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { npmCommand } from './npm.mjs';

/** Milliseconds in which a registry must answer its first question. For a package npm waits five minutes, three times. */
const ANSWER_MS = 10_000;

/** What `npm --json` says about a failure. */
function errorOfNpm(output) {
	try {
		return JSON.parse(output).error ?? {};
	} catch {
		// npm could not even be started, or was ended: the message of that tells.
		return {};
	}
}

/**
 * Fails in seconds where the registry cannot be reached: an install would try for many minutes, and say nothing. npm is
 * asked, because it alone knows the registry, the proxy and the certificates that it is set to use.
 * @param {string} folder whose settings of npm hold
 */
export async function requireRegistry(folder) {
	const { command, first, shell } = npmCommand();
	const args = [...first, 'ping', '--json', '--fetch-retries=0', `--fetch-timeout=${ANSWER_MS}`];
	try {
		await promisify(execFile)(command, args, { cwd: folder, shell });
	} catch (error) {
		const { code = '', summary = error.message } = errorOfNpm(error.stdout);
		// A registry that does not know this question answers all the same.
		if (/^E4\d\d$/.test(code)) return;
		const [registry = 'its registry'] = /https?:\S+(?=-\/ping)/.exec(summary) ?? [];
		throw new Error(
			`The packages cannot be installed: npm does not reach ${registry}, the registry that it is set to use.\n` +
				`npm says: ${summary}\n\n` +
				'Check the network and the proxy; "npm config list" shows what npm is set to use.\n' +
				'For another registry: npm config set registry <address>. Then start again.',
			{ cause: error },
		);
	}
}
