/** The package that `npm run dev` keeps up to date, apart from what the compiler writes into it. */
import { copyFileSync, mkdirSync, rmSync, watch } from 'node:fs';
import { join } from 'node:path';
import { copyStaticFiles, SOURCES } from '../build/static-files';
import { messageOf } from '../lib/lifetime';
import { ROOT } from '../lib/paths';

/** Makes an empty package: the manifest, and a dist/ with the static files. Gives the path of dist/. */
export function preparePackage(folder: string): string {
	const dist = join(folder, 'dist');
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(dist, { recursive: true });
	copyFileSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
	copyStaticFiles(dist);
	return dist;
}

/** Copies them again whenever one is saved. Gives what ends the watching. */
export function watchStaticFiles(dist: string): () => Promise<void> {
	const watchers = SOURCES.map(({ folder, kind }) =>
		watch(join(ROOT, folder), { recursive: true }, (_event, name) => {
			if (!name?.endsWith(kind)) return;
			try {
				copyStaticFiles(dist);
			} catch (error) {
				// An editor that saves by renaming leaves a moment without the file; its next event copies it.
				console.error(`Not copied: ${messageOf(error)}`);
			}
		}),
	);
	return () => {
		for (const watcher of watchers) watcher.close();
		return Promise.resolve();
	};
}
