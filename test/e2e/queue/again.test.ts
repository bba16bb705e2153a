/**
 * Safe to run again, with "Use Existing" and "Duplicate Check: Always": 200 executions while a worker was killed or stood still, and
 * then all of them once more.
 */
import { readOutcomes } from '../../../scripts/e2e/queue/outcome';
import type { Tally } from '../../../scripts/e2e/queue/tally';

const ORDERS = 200;
const NONE = { missing: [], twice: [], wrong: [], strangers: [] };
const ALL_ONCE = { total: ORDERS, ...NONE };

/** What is wrong whenever it is seen, also before the orders are sent again. */
const wrongIn = ({ posts: { twice, wrong, strangers }, files }: Tally) => ({
	posts: { twice, wrong, strangers },
	files: { wrong: files.wrong, strangers: files.strangers },
});
const NOTHING_WRONG = { posts: { twice: [], wrong: [], strangers: [] }, files: { wrong: [], strangers: [] } };

const outcomes = readOutcomes();
const inN8n = (major: number) => outcomes.filter(({ n8n }) => n8n.startsWith(`${major}.`));
const killed = outcomes.filter(({ disturbance }) => disturbance === 'killed');

test('a worker was killed in n8n 2 and in n8n 1, and stood still in n8n 1', () => {
	expect(outcomes.map(({ n8n, disturbance }) => [n8n[0], disturbance])).toEqual([
		['2', 'killed'],
		['1', 'killed'],
		['1', 'frozen'],
	]);
});

describe.each(outcomes)('n8n $n8n, $disturbance', ({ underWay, byItself, afterRetries, atTheEnd, againSucceeded }) => {
	test('the worker had executions under way', () => expect(underWay).not.toEqual([]));

	test('at no time is a post there twice, or with the file of another one', () => {
		expect([byItself, afterRetries, atTheEnd].map(wrongIn)).toEqual([NOTHING_WRONG, NOTHING_WRONG, NOTHING_WRONG]);
	});

	test('after all were sent once more, each has succeeded and each post is there once', () => {
		expect(againSucceeded).toBe(ORDERS);
		expect(atTheEnd.posts).toEqual(ALL_ONCE);
		expect(atTheEnd.files.missing).toEqual([]);
	});
});

describe.each(killed)('n8n $n8n, $disturbance', ({ lost, atTheEnd }) => {
	test('the answers of posts and of completed uploads were lost', () => {
		expect(lost.posts).toBeGreaterThan(0);
		expect(lost.completions).toBeGreaterThan(0);
	});

	test('each file is in the library once', () => expect(atTheEnd.files).toEqual(ALL_ONCE));
});

describe.each(inN8n(2))('n8n $n8n, $disturbance', ({ ended, retried, byItself, afterRetries }) => {
	test('what the worker had under way ends with an error', () => expect(ended.success).toBeLessThan(ORDERS));

	test('"Retry" in the list of executions runs nothing: n8n has no data of them any more', () => {
		expect(retried).toBe(ORDERS - (ended.success ?? 0));
		expect(afterRetries).toEqual(byItself);
		expect(afterRetries.posts.missing).not.toEqual([]);
	});
});

describe.each(inN8n(1))('n8n $n8n, $disturbance', ({ underWay, startedTwice, byItself }) => {
	test('n8n runs what the worker had under way again by itself', () => {
		expect(underWay.filter((execution) => startedTwice.includes(execution))).not.toEqual([]);
	});

	test('each post is there then', () => expect(byItself.posts).toEqual(ALL_ONCE));
});

describe.each(outcomes.filter(({ disturbance }) => disturbance === 'frozen'))(
	'n8n $n8n, $disturbance: two executions do the same at the same moment',
	({ underWay, ended, byItself, atTheEnd }) => {
		test('each has succeeded, and what was posted a second time is in the trash', () => {
			expect(ended).toEqual({ success: ORDERS });
			expect(byItself.withdrawn).toBe(byItself.asked.posts - ORDERS);
			expect(byItself.withdrawn + byItself.files.twice.length).toBeGreaterThan(0);
		});

		// docs/operations.md says that this is not covered.
		test('only what was under way has a second file', () => {
			expect(byItself.files.twice.length).toBeLessThanOrEqual(underWay.length);
			expect(atTheEnd.files).toEqual(byItself.files);
		});
	},
);
