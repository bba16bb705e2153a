/** Installs the packed package as n8n 2 itself does it when somebody installs it in n8n's editor. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { name as packageName } from '../../package.json';
import { outputOf } from './child';
import { asObject } from './json';
import { communityPackageFolder } from './package';

const FLAGS = [
	'--audit=false',
	'--fund=false',
	'--bin-links=false',
	'--install-strategy=shallow',
	'--ignore-scripts=true',
	'--package-lock=false',
];
/** Takes a setting of this repository back: n8n does not have it. */
const AS_ANYWHERE = '--legacy-peer-deps=false';

/**
 * The steps of `downloadPackage` in n8n's community packages service: the tarball is unpacked, its development, peer
 * and optional dependencies are taken out of its package.json, and the rest is installed inside of it, without scripts.
 */
export async function installByUnpacking(tarball: string, userFolder: string): Promise<void> {
	const folder = communityPackageFolder(userFolder);
	mkdirSync(folder, { recursive: true });
	await outputOf('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1'], { cwd: folder });
	const manifest = asObject(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
	for (const left of ['devDependencies', 'peerDependencies', 'optionalDependencies']) delete manifest[left];
	writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
	await outputOf('npm', ['install', ...FLAGS, AS_ANYWHERE], { cwd: folder });
	const known = { name: 'installed-nodes', private: true, dependencies: { [packageName]: manifest.version } };
	writeFileSync(join(userFolder, '.n8n', 'nodes', 'package.json'), JSON.stringify(known, null, 2));
}
