/** Many items, many executions at a time, and many failures, in one n8n whose memory, sockets and files are watched. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureN8nInstalled } from '../../lib/n8n-install';
import { buildAndInstall } from '../../lib/package';
import { CACHE, emptyFolder } from '../../lib/paths';
import { choosePort, HOST } from '../../lib/ports';
import { setStage } from '../../lib/stage';
import { toEnvironment } from '../handover';
import { runPartTests } from '../jest';
import type { Part } from '../part';

/** The files that are uploaded, and n8n's copies of them; both are emptied at each start. */
const FILES = join(CACHE, 'e2e-soak-files');
const STORE = join(CACHE, 'e2e-soak-store');
/** Port of Node's inspector when nobody says otherwise. */
const INSPECTOR_PORT = 9229;

export const soak: Part = {
	name: 'soak',
	title: 'Load and soak: 500 items, 50 executions at a time, and what is left of them',
	run: async ({ lifetime, jestArgs }) => {
		if (process.platform !== 'linux') {
			return {
				passed: 0,
				failed: 0,
				left: ['load and soak: open sockets and files are read from /proc, on Linux only'],
			};
		}
		await ensureN8nInstalled();
		for (const folder of [FILES, STORE]) {
			emptyFolder(folder);
			lifetime.add({ end: () => Promise.resolve(rmSync(folder, { recursive: true, force: true })) });
		}
		const inspectorPort = await choosePort(INSPECTOR_PORT, "n8n's inspector");
		const stage = await setStage({
			lifetime,
			name: 'e2e-soak',
			mediaFolder: FILES,
			install: buildAndInstall,
			fresh: true,
			// Node opens its inspector at this port when it gets its signal, and not before.
			settings: { NODE_OPTIONS: `--inspect-port=${HOST}:${inspectorPort}`, N8N_STORAGE_PATH: STORE },
		});
		const watched = { n8nPid: stage.n8n.pid, inspectorPort, storeFolder: STORE };
		const counts = await runPartTests('soak', jestArgs, toEnvironment(stage, FILES, watched));
		if (counts.failed > 0) console.log(`\nn8n's log: ${stage.n8n.log}`);
		return counts;
	},
};
