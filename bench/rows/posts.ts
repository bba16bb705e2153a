/** Three hundred posts: our Schedule, one post at a time in order, against n8n's own HTTP Request. */
import type { Workflow } from '../../scripts/lib/n8n-client';
import { runRounds, valuesOf } from '../measure/rounds';
import { median } from '../measure/stats';
import { duration, times, withSpread } from '../report/numbers';
import { judged, told, type Row, type Section } from '../report/row';
import type { Run } from '../run';
import type { Setting } from '../setting';
import { OUR_POST, ourPosts, STOCK_POST, stockPosts, stockPostsInLoop } from '../workflows/posts';

/** As many as the paid plan allows in ten minutes (service API, section 8). */
const POSTS = 300;
const DAY_MS = 86_400_000;
/** Time that the service takes for each request in the second part, in milliseconds. */
const SERVICE_TIME_MS = 20;
/** The goal: this part of the time of HTTP Request. */
const AT_MOST = 1.1;
const OURS = 'our Schedule';
const ALL_AT_ONCE = 'HTTP Request, all at once';
const BATCHED = 'HTTP Request, batches of 1';
const LOOP = 'HTTP Request in a loop';
/** The least that the node takes: one request per millisecond, without waiting for answers. */
const BATCHES_OF_ONE = { batching: { batch: { batchSize: 1, batchInterval: 1 } } };

const AT_ONCE = 'answered at once';

/** What n8n's engine adds to each item of a declarative node, which HTTP Request is not. */
const WHY_SLOWER =
	"n8n's engine evaluates each expression of a declarative node four times per item before the node is called, and the node once (base URL: twice); HTTP Request has one expression, evaluated once. Each costs about half a millisecond in the sandbox that n8n runs expressions in. With a service that takes time this vanishes.";
const BY_DESIGN =
	'By design: a post is sent when the one before it is known to be scheduled, so that a failure leaves no post in doubt and none out of order. All at once, requests overlap, and in no certain order.';

type Contestants = Readonly<Record<string, () => Promise<number>>>;

async function contestants({ n8n, stock }: Setting, serviceTimeMs: number): Promise<Contestants> {
	const service = { ...stock, baseUrl: n8n.sandbox.baseUrl };
	const postAt = new Date(Date.now() + DAY_MS).toISOString();
	const contestant = async (workflow: Workflow, msOf: (run: Run) => number): Promise<() => Promise<number>> => {
		const saved = await n8n.save(workflow);
		return async () => {
			n8n.sandbox.control.reset();
			n8n.sandbox.control.setSettings({ serviceTimeMs });
			const run = await n8n.run(saved);
			const { posts } = n8n.sandbox.state();
			if (posts.length !== POSTS) throw new Error(`${posts.length} posts are scheduled, not ${POSTS}.`);
			return msOf(run);
		};
	};
	const ofStock = (run: Run): number => run.msOf(STOCK_POST);
	return {
		[OURS]: await contestant(ourPosts(POSTS, n8n.credentials.sandbox, postAt), (run) => run.msOf(OUR_POST)),
		[ALL_AT_ONCE]: await contestant(stockPosts(POSTS, service, postAt, {}), ofStock),
		[BATCHED]: await contestant(stockPosts(POSTS, service, postAt, BATCHES_OF_ONE), ofStock),
		[LOOP]: await contestant(stockPostsInLoop(POSTS, service, postAt), (run) => run.msFrom('Loop', 'Loop')),
	};
}

function against(all: Map<string, number[]>, name: string, where: string, reasonIfMissed: string): Row {
	const part = median(valuesOf(all, OURS)) / median(valuesOf(all, name));
	const goal = `at most ${AT_MOST}`;
	return judged(`${OURS}, as a part of ${name}, ${where}`, goal, times(part), part <= AT_MOST, reasonIfMissed);
}

function timesOf(all: Map<string, number[]>, where: string): Row[] {
	return [OURS, ALL_AT_ONCE, BATCHED, LOOP].map((name) =>
		told(`${name}, ${where}`, withSpread(valuesOf(all, name), duration)),
	);
}

export async function measurePosts(setting: Setting): Promise<Section> {
	const { n8n, quick } = setting;
	const [rounds, slowRounds] = quick ? [2, 1] : [5, 2];
	const atOnce = await contestants(setting, 0);
	await runRounds('Posts, to warm up', 1, atOnce);
	const fast = await runRounds(`${POSTS} posts, four ways`, rounds, atOnce);
	const taking = `answered after ${SERVICE_TIME_MS} ms`;
	const slow = await runRounds(`${POSTS} posts, ${taking}`, slowRounds, await contestants(setting, SERVICE_TIME_MS));
	n8n.sandbox.control.reset();
	return {
		title: `${POSTS} posts`,
		how: `Through the sandbox, which keeps the service's rules; once answering at once, once after ${SERVICE_TIME_MS} ms, which is still quick for a service on the internet. Our node and the loop send one post at a time, in order; all at once is the default of HTTP Request. Time of the node by n8n's own record; of the loop from its first to its last round. Median of ${rounds} and of ${slowRounds} (lowest to highest).`,
		rows: [
			against(fast, ALL_AT_ONCE, AT_ONCE, BY_DESIGN),
			against(fast, LOOP, AT_ONCE, WHY_SLOWER),
			against(slow, LOOP, taking, WHY_SLOWER),
			...timesOf(fast, AT_ONCE),
			...timesOf(slow, taking),
		],
	};
}
