/** Queue mode with real Redis and PostgreSQL: a main instance, two workers, and what happens when one of them ends. */
import { withProgress } from '../../bootstrap/progress.mjs';
import { ensureN8nInstalled } from '../../lib/n8n-install';
import { ensureProgram } from '../../lib/system-program';
import { runPartTests } from '../jest';
import type { Part } from '../part';
import { startCluster } from '../queue/cluster';
import { writeFindings } from '../queue/findings';
import { POSTGRES, startPostgres } from '../queue/postgres';
import { REDIS, startRedis } from '../queue/redis';
import { QueueRun } from '../queue/run';

export const queue: Part = {
	name: 'queue',
	title: 'Queue mode: two workers, one of them killed, the other one stopped',
	run: async ({ lifetime, jestArgs }) => {
		const redis = await ensureProgram(REDIS);
		const postgres = await ensureProgram(POSTGRES);
		const left = [redis, postgres].flatMap((found) => ('missing' in found ? [found.missing] : []));
		if ('missing' in redis || 'missing' in postgres) return { passed: 0, failed: 0, left };
		await ensureN8nInstalled();
		await lifetime.apart(async (own) => {
			const [queueSettings, databaseSettings] = await withProgress({ title: 'Starting Redis and PostgreSQL' }, () =>
				Promise.all([startRedis(redis.path, own), startPostgres(postgres.path, own)]),
			);
			const run = new QueueRun(await startCluster(own, { ...queueSettings, ...databaseSettings }));
			await run.publish();
			writeFindings(await run.all());
		});
		return await runPartTests('queue', jestArgs, {});
	},
};
