/** A command with temporary files, as `npm test` is one. Arguments: the folder for them, and "fail" or "stay". */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PlainFailure, runCommand } from '../../../scripts/lib/lifetime';
import { useTemporaryFolder } from '../../../scripts/test/temporary';

export async function main([folder = '', how = '']: string[]): Promise<void> {
	await runCommand(async () => {
		useTemporaryFolder(folder);
		writeFileSync(join(mkdtempSync(join(tmpdir(), 'left-')), 'file'), 'left behind');
		console.log('written;');
		if (how === 'fail') throw new PlainFailure('A check failed.');
		setInterval(() => undefined, 1000);
		return await new Promise<never>(() => undefined);
	});
}
