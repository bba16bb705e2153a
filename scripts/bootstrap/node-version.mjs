import { readFileSync } from 'node:fs';

/** The lowest version that package.json's `engines.node` accepts; it is written there as ">=major.minor". */
function lowestVersion() {
	const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
	const [major, minor = 0] = manifest.engines.node.replace('>=', '').split('.').map(Number);
	return { major, minor };
}

/** Ends the program with a clear message when this Node is too old for what follows. */
export function requireNode() {
	const lowest = lowestVersion();
	const [major, minor] = process.versions.node.split('.').map(Number);
	if (major > lowest.major || (major === lowest.major && minor >= lowest.minor)) return;
	console.error(
		`This needs Node ${lowest.major}.${lowest.minor} or newer; you run ${process.versions.node} (${process.execPath}).\n` +
			'Install a newer Node from https://nodejs.org or with your version manager, and try again.',
	);
	process.exit(1);
}
