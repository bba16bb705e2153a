/** Uploads from every place in which n8n keeps files, and of every odd file. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Lifetime } from '../../lib/lifetime';
import { ensureN8nInstalled } from '../../lib/n8n-install';
import { withProgress } from '../../bootstrap/progress.mjs';
import { buildPackage, installIntoN8n, packPackage } from '../../lib/package';
import { CACHE, MEDIA } from '../../lib/paths';
import { setStage } from '../../lib/stage';
import type { Counts } from '../../test/parts';
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
	clearFiles();
	mkdirSync(FILES, { recursive: true });
	const stage = await setStage({
		lifetime,
		name: `e2e-modes-${mode}`,
		mediaFolder: FILES,
		install: (userFolder) => installIntoN8n(tarball, userFolder),
		fresh: true,
		settings: { N8N_DEFAULT_BINARY_DATA_MODE: mode, N8N_RESTRICT_FILE_ACCESS_TO: [FILES, MEDIA].join(';') },
	});
	const env = { ...toEnvironment(stage, FILES), E2E_BINARY_MODE: mode };
	const counts = await runPartTests('modes/n8n', jestArgs, env);
	if (counts.failed > 0) console.log(`\nn8n's log: ${stage.n8n.log}`);
	return counts;
}

export const modes: Part = {
	name: 'modes',
	title: 'Uploads in each binary mode of n8n, and of odd files',
	run: async ({ lifetime, jestArgs }) => {
		await ensureN8nInstalled();
		lifetime.add({ end: async () => await Promise.resolve(clearFiles()), endNow: clearFiles });
		const tarball = await withProgress({ title: 'Building and packing the package' }, async () => {
			await buildPackage();
			return (await packPackage()).file;
		});
		const sum: Counts = { passed: 0, failed: 0 };
		for (const mode of MODES) {
			const own = new Lifetime();
			lifetime.add({ end: () => own.end(), endNow: () => own.endNow() });
			const { passed, failed } = await runMode(mode, tarball, { lifetime: own, jestArgs });
			await own.end();
			sum.passed += passed;
			sum.failed += failed;
		}
		return sum;
	},
};
