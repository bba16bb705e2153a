/** What the compiler does not carry into dist/: the icons, and the codex files beside the nodes. */
import { cpSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../lib/paths';

/** Folder, and the kind of file in it that is copied. */
export const SOURCES = [
	{ folder: 'icons', kind: '.svg' },
	{ folder: 'nodes', kind: '.node.json' },
];

/** Copies the files into dist/, at the same paths. */
export function copyStaticFiles(dist: string): void {
	for (const { folder, kind } of SOURCES) {
		const wanted = (path: string): boolean => path.endsWith(kind) || statSync(path).isDirectory();
		cpSync(join(ROOT, folder), join(dist, folder), { recursive: true, filter: wanted });
	}
}

/** The last step of `npm run build`. */
export const main = (): void => copyStaticFiles(join(ROOT, 'dist'));
