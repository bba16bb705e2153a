/** Queue mode with real Redis and PostgreSQL: a main instance, two workers, and what happens when something dies. */
import { withProgress } from '../../bootstrap/progress.mjs';
import { ensureN8nInstalled } from '../../lib/n8n-install';
import { ensureProgram } from '../../lib/system-program';
import { runPartTests } from '../jest';
import type { Part } from '../part';
import { startCluster } from '../queue/cluster';
import { writeFindings } from '../queue/findings';
import { POSTGRES, startPostgres } from '../queue/postgres';
import { Redis, REDIS } from '../queue/redis';
import { reportOf } from '../queue/report';
import { QueueRun } from '../queue/run';

export const queue: Part = {
	name: 'queue',
	title: 'Queue mode: two workers, killed, stopped, and without Redis for a moment',
	run: async ({ lifetime, jestArgs }) => {
		const programs = { redis: await ensureProgram(REDIS), postgres: await ensureProgram(POSTGRES) };
		if ('missing' in programs.redis) return { passed: 0, failed: 0, left: [programs.redis.missing] };
		if ('missing' in programs.postgres) return { passed: 0, failed: 0, left: [programs.postgres.missing] };
		await ensureN8nInstalled();
		const { path: redisProgram } = programs.redis;
		const { path: postgresProgram } = programs.postgres;
		const [redis, postgres] = await withProgress({ title: 'Starting Redis and PostgreSQL' }, () =>
			Promise.all([Redis.start(redisProgram, lifetime), startPostgres(postgresProgram, lifetime)]),
		);
		const cluster = await startCluster(lifetime, { ...redis.settings, ...postgres.settings });
		const run = new QueueRun({ cluster, postgres }, redis);
		await run.publish();
		const findings = await run.all();
		writeFindings(findings);
		console.log(`\n${reportOf(findings)}\n`);
		return await runPartTests('queue', jestArgs, {});
	},
};
