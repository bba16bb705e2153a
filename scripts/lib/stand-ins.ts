/**
 * A stand-in for the package "date-fns" in an n8n that e2e/ holds. n8n's node "Extract from File" loads it for
 * calendar files (ICS) alone; it is a peer dependency, n8n is installed without those, and so not even a CSV file could be
 * read. Where the real package stands beside n8n, n8n takes that one.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CACHE } from './paths';

/** What is loaded of it when the node is loaded. */
const MODULES = [
	'index.js',
	'format/index.js',
	'_lib/cloneObject/index.js',
	'_lib/getTimezoneOffsetInMilliseconds/index.js',
	'_lib/toInteger/index.js',
];
/** Holds nothing: whoever uses it fails at once. */
const EMPTY_MODULE = 'module.exports = {};\n';

/** Makes it, and gives the folder that NODE_PATH must name. */
export function makeStandIns(): string {
	const folder = join(CACHE, 'stand-ins');
	for (const module of MODULES) {
		const file = join(folder, 'date-fns', module);
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, EMPTY_MODULE);
	}
	return folder;
}
