/** Compares what was ordered with what n8n says, and with what the service holds. */
import { asObject, asText } from '../../lib/json';
import type { Cluster } from './cluster';
import type { Finding, Findings } from './findings';
import { ownerOf, type Order } from './posts';
import type { Postgres } from './postgres';

export interface Services {
	cluster: Cluster;
	postgres: Postgres;
}

/** An order that n8n has taken. */
export interface Sent {
	order: Order;
	wave: string;
	execution: string;
}

/** @param states n8n's state of each execution */
export async function compare(
	{ cluster, postgres }: Services,
	sent: Sent[],
	states: Map<string, string>,
): Promise<Pick<Findings, 'orders' | 'strangers' | 'storedInDatabase'>> {
	const { media, posts } = cluster.stage.sandbox.state();
	const starts = cluster.workers.flatMap(({ name, started }) => started.map((execution) => ({ name, execution })));
	const owned = posts.map((post) => ({ post, owner: ownerOf(post) }));

	/** What n8n's editor shows as the reason. */
	const errorOf = async (execution: string): Promise<string> => {
		const { result } = await cluster.stage.client.waitFor(execution, 0);
		return asText(asObject(result.error).message);
	};

	const findingOf = async ({ order, wave, execution }: Sent): Promise<Finding> => {
		const status = states.get(execution) ?? '';
		const files = media.filter(({ name }) => name === order.fileName);
		const right = files.filter(({ sha256 }) => sha256 === order.sha256);
		const mine = owned.filter(({ owner }) => owner?.number === order.number && owner.execution === execution);
		const showsFile = (ids: readonly string[] = []): boolean =>
			ids.length === 1 && right.some(({ id }) => id === ids[0]);
		return {
			number: order.number,
			wave,
			execution,
			status,
			error: status === 'success' ? '' : await errorOf(execution),
			startedBy: starts.filter((start) => start.execution === execution).map(({ name }) => name),
			files: files.length,
			rightFiles: right.length,
			posts: mine.length,
			rightPosts: mine.filter(({ post }) => showsFile(post.submissions[0]?.mediaIds)).length,
		};
	};

	const orders: Finding[] = [];
	for (const one of sent) orders.push(await findingOf(one));
	const names = new Set(sent.map(({ order }) => order.fileName));
	const known = new Set(sent.map(({ order, execution }) => `${order.number} ${execution}`));
	const isKnown = (owner: ReturnType<typeof ownerOf>): boolean =>
		owner !== undefined && known.has(`${owner.number} ${owner.execution}`);
	const [stored] = await postgres.query('select count(*) from binary_data');
	return {
		orders: orders.sort((one, other) => one.number - other.number),
		strangers: {
			files: media.map(({ name }) => name).filter((name) => !names.has(name)),
			posts: owned.filter(({ owner }) => !isKnown(owner)).map(({ post }) => post.submissions[0]?.text ?? ''),
		},
		storedInDatabase: Number(stored?.[0]),
	};
}
