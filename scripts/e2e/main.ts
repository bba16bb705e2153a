/**
 * `npm run e2e`: the packed package in real n8n, against the sandbox. One sandbox and one n8n serve all tests of the jest
 * project "e2e", which gets their addresses and a sign-in by its environment.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand, type Lifetime } from '../lib/lifetime';
import { ensureN8nInstalled } from '../lib/n8n-install';
import { buildAndInstall } from '../lib/package';
import { CACHE, MEDIA } from '../lib/paths';
import { setStage } from '../lib/stage';
import { runJest } from '../test/parts';
import { toEnvironment } from './handover';

/** The folder in which the tests put files for n8n's file nodes; emptied at each start. */
const FILES = join(CACHE, 'e2e-files');
/** Milliseconds for one test: those with several executions take some seconds, on a slow machine half a minute. */
const TEST_MS = 120_000;

async function runAll(args: string[], lifetime: Lifetime): Promise<number> {
	await ensureN8nInstalled();
	rmSync(FILES, { recursive: true, force: true });
	mkdirSync(FILES, { recursive: true });
	const { n8n, client, sandbox, credential } = await setStage({
		lifetime,
		name: 'e2e',
		mediaFolder: FILES,
		install: buildAndInstall,
		fresh: true,
		settings: { N8N_RESTRICT_FILE_ACCESS_TO: [FILES, MEDIA].join(';') },
	});
	const env = toEnvironment({
		n8nUrl: n8n.url,
		n8nSession: client.session,
		sandboxUrl: sandbox.baseUrl,
		credentialId: credential.id,
		credentialName: credential.name,
		filesFolder: FILES,
	});
	const counts = await runJest(['--selectProjects', 'e2e', '--runInBand', `--testTimeout=${TEST_MS}`, ...args], env);
	if (counts.failed > 0) console.log(`\nn8n's log: ${n8n.log}`);
	console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
	return counts.failed > 0 || counts.passed === 0 ? 1 : 0;
}

/** @param args more arguments for jest, for example `-t form` */
export async function main(args: string[]): Promise<void> {
	await runCommand((lifetime) => runAll(args, lifetime));
}
