/** Compares what was ordered with what n8n says, and with what the service holds. */
import { asObject, asText } from '../../lib/json';
import type { Execution } from '../../lib/n8n-client';
import type { Cluster } from './cluster';
import type { Finding, Findings } from './findings';
import { ownerOf, type Order } from './posts';

/** An order that n8n has taken. */
export interface Sent {
	order: Order;
	execution: string;
}

/** @param executions how each of them ended */
export function compare(
	{ stage, workers }: Cluster,
	sent: readonly Sent[],
	executions: ReadonlyMap<string, Execution>,
): Pick<Findings, 'orders' | 'strangers'> {
	const { media, posts } = stage.sandbox.state();
	const owned = posts.map((post) => ({ post, owner: ownerOf(post) }));

	const findingOf = ({ order, execution }: Sent): Finding => {
		const { status = '', result = {} } = executions.get(execution) ?? {};
		const files = media.filter(({ name }) => name === order.fileName);
		const right = files.filter(({ sha256 }) => sha256 === order.sha256);
		const mine = owned.filter(({ owner }) => owner?.number === order.number && owner.execution === execution);
		const showsFile = (ids: readonly string[] = []): boolean =>
			ids.length === 1 && right.some(({ id }) => id === ids[0]);
		return {
			number: order.number,
			execution,
			status,
			error: asText(asObject(result.error).message),
			startedBy: workers.flatMap(({ name, started }) => started.filter((id) => id === execution).map(() => name)),
			files: files.length,
			rightFiles: right.length,
			posts: mine.length,
			rightPosts: mine.filter(({ post }) => showsFile(post.submissions[0]?.mediaIds)).length,
		};
	};

	const names = new Set(sent.map(({ order }) => order.fileName));
	const known = new Set(sent.map(({ order, execution }) => `${order.number} ${execution}`));
	const isStranger = (owner: ReturnType<typeof ownerOf>): boolean =>
		owner === undefined || !known.has(`${owner.number} ${owner.execution}`);
	return {
		orders: sent.map(findingOf).sort((one, other) => one.number - other.number),
		strangers: {
			files: media.map(({ name }) => name).filter((name) => !names.has(name)),
			posts: owned.filter(({ owner }) => isStranger(owner)).map(({ post }) => post.submissions[0]?.text ?? ''),
		},
	};
}
