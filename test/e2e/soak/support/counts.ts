/** What the service has seen of a load. */
import type { CallKind, SandboxState } from '../../../../sandbox/server';

export interface Counts {
	/** Counted against the two budgets of the account. */
	readonly requests: number;
	readonly uploads: number;
	/** Calls of each kind that arrived. */
	readonly started: number;
	readonly sent: number;
	readonly completed: number;
	readonly scheduled: number;
	/** What came of them. */
	readonly media: number;
	readonly posts: number;
}

export function countsOf({ log, media, posts, requestsCounted, uploadsCounted }: SandboxState): Counts {
	const calls = (wanted: CallKind): number => log.filter(({ kind }) => kind === wanted).length;
	return {
		requests: requestsCounted,
		uploads: uploadsCounted,
		started: calls('startMediaUpload'),
		sent: calls('put'),
		completed: calls('completeMediaUpload'),
		scheduled: calls('scheduleTweet'),
		media: media.length,
		posts: posts.length,
	};
}
