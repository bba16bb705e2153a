import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ensureInstalled } from '../bootstrap/install.mjs';
import { asObject, asText } from './json';
import { E2E, ROOT } from './paths';
import { PlainFailure, messageOf } from './lifetime';

/** A folder whose package.json asks for a version of n8n and the Node it needs. */
export interface N8nInstall {
	folder: string;
	/** For messages and the name of the log. */
	name: string;
	/** Folder of the npm package with the Node that runs it; the one beside n8n where nothing is said. */
	nodeFolder?: string;
}

/** The n8n that the commands use where they do not say otherwise. */
export const USUAL_N8N: N8nInstall = { folder: E2E, name: 'n8n' };

/** The oldest n8n that this package works in. */
export const OLDEST_N8N: N8nInstall = { folder: join(E2E, 'versions'), name: 'oldest-n8n' };

/** Paths of the programs of an install. */
export function programsOf({ folder, nodeFolder }: N8nInstall): { node: string; n8n: string; bin: string } {
	const modules = join(folder, 'node_modules');
	const bin = join(nodeFolder ?? join(modules, 'node'), 'bin');
	return {
		node: join(bin, process.platform === 'win32' ? 'node.exe' : 'node'),
		n8n: join(modules, 'n8n', 'bin', 'n8n'),
		bin,
	};
}

/** The version of the package in a folder. */
export function versionIn(packageFolder: string): string {
	return asText(asObject(JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'))).version);
}

/** The version of n8n. */
export const versionOf = ({ folder }: N8nInstall): string => versionIn(join(folder, 'node_modules', 'n8n'));

/** The packages of a folder that hold a Node, by their names there: several versions stand under names of their own. */
function nodePackagesOf(folder: string): string[] {
	const { dependencies } = asObject(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
	return Object.entries(asObject(dependencies))
		.filter(([name, version]) => name === 'node' || asText(version).startsWith('npm:node@'))
		.map(([name]) => name);
}

/** Installs real n8n and the Node it needs into its folder, once. */
export async function ensureN8nInstalled({ folder, name } = USUAL_N8N): Promise<void> {
	const quiet = ['--no-audit', '--no-fund'];
	const rebuild = (...names: string[]): string[] => ['rebuild', ...names, '--ignore-scripts=false', ...quiet];
	try {
		await ensureInstalled({
			folder,
			name,
			steps: [
				{
					title: `Installing real n8n into ${relative(ROOT, folder)}/`,
					why: 'about 2,000 packages and 2.4 GB; takes three to five minutes, once',
					args: ['install', '--legacy-peer-deps', '--ignore-scripts', ...quiet],
				},
				{
					title: "Making n8n's database driver ready",
					why: 'it is compiled here when no ready-made one can be fetched; takes one to three minutes, once',
					args: rebuild('sqlite3'),
					hint: 'Where no ready-made driver can be fetched, it is compiled: that needs Python 3, make and a C++ compiler.',
				},
				{ title: 'Fetching the Node that n8n needs', args: rebuild(...nodePackagesOf(folder)) },
			],
		});
	} catch (error) {
		throw new PlainFailure(messageOf(error), { cause: error });
	}
}
