/** n8n 1: what becomes of the executions of a worker that is killed and does not come back. */
import { withProgress } from '../../bootstrap/progress.mjs';
import type { Lifetime } from '../../lib/lifetime';
import type { N8nInstall } from '../../lib/n8n-install';
import { until } from '../../lib/until';
import { startCluster, type Cluster } from './cluster';
import type { Abandoned } from './findings';
import { callWebhook, orderOf, ownerOf, queueWorkflow, type Order } from './posts';
import { startPostgres, type Postgres } from './postgres';
import { Redis } from './redis';

/** More than one worker runs at a time, so that both take part. */
const ORDERS = 20;
/** Milliseconds that the answer to each post is late, so that there is a moment to kill the worker in. */
const HELD_MS = 10_000;
/** Milliseconds in which n8n must know a webhook, a post be there, and every execution be settled. */
const WITHIN_MS = 120_000;

/** Waits until something is so. */
async function waitUntil(what: string, look: () => Promise<boolean>): Promise<void> {
	await until(what, async () => ((await look()) ? true : undefined), WITHIN_MS);
}

/** Sends the orders, and kills the first worker when a post of it is scheduled and not answered. */
async function killInTheMiddle({ stage, workers: [worker] }: Cluster, orders: Order[]): Promise<void> {
	const { client, credential, n8n, sandbox } = stage;
	await client.activate(await client.createWorkflow(queueWorkflow(credential)));
	sandbox.control.addFault({
		on: 'scheduleTweet',
		times: ORDERS,
		fault: { kind: 'slow', ms: HELD_MS, when: 'after' },
	});
	const [first, ...others] = orders;
	if (!first) return;
	await waitUntil('n8n knows the webhook', async () => (await callWebhook(n8n.url, first)).ok);
	await Promise.all(others.map((order) => callWebhook(n8n.url, order)));
	await waitUntil('a post of the worker is not answered', async () => {
		const finished = new Set(worker.finished);
		const underWay = new Set(worker.started.filter((execution) => !finished.has(execution)));
		return Promise.resolve(sandbox.state().posts.some((post) => underWay.has(ownerOf(post)?.execution ?? '')));
	});
	await worker.kill();
}

async function findingsOf({ stage, workers }: Cluster, orders: Order[], postgres: Postgres): Promise<Abandoned> {
	const { media, posts } = stage.sandbox.state();
	const started = workers.flatMap((worker) => worker.started);
	const rows = await postgres.query('select status from execution_entity');
	return {
		states: rows.map(([status = '']) => status),
		startedTwice: new Set(started.filter((execution, place) => started.indexOf(execution) !== place)).size,
		files: orders.map(({ fileName }) => media.filter(({ name }) => name === fileName).length),
		posts: orders.map(({ number }) => posts.filter((post) => ownerOf(post)?.number === number).length),
	};
}

export interface Programs {
	redis: string;
	postgres: string;
	n8n: N8nInstall;
}

/** @param settings how n8n treats what a worker left behind; nothing for its default */
export async function runAbandoned(
	title: string,
	programs: Programs,
	parent: Lifetime,
	settings: NodeJS.ProcessEnv,
): Promise<Abandoned> {
	return await parent.apart(async (lifetime) => {
		const redis = await Redis.start(programs.redis, lifetime);
		const postgres = await startPostgres(programs.postgres, lifetime);
		const all = { ...redis.settings, ...postgres.settings, ...settings };
		const cluster = await startCluster(lifetime, all, programs.n8n);
		const orders = Array.from({ length: ORDERS }, (_, place) => orderOf(place + 1));
		return await withProgress({ title }, async () => {
			await killInTheMiddle(cluster, orders);
			await waitUntil('n8n has settled every execution', async () => {
				const open = await postgres.query("select id from execution_entity where status in ('new', 'running')");
				return open.length === 0;
			});
			return await findingsOf(cluster, orders, postgres);
		});
	});
}
