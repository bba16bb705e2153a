/** n8n's editor in a browser: what a person sees, types and reads. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { serveBrowser } from '../../lib/browser';
import { ensureN8nInstalled } from '../../lib/n8n-install';
import { buildAndInstall } from '../../lib/package';
import { CACHE, LOGS, MEDIA, emptyFolder } from '../../lib/paths';
import { setStage } from '../../lib/stage';
import { toEnvironment } from '../handover';
import { runPartTests } from '../jest';
import type { Part } from '../part';

/** The folder in which the tests put files for n8n's file nodes; emptied at each start. */
const FILES = join(CACHE, 'e2e-editor-files');
/** Pictures of the pages on which a test failed; emptied at each start. */
const PICTURES = join(LOGS, 'e2e-editor');

export const editor: Part = {
	name: 'editor',
	title: "n8n's editor in a browser",
	run: async ({ lifetime, jestArgs }) => {
		const browser = await serveBrowser(lifetime);
		if ('missing' in browser) return { passed: 0, failed: 0, left: [browser.missing] };
		await ensureN8nInstalled();
		for (const folder of [FILES, PICTURES]) {
			emptyFolder(folder);
		}
		const stage = await setStage({
			lifetime,
			name: 'e2e-editor',
			mediaFolder: FILES,
			install: buildAndInstall,
			fresh: true,
			settings: { N8N_RESTRICT_FILE_ACCESS_TO: [FILES, MEDIA].join(';') },
		});
		const handover = toEnvironment(stage, FILES, { browser: browser.address, picturesFolder: PICTURES });
		const counts = await runPartTests('editor', jestArgs, handover);
		if (counts.failed > 0) {
			console.log(`\nn8n's log: ${stage.n8n.log}`);
			for (const picture of readdirSync(PICTURES)) console.log(`the page: ${join(PICTURES, picture)}`);
		}
		return counts;
	},
};
