/** What the service holds of the orders, and what it was asked. */
import type { CallEnd, CallKind, SandboxState } from '../../../sandbox/server';
import type { Order } from './posts';
import { numberOf } from './repeatable';

/** What there is of the orders, by their numbers. */
interface Kept {
	total: number;
	missing: number[];
	twice: number[];
	/** Files with other bytes; posts that do not show a file of their order. */
	wrong: number[];
	/** Names of files and texts of posts that no order asked for. */
	strangers: string[];
}

/** How often each kind of call came. */
interface Asked {
	requests: number;
	searches: number;
	uploads: number;
	completions: number;
	looks: number;
	posts: number;
	withdrawals: number;
}

export interface Tally {
	files: Kept;
	/** Outside of the trash. */
	posts: Kept;
	/** Posts in the trash. */
	withdrawn: number;
	asked: Asked;
}

function numbersWith(orders: readonly Order[], is: (order: Order) => boolean): number[] {
	return orders.filter(is).map(({ number }) => number);
}

export function tallyOf({ media, posts, log }: SandboxState, orders: readonly Order[]): Tally {
	const filesOf = ({ fileName }: Order) => media.filter(({ name }) => name === fileName);
	const kept = posts.filter(({ dateDeleted }) => dateDeleted === null);
	const postsOf = ({ number }: Order) => kept.filter((post) => numberOf(post) === number);
	const isRight = (order: Order, ids: readonly string[] = []): boolean =>
		ids.length === 1 && filesOf(order).some(({ id }) => id === ids[0]);
	const names = new Set(orders.map(({ fileName }) => fileName));
	const numbers = new Set<number | undefined>(orders.map(({ number }) => number));
	const count = (wanted: CallKind): number => log.filter(({ kind }) => kind === wanted).length;
	return {
		files: {
			total: media.length,
			missing: numbersWith(orders, (order) => filesOf(order).length === 0),
			twice: numbersWith(orders, (order) => filesOf(order).length > 1),
			wrong: numbersWith(orders, (order) => filesOf(order).some(({ sha256 }) => sha256 !== order.sha256)),
			strangers: media.map(({ name }) => name).filter((name) => !names.has(name)),
		},
		posts: {
			total: kept.length,
			missing: numbersWith(orders, (order) => postsOf(order).length === 0),
			twice: numbersWith(orders, (order) => postsOf(order).length > 1),
			wrong: numbersWith(orders, (order) =>
				postsOf(order).some(({ submissions: [first] }) => !isRight(order, first?.mediaIds)),
			),
			strangers: kept
				.filter((post) => !numbers.has(numberOf(post)))
				.map(({ submissions: [first] }) => first?.text ?? ''),
		},
		withdrawn: posts.length - kept.length,
		asked: {
			requests: log.length,
			searches: count('media'),
			uploads: count('startMediaUpload'),
			completions: count('completeMediaUpload'),
			looks: count('twitterSubmissions'),
			posts: count('scheduleTweet'),
			withdrawals: count('deletePlatformPost'),
		},
	};
}

/** How many calls of a kind have come to this end. */
export function countEnded(log: SandboxState['log'], wanted: CallKind, end: CallEnd): number {
	return log.filter(({ kind, status }) => kind === wanted && status === end).length;
}
