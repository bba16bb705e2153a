/** The example workflows, each in real n8n, checked against the sandbox. */
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

/** The folder in which the tests put files for n8n's file nodes; emptied at each start. */
const FILES = join(CACHE, 'e2e-files');

export const examples: Part = {
	name: 'examples',
	title: 'The example workflows in real n8n',
	run: async ({ lifetime, jestArgs }) => {
		await ensureN8nInstalled();
		emptyFolder(FILES);
		const stage = await setStage({
			lifetime,
			name: 'e2e-examples',
			mediaFolder: FILES,
			install: buildAndInstall,
			fresh: true,
			settings: { N8N_RESTRICT_FILE_ACCESS_TO: [FILES, MEDIA].join(';'), N8N_LOG_LEVEL: 'debug' },
		});
		const counts = await runPartTests('examples', jestArgs, toEnvironment(stage, FILES));
		if (counts.failed > 0) console.log(`\nn8n's log: ${stage.n8n.log}`);
		return sumOf([counts, checkSecrets(stage)]);
	},
};
