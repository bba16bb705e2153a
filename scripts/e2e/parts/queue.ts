/** Queue mode with real Redis and PostgreSQL: a main instance, two workers, and what happens when something dies. */
import { withProgress } from '../../bootstrap/progress.mjs';
import type { Lifetime } from '../../lib/lifetime';
import { ensureN8nInstalled, OLDEST_N8N } from '../../lib/n8n-install';
import { ensureProgram } from '../../lib/system-program';
import { runPartTests } from '../jest';
import type { Part } from '../part';
import { runAbandoned } from '../queue/abandoned';
import { startCluster } from '../queue/cluster';
import { writeFindings, type MainFindings } from '../queue/findings';
import { POSTGRES, startPostgres } from '../queue/postgres';
import { Redis, REDIS } from '../queue/redis';
import { reportOf } from '../queue/report';
import { QueueRun } from '../queue/run';

interface Paths {
	redis: string;
	postgres: string;
}

/** The newest n8n, 200 orders. */
async function runMain(paths: Paths, lifetime: Lifetime): Promise<MainFindings> {
	const [redis, postgres] = await withProgress({ title: 'Starting Redis and PostgreSQL' }, () =>
		Promise.all([Redis.start(paths.redis, lifetime), startPostgres(paths.postgres, lifetime)]),
	);
	const cluster = await startCluster(lifetime, { ...redis.settings, ...postgres.settings });
	const run = new QueueRun({ cluster, postgres }, redis);
	await run.publish();
	return await run.all();
}

export const queue: Part = {
	name: 'queue',
	title: 'Queue mode: two workers, killed, stopped, and without Redis for a moment',
	run: async ({ lifetime, jestArgs }) => {
		const redis = await ensureProgram(REDIS);
		const postgres = await ensureProgram(POSTGRES);
		const left = [redis, postgres].flatMap((found) => ('missing' in found ? [found.missing] : []));
		if ('missing' in redis || 'missing' in postgres) return { passed: 0, failed: 0, left };
		const paths = { redis: redis.path, postgres: postgres.path };
		await ensureN8nInstalled();
		const main = await lifetime.apart((own) => runMain(paths, own));
		await ensureN8nInstalled(OLDEST_N8N);
		const old = { ...paths, n8n: OLDEST_N8N };
		const byDefault = await runAbandoned('n8n 1, a worker killed for good', old, lifetime, {});
		const withSetting = await runAbandoned('The same with QUEUE_WORKER_MAX_STALLED_COUNT=0', old, lifetime, {
			QUEUE_WORKER_MAX_STALLED_COUNT: '0',
		});
		const findings = { ...main, abandoned: { byDefault, withSetting } };
		writeFindings(findings);
		console.log(`\n${reportOf(findings)}\n`);
		return await runPartTests('queue', jestArgs, {});
	},
};
