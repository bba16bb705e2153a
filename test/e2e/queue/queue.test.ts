/** Queue mode: what became of 120 executions while a worker was killed, and another one stopped. */
import { readFindings, type Finding } from '../../../scripts/e2e/queue/findings';

const { orders, strangers, killed, stopped } = readFindings();
const ORDERS = 120;

function of(executions: string[]): Finding[] {
	return orders.filter(({ execution }) => executions.includes(execution));
}

/** What a person wants to read of an order when a check of it fails. */
function shown(list: Finding[]): string[] {
	return list.map(({ number, status, files, posts, error }) =>
		[number, status, `files: ${files}`, `posts: ${posts}`, error].join(', '),
	);
}

test('every order is an execution of its own, and both workers took part', () => {
	expect(orders.map(({ number }) => number)).toEqual(Array.from({ length: ORDERS }, (_, place) => place + 1));
	expect(new Set(orders.map(({ execution }) => execution)).size).toBe(ORDERS);
	for (const worker of ['worker-1', 'worker-2'] as const)
		expect(orders.filter(({ startedBy }) => startedBy.includes(worker)).length).toBeGreaterThan(ORDERS / 10);
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

test('what a killed worker had under way ends with an error, and nothing of it is done a second time', () => {
	expect(killed.uploaded.length).toBeGreaterThan(0);
	expect(killed.posted.length).toBeGreaterThan(0);
	expect(shown(of(killed.underWay).filter(({ status }) => status === 'success'))).toEqual([]);
	// A call that was on its way when the worker died may still be done by the service: the post of some is there, of some not.
	expect(of(killed.posted).map(({ files, posts }) => ({ files, posts }))).toEqual(
		killed.posted.map(() => ({ files: 1, posts: 1 })),
	);
	expect(of(killed.uploaded).filter(({ files, posts }) => files === 1 && posts === 0)).not.toEqual([]);
});

test('a worker that is asked to stop finishes what it has under way', () => {
	expect(stopped.posted.length).toBeGreaterThan(0);
	expect(shown(of(stopped.underWay).filter(({ status }) => status !== 'success'))).toEqual([]);
	expect(of(stopped.underWay).flatMap(({ startedBy }) => startedBy)).toEqual(stopped.underWay.map(() => 'worker-2'));
});
