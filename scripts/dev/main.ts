/**
 * `npm run dev`: the sandbox, and n8n's editor with the node as it stands in the sources. What is saved is compiled
 * straight into n8n's folder of community packages, where n8n loads it again by itself.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { withProgress } from '../bootstrap/progress.mjs';
import { outputOf, startShown } from '../lib/child';
import { runCommand, type Lifetime } from '../lib/lifetime';
import { OWNER } from '../lib/n8n-client';
import { ensureN8nInstalled } from '../lib/n8n-install';
import { communityPackageFolder } from '../lib/package';
import { CACHE, EXAMPLES, MEDIA, ROOT } from '../lib/paths';
import { setStage, type Stage } from '../lib/stage';
import { readExample } from '../lib/workflows';
import { preparePackage, watchStaticFiles } from './static-files';

/** n8n loads changed packages again only when it runs in development mode. */
const RELOADING = { NODE_ENV: 'development', N8N_DEV_RELOAD: 'true' };

/** Name of the folder under .cache/ that keeps this n8n from one time to the next. */
const NAME = 'dev';
const PACKAGE = communityPackageFolder(join(CACHE, NAME));
const DIST = join(PACKAGE, 'dist');
const COMPILER = ['-p', 'tsconfig.build.json', '--outDir', DIST, '--noEmitOnError'];

/** Compiles once, so that n8n finds a package when it starts. */
async function compile(): Promise<void> {
	await withProgress({ title: 'Compiling the node' }, async () => {
		preparePackage(PACKAGE);
		await outputOf('tsc', COMPILER, { cwd: ROOT });
	});
}

/** Compiles again whenever a source is saved; the compiler's messages are shown. */
async function watchSources(lifetime: Lifetime): Promise<void> {
	lifetime.add({ end: watchStaticFiles(DIST) });
	const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
	const args = [tsc, ...COMPILER, '--watch', '--preserveWatchOutput'];
	await startShown(process.execPath, args, { cwd: ROOT, env: process.env, lifetime });
}

/** Imports the examples that this n8n does not have yet; those that a developer has changed stay as they are. */
async function importExamples({ client, credential }: Stage): Promise<void> {
	for (const file of readdirSync(EXAMPLES).filter((name) => name.endsWith('.json'))) {
		const workflow = readExample(file, { credential, mediaFolder: MEDIA });
		if ((await client.workflowIds(workflow.name)).length === 0) await client.createWorkflow(workflow);
	}
}

async function dev(lifetime: Lifetime): Promise<number> {
	await ensureN8nInstalled();
	const stage = await setStage({
		lifetime,
		name: NAME,
		mediaFolder: MEDIA,
		install: compile,
		fresh: false,
		settings: RELOADING,
	});
	await importExamples(stage);
	console.log(`
Editor      ${stage.n8n.url}  (sign in with ${OWNER.email} and ${OWNER.password})
Sandbox     ${stage.sandbox.baseUrl}/  (its explorer: ${stage.sandbox.baseUrl}/gql)
n8n's log   ${stage.n8n.log}

Save a file under nodes/, credentials/ or icons/: it is compiled, and n8n loads the node again.
Workflows stay until the next time; Ctrl-C ends everything.
`);
	await watchSources(lifetime);
	return await new Promise<never>(() => undefined);
}

export async function main(): Promise<void> {
	await runCommand(dev);
}
