/** Queue mode with real Redis and PostgreSQL: a main instance, two workers, and what happens when one of them ends. */
import { withProgress } from '../../bootstrap/progress.mjs';
import type { Lifetime } from '../../lib/lifetime';
import { ensureN8nInstalled, OLDEST_N8N, USUAL_N8N, versionOf, type N8nInstall } from '../../lib/n8n-install';
import { buildTarball } from '../../lib/package';
import { ensureProgram } from '../../lib/system-program';
import { runPartTests } from '../jest';
import type { Part } from '../part';
import { type Disturbance, publishRepeatable, runAgain } from '../queue/again';
import { startCluster, type Cluster } from '../queue/cluster';
import { writeFindings } from '../queue/findings';
import { figuresOf, type Outcome, writeOutcomes } from '../queue/outcome';
import { POSTGRES, startPostgres } from '../queue/postgres';
import { REDIS, startRedis } from '../queue/redis';
import { QueueRun } from '../queue/run';

/** What is run again in each n8n. Where a worker stands still, only n8n 1 does its work again by itself, so that two do the same. */
const AGAIN: ReadonlyArray<{ program: N8nInstall; disturbances: readonly Disturbance[] }> = [
	{ program: USUAL_N8N, disturbances: ['killed'] },
	{ program: OLDEST_N8N, disturbances: ['killed', 'frozen'] },
];

/** Paths of the programs, and of the packed package. */
interface Paths {
	redis: string;
	postgres: string;
	tarball: string;
}

/** n8n with Redis and PostgreSQL of its own, with nothing in them. */
async function openCluster(paths: Paths, lifetime: Lifetime, program: N8nInstall): Promise<Cluster> {
	const [queueSettings, databaseSettings] = await withProgress({ title: 'Starting Redis and PostgreSQL' }, () =>
		Promise.all([startRedis(paths.redis, lifetime), startPostgres(paths.postgres, lifetime)]),
	);
	const settings = { ...queueSettings, ...databaseSettings };
	return await startCluster({ lifetime, tarball: paths.tarball, settings, program });
}

async function runAllAgain(paths: Paths, lifetime: Lifetime): Promise<Outcome[]> {
	const outcomes: Outcome[] = [];
	for (const { program, disturbances } of AGAIN) {
		const version = versionOf(program);
		console.log(`\n-- n8n ${version}: run again --`);
		await lifetime.apart(async (own) => {
			const cluster = await openCluster(paths, own, program);
			const workflowId = await publishRepeatable(cluster);
			for (const disturbance of disturbances) {
				outcomes.push(await runAgain({ cluster, workflowId, disturbance, n8n: version }));
				writeOutcomes(outcomes);
			}
		});
	}
	return outcomes;
}

export const queue: Part = {
	name: 'queue',
	title: 'Queue mode: two workers, one of them killed, stopped, or standing still',
	run: async ({ lifetime, jestArgs }) => {
		const redis = await ensureProgram(REDIS);
		const postgres = await ensureProgram(POSTGRES);
		const left = [redis, postgres].flatMap((found) => ('missing' in found ? [found.missing] : []));
		if ('missing' in redis || 'missing' in postgres) return { passed: 0, failed: 0, left };
		await ensureN8nInstalled();
		await ensureN8nInstalled(OLDEST_N8N);
		const paths = { redis: redis.path, postgres: postgres.path, tarball: await buildTarball() };
		await lifetime.apart(async (own) => {
			const run = new QueueRun(await openCluster(paths, own, USUAL_N8N));
			await run.publish();
			writeFindings(await run.all());
		});
		const outcomes = await runAllAgain(paths, lifetime);
		console.log(`\n${figuresOf(outcomes)}\n`);
		return await runPartTests('queue', jestArgs, {});
	},
};
