/** Queue mode: what became of 200 executions while a worker was killed, another one stopped, and Redis restarted. */
import { readFindings, type Finding } from '../../../scripts/e2e/queue/findings';

const { orders, strangers, killed, stopped, redis, storedInDatabase, abandoned } = readFindings();
const ORDERS = 200;

function of(executions: string[]): Finding[] {
	return orders.filter(({ execution }) => executions.includes(execution));
}

/** What a person wants to read of an order when a check of it fails. */
function shown(list: Finding[]): string[] {
	return list.map(({ number, status, files, posts, error }) =>
		[number, status, `files: ${files}`, `posts: ${posts}`, error].join(', '),
	);
}

test('every execution has ended in a state that n8n shows, and none waits or runs for ever', () => {
	expect(orders.map(({ number }) => number)).toEqual(Array.from({ length: ORDERS }, (_, place) => place + 1));
	expect(new Set(orders.map(({ execution }) => execution)).size).toBe(ORDERS);
	expect(shown(orders.filter(({ status }) => !['success', 'error', 'crashed'].includes(status)))).toEqual([]);
});

test('both workers took part', () => {
	const startedBy = new Set(orders.flatMap((order) => order.startedBy));
	expect([...startedBy].sort()).toEqual(['worker-1', 'worker-2']);
	for (const worker of startedBy)
		expect(orders.filter((order) => order.startedBy.includes(worker)).length).toBeGreaterThan(ORDERS / 10);
});

test('the library holds nothing that nobody asked for: each file once, byte for byte', () => {
	expect(strangers.files).toEqual([]);
	expect(shown(orders.filter(({ files, rightFiles }) => files > 1 || rightFiles !== files))).toEqual([]);
});

test('no post is scheduled twice, and each shows its own file', () => {
	expect(strangers.posts).toEqual([]);
	expect(shown(orders.filter(({ posts, rightPosts }) => posts > 1 || rightPosts !== posts))).toEqual([]);
});

test('an execution with "success" has its file and its post; one without a post says that it failed', () => {
	const wrong = orders.filter(({ status, files, posts }) => status === 'success' && (files !== 1 || posts !== 1));
	expect(shown(wrong)).toEqual([]);
	const silent = orders.filter(({ status, error }) => status !== 'success' && error === '');
	expect(shown(silent)).toEqual([]);
});

test('n8n runs nothing again of what a killed worker had under way: it ends with an error', () => {
	expect(killed.uploaded.length).toBeGreaterThan(0);
	expect(killed.posted.length).toBeGreaterThan(0);
	expect(shown(of(killed.underWay).filter(({ status }) => status === 'success'))).toEqual([]);
	expect(new Set(of(killed.underWay).flatMap(({ startedBy }) => startedBy))).toEqual(new Set([killed.worker]));
	expect(shown(orders.filter(({ startedBy }) => startedBy.length > 1))).toEqual([]);
	// A call that was on its way when the worker died may still be done by the service: the post of some is there, of some not.
	expect(of(killed.posted).map(({ files, posts }) => ({ files, posts }))).toEqual(
		killed.posted.map(() => ({ files: 1, posts: 1 })),
	);
	expect(of(killed.uploaded).filter(({ files, posts }) => files === 1 && posts === 0)).not.toEqual([]);
});

test('a worker that is asked to stop finishes what it has under way', () => {
	expect(stopped.posted.length).toBeGreaterThan(0);
	expect(stopped.unfinished).toEqual([]);
	expect(shown(of(stopped.underWay).filter(({ status }) => status !== 'success'))).toEqual([]);
});

test('a restart of Redis that keeps its data loses nothing', () => {
	expect(redis.underWay.length).toBeGreaterThan(0);
	expect(redis.waiting.length).toBeGreaterThan(0);
	expect(shown(of([...redis.underWay, ...redis.waiting]).filter(({ status }) => status !== 'success'))).toEqual([]);
});

test('only what the killed worker had taken failed: what it had under way, and what it had not begun', () => {
	const failed = orders.filter(({ status }) => status !== 'success');
	const begun = failed.filter(({ startedBy }) => startedBy.length > 0).map(({ execution }) => execution);
	expect([...begun].sort()).toEqual([...killed.underWay].sort());
	const notBegun = failed.filter(({ startedBy }) => startedBy.length === 0);
	expect(shown(notBegun.filter(({ wave, files, posts }) => wave !== 'kill' || files > 0 || posts > 0))).toEqual([]);
});

test('the files travelled through the database, which is what queue mode does by default', () => {
	expect(storedInDatabase).toBeGreaterThanOrEqual(ORDERS);
});

describe('n8n 1, where a worker is killed and does not come back', () => {
	const SETTLED = ['success', 'error', 'crashed'];

	test('runs its executions once more by default: the reason for the setting', () => {
		const { states, startedTwice, posts } = abandoned.byDefault;
		expect(states.filter((state) => !SETTLED.includes(state))).toEqual([]);
		expect(startedTwice).toBeGreaterThan(0);
		expect(posts.filter((count) => count === 2).length).toBeGreaterThan(0);
	});

	test('schedules nothing twice with QUEUE_WORKER_MAX_STALLED_COUNT=0: those executions end with an error', () => {
		const { states, startedTwice, files, posts } = abandoned.withSetting;
		expect(states.filter((state) => !SETTLED.includes(state))).toEqual([]);
		expect(states.filter((state) => state !== 'success').length).toBeGreaterThan(0);
		expect(startedTwice).toBe(0);
		expect(files.filter((count) => count > 1)).toEqual([]);
		expect(posts.filter((count) => count > 1)).toEqual([]);
	});
});
