/** The trigger in a published workflow that n8n polls each minute, with n8n stopped and started again in between. */
import { setTimeout as sleep } from 'node:timers/promises';
import { withProgress } from '../../bootstrap/progress.mjs';
import { N8nClient } from '../../lib/n8n-client';
import { ensureN8nInstalled } from '../../lib/n8n-install';
import { startN8n } from '../../lib/n8n-server';
import { buildAndInstall } from '../../lib/package';
import { MEDIA } from '../../lib/paths';
import { setStage, type Stage } from '../../lib/stage';
import { sumOf, type Counts } from '../../test/parts';
import { toEnvironment } from '../handover';
import { runPartTests } from '../jest';
import type { Part } from '../part';
import { checkSecrets } from '../secrets';

const NAME = 'e2e-trigger';
/** n8n tells each poll in its log at this level. */
const SETTINGS = { N8N_LOG_LEVEL: 'debug' };
/** How far the service's time goes on while n8n is off, in milliseconds: what the tests left scheduled becomes due. */
const OFF_MS = 2 * 60 * 60_000;
/** How long the service fails after n8n has started, in milliseconds: n8n tries to start a trigger for a quarter of a minute. */
const DOWN_MS = 20_000;
/** The account that is disconnected meanwhile. */
const DISCONNECTED = '502';

export const trigger: Part = {
	name: 'trigger',
	title: 'The trigger gives each event once, also when n8n was off',
	run: async ({ lifetime, jestArgs }) => {
		await ensureN8nInstalled();
		const stage = await setStage({
			lifetime,
			name: NAME,
			mediaFolder: MEDIA,
			install: buildAndInstall,
			fresh: true,
			settings: SETTINGS,
		});
		const runTests = async (folder: string, now: Stage): Promise<Counts> => {
			const counts = await runPartTests(
				`trigger/${folder}`,
				jestArgs,
				toEnvironment(now, MEDIA, { n8nLog: now.n8n.log }),
			);
			if (counts.failed > 0) console.log(`\nn8n's log: ${now.n8n.log}`);
			return sumOf([counts, checkSecrets(now)]);
		};
		const published = await runTests('published', stage);
		await stage.n8n.stop();
		stage.sandbox.control.clock.advance(OFF_MS);
		stage.sandbox.control.setConnected(DISCONNECTED, false);
		stage.sandbox.control.addFault({
			on: 'twitterSubmissions',
			times: 'always',
			fault: { kind: 'status', status: 500 },
		});
		const n8n = await withProgress({ title: 'Starting n8n again' }, () =>
			startN8n({
				userFolder: stage.userFolder,
				mediaFolder: MEDIA,
				logName: `${NAME}-restarted.log`,
				lifetime,
				settings: SETTINGS,
			}),
		);
		// By now n8n would have given up a trigger that fails.
		await sleep(DOWN_MS);
		stage.sandbox.control.clearFaults();
		const restarted = { ...stage, n8n, client: new N8nClient(n8n.url, stage.client.session) };
		return sumOf([published, await runTests('restarted', restarted)]);
	},
};
