/** The package as a person gets it: built, packed, and installed into an n8n as a community package. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { name as packageName } from '../../package.json';
import { withProgress } from '../bootstrap/progress.mjs';
import { outputOf } from './child';
import { asList, asObject, asText } from './json';
import { PlainFailure } from './lifetime';
import { CACHE, ROOT, emptyFolder } from './paths';

const PACKED = join(CACHE, 'packed');

/** The folder in which n8n looks for a community package. */
export function communityPackageFolder(userFolder: string): string {
	return join(userFolder, '.n8n', 'nodes', 'node_modules', packageName);
}

/** npm, with what it says about itself left out. */
async function npm(args: string[], cwd = ROOT): Promise<string> {
	return await outputOf('npm', args, { cwd, env: { npm_config_update_notifier: 'false' } });
}

/** Compiles the package into dist/. */
export async function buildPackage(): Promise<void> {
	await npm(['run', 'build', '--silent']);
}

export interface Packed {
	/** The tarball. */
	file: string;
	bytes: number;
	/** Paths inside the tarball. */
	files: string[];
}

/** Packs dist/ into the tarball that a registry would get. */
export async function packPackage(): Promise<Packed> {
	emptyFolder(PACKED);
	const report = asObject(asList(JSON.parse(await npm(['pack', '--json', '--pack-destination', PACKED])))[0]);
	const file = join(PACKED, asText(report.filename));
	if (!existsSync(file)) throw new PlainFailure(`npm pack named a file that is not there: ${file}`);
	return { file, bytes: Number(report.size), files: asList(report.files).map((entry) => asText(asObject(entry).path)) };
}

/** From the sources to the tarball; gives its path. */
export async function buildTarball(): Promise<string> {
	return await withProgress({ title: 'Building and packing the package' }, async () => {
		await buildPackage();
		return (await packPackage()).file;
	});
}

/**
 * Installs the tarball to where n8n has community packages, `nodes/` in its folder, as a person does it with npm, and n8n
 * 1.85 too. The setting of this repository that keeps peer dependencies away is taken back: a person does not have it.
 * Nothing is fetched: npm would ask for the versions of the optional peer, which it does not install, and where no
 * registry answers, for more than a minute.
 */
export async function installIntoN8n(tarball: string, userFolder: string): Promise<void> {
	const nodes = join(userFolder, '.n8n', 'nodes');
	mkdirSync(nodes, { recursive: true });
	const quiet = ['--no-audit', '--no-fund', '--package-lock=false', '--offline'];
	await npm(['install', tarball, '--prefix', nodes, '--legacy-peer-deps=false', ...quiet], nodes);
}

/** From the sources to an installed community package, the way a registry and n8n would do it. */
export async function buildAndInstall(userFolder: string): Promise<void> {
	await withProgress({ title: 'Building and packing the package, and installing the tarball into n8n' }, async () => {
		await buildPackage();
		const { file } = await packPackage();
		await installIntoN8n(file, userFolder);
	});
}
