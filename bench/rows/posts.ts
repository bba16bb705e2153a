/** Three hundred posts: our Schedule, one post at a time in order, against n8n's own HTTP Request. */
import { runRounds, valuesOf, type Contest } from '../measure/rounds';
import { median } from '../measure/stats';
import type { Saved } from '../n8n';
import { duration, times, withSpread } from '../report/numbers';
import { judged, told, type Section } from '../report/row';
import type { Run } from '../run';
import type { Setting } from '../setting';
import { OUR_POST, ourPosts, STOCK_POST, stockPosts, stockPostsInLoop } from '../workflows/posts';

/** As many as the paid plan allows in ten minutes (service API, section 8). */
const POSTS = 300;
const DAY_MS = 86_400_000;
/** The goal: this part of the time of HTTP Request. */
const AT_MOST = 1.1;
const OURS = 'our Schedule, one at a time in order';
const ALL_AT_ONCE = 'HTTP Request, all at once (its default)';
const BATCHED = 'HTTP Request, batches of 1, an interval of 1 ms';
const LOOP = 'HTTP Request in a loop, one at a time in order';
const BATCHES_OF_ONE = { batching: { batch: { batchSize: 1, batchInterval: 1 } } };

export async function measurePosts(setting: Setting): Promise<Section> {
	const { n8n, stock, quick } = setting;
	const service = { ...stock, baseUrl: n8n.sandbox.baseUrl };
	const postAt = new Date(Date.now() + DAY_MS).toISOString();
	const contestant = (saved: Saved, msOf: (run: Run) => number) => async (): Promise<number> => {
		n8n.sandbox.control.reset();
		const run = await n8n.run(saved);
		const { posts } = n8n.sandbox.state();
		if (posts.length !== POSTS) throw new Error(`${posts.length} posts are scheduled, not ${POSTS}.`);
		return msOf(run);
	};
	const contest: Contest<number> = {
		[OURS]: contestant(await n8n.save(ourPosts(POSTS, n8n.credentials.sandbox, postAt)), (run) => run.msOf(OUR_POST)),
		[ALL_AT_ONCE]: contestant(await n8n.save(stockPosts(POSTS, service, postAt, {})), (run) => run.msOf(STOCK_POST)),
		[BATCHED]: contestant(await n8n.save(stockPosts(POSTS, service, postAt, BATCHES_OF_ONE)), (run) =>
			run.msOf(STOCK_POST),
		),
		[LOOP]: contestant(await n8n.save(stockPostsInLoop(POSTS, service, postAt)), (run) => run.msFrom('Loop', 'Loop')),
	};
	const rounds = quick ? 2 : 5;
	await runRounds('Posts, to warm up', 1, contest);
	const all = await runRounds(`${POSTS} posts, four ways`, rounds, contest);
	n8n.sandbox.control.reset();
	const ours = median(valuesOf(all, OURS));
	const against = (name: string): number => ours / median(valuesOf(all, name));
	return {
		title: `${POSTS} posts`,
		how: `Through the sandbox, which keeps the service's rules and answers at once. Time of the node by n8n's own record; of the loop from its first to its last round. Median of ${rounds} (lowest to highest).`,
		rows: [
			judged(
				`${OURS}, as a part of ${ALL_AT_ONCE}`,
				`at most ${AT_MOST}`,
				times(against(ALL_AT_ONCE)),
				against(ALL_AT_ONCE) <= AT_MOST,
				'By design: a post is sent when the one before it is known to be scheduled, so that a failure leaves no post in doubt and none out of order. All at once, requests overlap.',
			),
			told(`${OURS}, as a part of ${BATCHED}`, times(against(BATCHED))),
			told(
				`${OURS}, as a part of ${LOOP}`,
				times(against(LOOP)),
				'The one that does the same: in order, one at a time.',
			),
			...[OURS, ALL_AT_ONCE, BATCHED, LOOP].map((name) => told(name, withSpread(valuesOf(all, name), duration))),
		],
	};
}
