/** Uploads from every place in which n8n keeps files, and of every odd file. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureN8nInstalled } from '../../lib/n8n-install';
import { installIntoN8n, buildTarball } from '../../lib/package';
import { CACHE, MEDIA, emptyFolder } from '../../lib/paths';
import { setStage } from '../../lib/stage';
import { sumOf, type Counts } from '../../test/parts';
import { toEnvironment } from '../handover';
import { runPartTests } from '../jest';
import type { Part, PartContext } from '../part';

/** The binary modes of n8n that need no licence, as its setting N8N_DEFAULT_BINARY_DATA_MODE has them. */
const MODES = ['default', 'filesystem', 'database'] as const;
/** The folder in which the tests put files for n8n's file nodes; emptied at each start, and removed at the end. */
const FILES = join(CACHE, 'e2e-modes-files');

function clearFiles(): void {
	rmSync(FILES, { recursive: true, force: true });
}

/** The suite in an n8n of its own, in one mode. */
async function runMode(
	mode: (typeof MODES)[number],
	tarball: string,
	{ lifetime, jestArgs }: PartContext,
): Promise<Counts> {
	console.log(`\n-- n8n in the binary mode "${mode}" --`);
	emptyFolder(FILES);
	const name = `e2e-modes-${mode}`;
	// n8n's copies of the largest files are worth nothing afterwards.
	const clear = (): void => rmSync(join(CACHE, name), { recursive: true, force: true });
	lifetime.add({ end: () => Promise.resolve(clear()), endNow: clear });
	const stage = await setStage({
		lifetime,
		name,
		mediaFolder: FILES,
		install: (userFolder) => installIntoN8n(tarball, userFolder),
		fresh: true,
		settings: {
			N8N_DEFAULT_BINARY_DATA_MODE: mode,
			N8N_RESTRICT_FILE_ACCESS_TO: [FILES, MEDIA].join(';'),
		},
	});
	const counts = await runPartTests('modes', jestArgs, toEnvironment(stage, FILES, { binaryMode: mode }));
	if (counts.failed > 0) console.log(`\nn8n's log: ${stage.n8n.log}`);
	return counts;
}

export const modes: Part = {
	name: 'modes',
	title: 'Uploads in each binary mode of n8n, and of odd files',
	run: async ({ lifetime, jestArgs }) => {
		await ensureN8nInstalled();
		lifetime.add({ end: async () => await Promise.resolve(clearFiles()), endNow: clearFiles });
		const tarball = await buildTarball();
		const results: Counts[] = [];
		for (const mode of MODES) {
			results.push(await lifetime.apart((own) => runMode(mode, tarball, { lifetime: own, jestArgs })));
		}
		return sumOf(results);
	},
};
