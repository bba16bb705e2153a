/** Workflows in real n8n, checked against the sandbox: the examples, and those in which n8n runs the node more than once. */
import { join } from 'node:path';
import { ensureN8nInstalled } from '../../lib/n8n-install';
import { buildAndInstall } from '../../lib/package';
import { CACHE, MEDIA, emptyFolder } from '../../lib/paths';
import { setStage } from '../../lib/stage';
import { toEnvironment } from '../handover';
import { runPartTests } from '../jest';
import type { Part } from '../part';
import { sumOf } from '../../test/parts';
import { checkSecrets } from '../secrets';

/** A part whose tests need one n8n and nothing else; they stand in the folder with its name. */
const inOneN8n = (name: string, title: string): Part => ({
	name,
	title,
	run: async ({ lifetime, jestArgs }) => {
		await ensureN8nInstalled();
		// In it the tests put files for n8n's file nodes.
		const files = join(CACHE, `e2e-${name}-files`);
		emptyFolder(files);
		const stage = await setStage({
			lifetime,
			name: `e2e-${name}`,
			mediaFolder: files,
			install: buildAndInstall,
			fresh: true,
			settings: { N8N_RESTRICT_FILE_ACCESS_TO: [files, MEDIA].join(';'), N8N_LOG_LEVEL: 'debug' },
		});
		const counts = await runPartTests(name, jestArgs, toEnvironment(stage, files));
		if (counts.failed > 0) console.log(`\nn8n's log: ${stage.n8n.log}`);
		return sumOf([counts, checkSecrets(stage)]);
	},
});

export const examples = inOneN8n('examples', 'The example workflows in real n8n');

export const repeats = inOneN8n('repeats', 'What n8n runs more than once happens once');
