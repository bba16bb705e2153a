/** Looks for secrets in all that n8n keeps: its database with the executions, its log, its files. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stage } from '../lib/stage';
import { countOne, type Counts } from '../test/parts';

/** Files below a folder, without the packages that are installed there. */
function filesBelow(folder: string): string[] {
	return readdirSync(folder, { withFileTypes: true, recursive: true })
		.filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
		.map((entry) => join(entry.parentPath, entry.name));
}

/**
 * One check: neither the API key nor the address of the upload storage stands in any of n8n's files or in its log. n8n
 * encrypts credentials, so the key must not be there in plain text either.
 */
export function checkSecrets({ n8n, sandbox, userFolder }: Stage): Counts {
	// With the slash: a server on port 46019 is not the storage on port 4601.
	const secrets = [sandbox.keys.paid, `${sandbox.uploadOrigin}/`];
	const files = [n8n.log, ...filesBelow(join(userFolder, '.n8n'))];
	const holding = files.filter((file) => {
		const bytes = readFileSync(file);
		return secrets.some((secret) => bytes.includes(secret));
	});
	console.log(
		holding.length === 0
			? `✓ No key and no signed address in n8n's log and ${files.length - 1} other files`
			: `✗ The key or a signed address stands in ${holding.join(', ')}`,
	);
	return countOne(holding.length === 0);
}
