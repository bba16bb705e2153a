/**
 * `npm run dev`: the sandbox, and n8n's editor with the node as it stands in the sources. What is saved is compiled
 * straight into n8n's folder of community packages, where n8n loads it again by itself.
 */
import { join } from 'node:path';
import { withProgress } from '../bootstrap/progress.mjs';
import { outputOf, startShown } from '../lib/child';
import { claim } from '../lib/claim';
import { runCommand, type Lifetime } from '../lib/lifetime';
import { ensureN8nInstalled } from '../lib/n8n-install';
import { communityPackageFolder } from '../lib/package';
import { CACHE, ROOT } from '../lib/paths';
import { copySamples, furnish } from '../lib/playground';
import { addressesOf, setStage } from '../lib/stage';
import { preparePackage, watchStaticFiles } from './static-files';

/** n8n loads changed packages again only when it runs in development mode. */
const RELOADING = { NODE_ENV: 'development', N8N_DEV_RELOAD: 'true' };

/** Name of the folder under .cache/ that keeps this n8n from one time to the next. */
const NAME = 'dev';
const PACKAGE = communityPackageFolder(join(CACHE, NAME));
const DIST = join(PACKAGE, 'dist');
/** The only folder that n8n may read. */
const FILES = join(CACHE, NAME, 'files');
const COMPILER = ['-p', 'tsconfig.build.json', '--outDir', DIST, '--noEmitOnError'];

/** Compiles once, so that n8n finds a package when it starts. */
async function compile(): Promise<void> {
	await withProgress({ title: 'Compiling the node' }, async () => {
		preparePackage(PACKAGE);
		await outputOf('tsc', COMPILER, { cwd: ROOT });
	});
	copySamples(FILES);
}

/** Compiles again whenever a source is saved; the compiler's messages are shown. */
async function watchSources(lifetime: Lifetime): Promise<void> {
	lifetime.add({ end: watchStaticFiles(DIST) });
	const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
	const args = [tsc, ...COMPILER, '--watch', '--preserveWatchOutput'];
	await startShown(process.execPath, args, { cwd: ROOT, env: process.env, lifetime, endsWithParent: true });
}

async function dev(lifetime: Lifetime): Promise<number> {
	const lock = claim(NAME, 'npm run dev', lifetime);
	await ensureN8nInstalled();
	const stage = await setStage({
		lifetime,
		name: NAME,
		mediaFolder: FILES,
		install: compile,
		fresh: false,
		settings: RELOADING,
	});
	lock.tell(addressesOf(stage));
	const lines = await furnish(stage, FILES, lifetime);
	console.log(`
${lines.join('\n')}

Save a file under nodes/, credentials/ or icons/: it is compiled, and n8n loads the node again.
Workflows stay until the next time; Ctrl-C ends everything.
`);
	await watchSources(lifetime);
	return await new Promise<never>(() => undefined);
}

export async function main(): Promise<void> {
	await runCommand(dev);
}
