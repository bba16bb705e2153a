/** A folder for the temporary files of everything that a command starts. */
import { mkdirSync, rmSync } from 'node:fs';

/** Where Node and other programs look for the folder. */
const VARIABLES = ['TMPDIR', 'TMP', 'TEMP'];

/** Uses the folder from now on, and removes it with all that is in it when this process ends, whichever way it ends. */
export function useTemporaryFolder(folder: string): void {
	// Something that is about to end may still write there.
	const clear = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
	clear();
	mkdirSync(folder, { recursive: true });
	for (const name of VARIABLES) process.env[name] = folder;
	process.on('exit', clear);
}
