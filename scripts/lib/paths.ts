import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of this repository. */
export const ROOT = join(__dirname, '..', '..');

/** Everything that the commands make and keep between runs; out of git. */
export const CACHE = join(ROOT, '.cache');
export const LOGS = join(CACHE, 'logs');
export const E2E = join(ROOT, 'e2e');
export const EXAMPLES = join(ROOT, 'examples');
export const MEDIA = join(EXAMPLES, 'media');
export const IMAGES = join(ROOT, 'docs', 'images');

/** Makes a folder, or empties it. */
export function emptyFolder(path: string): void {
	rmSync(path, { recursive: true, force: true });
	mkdirSync(path, { recursive: true });
}
