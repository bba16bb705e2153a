/**
 * `npm run demo`: real n8n uploads a real picture through the sandbox and schedules a post with it.
 * Exit code 0 only when the sandbox really holds what was sent.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withProgress } from '../bootstrap/progress.mjs';
import { PlainFailure, messageOf, runCommand, type Lifetime } from '../lib/lifetime';
import { claim } from '../lib/claim';
import { ensureN8nInstalled } from '../lib/n8n-install';
import { buildAndInstall } from '../lib/package';
import { CACHE, MEDIA } from '../lib/paths';
import { copySamples, furnish } from '../lib/playground';
import { addressesOf, setStage, type Stage } from '../lib/stage';
import { expectedFiles, faultsOfResult } from './check';
import { reportLines } from './report';
import { runExample } from '../lib/run-example';

const NAME = 'demo';
/** The only folder that n8n may read. */
const FILES = join(CACHE, NAME, 'files');
const EXAMPLE = 'picture-to-post.json';
const SAMPLE = 'balloons.png';
const USAGE = `npm run demo             run the example workflow in real n8n, print what it did, stop everything
npm run demo -- --keep   leave n8n's editor and the sandbox open until Ctrl-C`;

/** Reads the arguments; undefined when only the usage was asked for. */
function readArguments(args: string[]): { keep: boolean } | undefined {
	try {
		const options = { keep: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } } as const;
		const { values } = parseArgs({ args, options });
		return values.help ? undefined : { keep: values.keep };
	} catch (error) {
		throw new PlainFailure(`${messageOf(error)}\n\n${USAGE}`);
	}
}

async function keepOpen(stage: Stage, lifetime: Lifetime): Promise<never> {
	const lines = await withProgress({ title: 'Importing the examples' }, () => furnish(stage, FILES, lifetime));
	console.log(`
${lines.join('\n')}

The sandbox takes every account. To see failures: "not_connected" is refused, and posts of "failing_account" fail on the platform.
All of it stays open until you press Ctrl-C. The next demo starts again from an empty n8n and an empty sandbox.`);
	return await new Promise<never>(() => undefined);
}

async function install(userFolder: string): Promise<void> {
	await buildAndInstall(userFolder);
	copySamples(FILES);
}

async function demo(args: string[], lifetime: Lifetime): Promise<number> {
	const options = readArguments(args);
	if (!options) {
		console.log(USAGE);
		return 0;
	}
	const lock = claim(NAME, 'npm run demo', lifetime);
	await ensureN8nInstalled();
	const stage = await setStage({ lifetime, name: NAME, mediaFolder: FILES, install, fresh: true });
	const { sandbox } = stage;
	lock.tell(addressesOf(stage));
	await withProgress({ title: `Running examples/${EXAMPLE} in n8n` }, () => runExample(stage, EXAMPLE, FILES));
	const state = sandbox.state();
	console.log(reportLines(state).join('\n'));
	const faults = faultsOfResult(state, expectedFiles([join(MEDIA, SAMPLE)]));
	if (faults.length > 0) {
		throw new PlainFailure(
			`The workflow ended well, but the result is not right:\n${faults.map((fault) => `- ${fault}`).join('\n')}`,
		);
	}
	console.log(`\n✓ The sandbox holds ${SAMPLE}, byte for byte, and one scheduled post with it.`);
	if (options.keep) return await keepOpen(stage, lifetime);
	console.log(`
${addressesOf(stage)}
Both are closed now; "npm run demo -- --keep" leaves them open, with all examples in n8n.`);
	return 0;
}

export async function main(args: string[]): Promise<void> {
	await runCommand((lifetime) => demo(args, lifetime));
}
