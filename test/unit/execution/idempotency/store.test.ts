import type { IContextObject } from 'n8n-workflow';
import type { Attempt, Origin, Outcome } from '../../../../nodes/SocialPostScheduling/execution/idempotency/attempt';
import { AttemptLog } from '../../../../nodes/SocialPostScheduling/execution/idempotency/attemptLog';
import {
	type Fingerprint,
	fingerprintOf,
	timelessOf,
} from '../../../../nodes/SocialPostScheduling/execution/idempotency/fingerprint';
import { IdempotencyStore } from '../../../../nodes/SocialPostScheduling/execution/idempotency/store';
import type { StoredResult } from '../../../../nodes/SocialPostScheduling/execution/idempotency/storedResult';
import { RetryLog } from '../../../../nodes/SocialPostScheduling/execution/idempotency/retryLog';
import { failureNamed, HOUR, MINUTE, NOW, requestNamed, turn } from '../../builders';

const key = (identity: string, details = 'a'): Fingerprint => fingerprintOf({ identity, details });
const run = {};
const at = (item: number, of: object = run, readAt = 0): Origin => ({
	run: of,
	item,
	equalItems: new Map([[item, { fingerprint: key('x'), place: `0/${item}` }]]),
	place: `0/${item}`,
	thing: { timeless: 'x', details: 'a' },
	things: new Map(),
	isOfClock: true,
	readAt,
	isRetried: false,
	firstBegunAt: 0,
	account: 'A',
	credential: '1',
});
const OWN = { account: 'A', credential: '1' };
const OTHER = { account: 'B', credential: '2' };
const DOUBT: Outcome = {
	state: 'uncertain',
	failure: { ok: false, request: requestNamed('scheduleTweet'), failure: failureNamed('connectionLost') },
};
const DONE: Outcome = { state: 'succeeded', result: { postId: '7' } };

/** What is decided for an item, after every outcome that it waits for has been looked at. */
async function decide(
	store: IdempotencyStore,
	wanted: Fingerprint,
	origin: Origin,
	repeatable = false,
): Promise<string> {
	const seen = new Set<Attempt>();
	for (;;) {
		const decision = store.known.decide(wanted, origin, repeatable, seen);
		if (decision.type === 'begin') return 'begin';
		const pending = Symbol();
		const outcome = await Promise.race([decision.attempt.outcome, turn().then(() => pending)]);
		if (typeof outcome === 'symbol') return 'wait';
		if (outcome.state === 'uncertain') return 'uncertain';
		if (outcome.state === 'succeeded' && !repeatable && decision.attempt.details === wanted.details) return 'reuse';
		seen.add(decision.attempt);
	}
}

let context: IContextObject;
let store: IdempotencyStore;
beforeEach(() => {
	context = {};
	store = new IdempotencyStore(new AttemptLog(), context, '1');
});

test('something else may always begin', async () => {
	store.begin(key('x'), at(0));
	expect(await decide(store, key('y'), at(1))).toBe('begin');
});

describe.each([
	['another run of the node', at(0, {})],
	['another item of the same run', at(1)],
	['a tool call', at(5, {})],
])('the same thing, by %s', (_, place) => {
	test('is waited for while it is under way', async () => {
		store.begin(key('x'), at(0));
		expect(await decide(store, key('x'), place)).toBe('wait');
	});

	test.each([
		['succeeded', DONE, 'reuse'],
		['is in doubt', DOUBT, 'uncertain'],
		['may be repeated', { state: 'repeatable' }, 'begin'],
	] as const)('after it %s', async (_name, outcome, expected) => {
		store.begin(key('x'), at(0))(outcome);
		expect(await decide(store, key('x'), place)).toBe(expected);
	});
});

describe('the same identity with other details', () => {
	test('is another thing in the same run', async () => {
		store.begin(key('x', 'a'), at(0));
		expect(await decide(store, key('x', 'b'), at(1))).toBe('begin');
	});

	test.each([
		['under way', undefined, 'wait'],
		['in doubt', DOUBT, 'uncertain'],
		['done', DONE, 'begin'],
	] as const)('in another run, where the first is %s', async (_name, outcome, expected) => {
		const settle = store.begin(key('x', 'a'), at(0));
		if (outcome !== undefined) settle(outcome);
		expect(await decide(store, key('x', 'b'), at(0, {}))).toBe(expected);
	});
});

describe('what may be done again once it has succeeded', () => {
	test('is another thing for each item of a run', async () => {
		store.begin(key('x'), at(0));
		expect(await decide(store, key('x'), at(1), true)).toBe('begin');
	});

	test.each([
		['under way', undefined, 'wait'],
		['in doubt', DOUBT, 'uncertain'],
		['done', DONE, 'begin'],
	] as const)('in another run, where the first is %s', async (_name, outcome, expected) => {
		const settle = store.begin(key('x'), at(0));
		if (outcome !== undefined) settle(outcome);
		expect(await decide(store, key('x'), at(0, {}), true)).toBe(expected);
	});
});

describe('what was changed in the service since', () => {
	const ofPost = (id: string) => (result: StoredResult) => result.postId === id;
	const asDeleted = (result: StoredResult) => ({ ...result, deletion: 'done' });

	/** What comes of the same thing once more, here and in a retry of the execution. */
	const outcomes = async () =>
		await Promise.all(
			[store, new IdempotencyStore(new AttemptLog(), structuredClone(context), '2')].map(async (each) => {
				const decision = each.known.decide(key('x'), at(0, {}), false, new Set());
				return decision.type === 'wait' ? await decision.attempt.outcome : decision.type;
			}),
		);

	test.each([
		['has the other result', OWN, '7', { postId: '7', deletion: 'done' }],
		['is no other post', OWN, '8', { postId: '7' }],
		['is in no other account, which may have another thing with the same ID', OTHER, '7', { postId: '7' }],
		['has it also with a new key of its credential', { ...OWN, account: 'B' }, '7', { postId: '7', deletion: 'done' }],
	])('%s', async (_, account, changed, result) => {
		store.begin(key('x'), at(0))({ state: 'succeeded', result: { postId: '7' } });
		await store.amend(account, ofPost(changed), asDeleted);
		expect(await outcomes()).toEqual([1, 2].map(() => ({ state: 'succeeded', result })));
	});

	test('can be changed again, also by a retry of the execution', async () => {
		store.begin(key('x'), at(0))({ state: 'succeeded', result: { postId: '7' } });
		await store.amend(OWN, ofPost('7'), (result) => ({ ...result, first: 'yes' }));
		const retried = new IdempotencyStore(new AttemptLog(), structuredClone(context), '2');
		for (const each of [store, retried]) await each.amend(OWN, ofPost('7'), asDeleted);
		const decision = retried.known.decide(key('x'), at(0, {}), false, new Set());
		const result = { postId: '7', first: 'yes', deletion: 'done' };
		expect(decision.type === 'wait' && (await decision.attempt.outcome)).toEqual({ state: 'succeeded', result });
		expect((await outcomes())[0]).toEqual({ state: 'succeeded', result });
	});

	test('what is in doubt or under way stays so', async () => {
		store.begin(key('x'), at(0))(DOUBT);
		store.begin(key('y'), at(1));
		await store.amend(OWN, () => true, asDeleted);
		expect(await decide(store, key('x'), at(0, {}))).toBe('uncertain');
		expect(await decide(store, key('y'), at(1, {}))).toBe('wait');
	});

	test('another retry of the execution, which has begun it, knows it as well', async () => {
		const retries = new RetryLog();
		for (const execution of ['2', '3']) retries.enter(execution);
		const first = new IdempotencyStore(new AttemptLog(), {}, '2', retries);
		const second = new IdempotencyStore(new AttemptLog(), {}, '3', retries);
		first.begin(key('x'), at(0))({ state: 'succeeded', result: { postId: '7' } });
		const other = second.otherRetries.underWay(key('x'), at(0, {}));
		if (other === undefined) throw new Error('The second retry does not know the first one');
		second.take(key('x'), at(0, {}), other)(await other.attempt.outcome);
		await second.amend(OWN, ofPost('7'), asDeleted);
		const decision = first.known.decide(key('x'), at(0, {}), false, new Set());
		expect(decision.type === 'wait' && (await decision.attempt.outcome)).toEqual({
			state: 'succeeded',
			result: { postId: '7', deletion: 'done' },
		});
	});
});

describe('what n8n stores with the execution', () => {
	/** The store of a process that got the execution out of n8n's database. */
	const reloaded = (execution: string) =>
		new IdempotencyStore(new AttemptLog(), JSON.parse(JSON.stringify(context)) as IContextObject, execution);

	test.each([
		['succeeded', DONE, 'reuse', 'reuse'],
		['is in doubt', DOUBT, 'uncertain', 'begin'],
		['was under way', undefined, 'uncertain', 'begin'],
		['may be repeated', { state: 'repeatable' }, 'begin', 'begin'],
	] as const)('%s: known in the same execution and in a retry of it', async (_, outcome, same, retried) => {
		const settle = store.begin(key('x'), at(0));
		if (outcome !== undefined) settle(outcome);
		expect(await decide(reloaded('1'), key('x'), at(0))).toBe(same);
		expect(await decide(reloaded('2'), key('x'), at(0))).toBe(retried);
	});

	test('what is kept of a success comes back', async () => {
		store.begin(key('x'), at(0))(DONE);
		const decision = reloaded('2').known.decide(key('x'), at(0), false, new Set());
		expect(decision.type === 'wait' && (await decision.attempt.outcome)).toEqual(DONE);
	});

	test('is small, and tells nothing of what it is about', () => {
		store.begin(fingerprintOf({ identity: ['my_brand', 'A secret text'], details: 'picture' }), at(0))(DONE);
		const stored = JSON.stringify(context);
		expect(stored).not.toMatch(/my_brand|secret|picture/);
		expect(stored.length).toBeLessThan(200);
	});

	test.each([null, 'text', [], { x: 'text' }, { x: [null, 7, {}, { state: 'succeeded' }] }])(
		'of another form is ignored: %j',
		async (odd) => {
			context = { idempotency: odd };
			expect(await decide(new IdempotencyStore(new AttemptLog(), context, '1'), key('x'), at(0))).toBe('begin');
		},
	);
});

describe('executions that share what is known, as those of a sub-workflow with the same caller do', () => {
	const attempts = new AttemptLog();
	const first = { context: {} as IContextObject, execution: '1' };
	const second = { context: {} as IContextObject, execution: '2' };
	const storeOf = ({ context: of, execution }: typeof first) => new IdempotencyStore(attempts, of, execution);

	test('know each other', async () => {
		storeOf(first).begin(key('x'), at(0))(DONE);
		expect(await decide(storeOf(second), key('x'), at(0, {}))).toBe('reuse');
	});

	test('each has its own stored with it, and nothing of the other', async () => {
		storeOf(second).begin(key('y'), at(0))(DONE);
		const retryOf = ({ context: of }: typeof first) =>
			new IdempotencyStore(new AttemptLog(), JSON.parse(JSON.stringify(of)) as IContextObject, '3');
		expect(await decide(retryOf(first), key('x'), at(0))).toBe('reuse');
		expect(await decide(retryOf(first), key('y'), at(0))).toBe('begin');
		expect(await decide(retryOf(second), key('y'), at(0))).toBe('reuse');
	});
});

describe('what another execution of the same caller has begun is known when this one is retried alone', () => {
	/** What an execution stores that comes twice to what another one has begun. */
	function storedBySecond(outcome: Outcome): IContextObject {
		const attempts = new AttemptLog();
		new IdempotencyStore(attempts, {}, '1').begin(key('x'), at(0))(outcome);
		const own: IContextObject = {};
		const second = new IdempotencyStore(attempts, own, '2');
		for (let times = 0; times < 2; times++) {
			const decision = second.known.decide(key('x'), at(0, {}), false, new Set());
			if (decision.type !== 'wait') throw new Error('It is not known');
			second.storeMet(key('x'), decision.attempt, outcome, at(0, {}));
		}
		expect(JSON.stringify(own).match(new RegExp(outcome.state, 'g'))).toHaveLength(1);
		return own;
	}
	const retryOf = (stored: IContextObject) => new IdempotencyStore(new AttemptLog(), structuredClone(stored), '3');

	test('a success', async () => {
		expect(await decide(retryOf(storedBySecond(DONE)), key('x'), at(0, {}))).toBe('reuse');
	});

	test('a doubt', () => {
		expect(retryOf(storedBySecond(DOUBT)).known.wasDoubted(key('x'))).toBe(true);
	});
});

test('an item that meets what has other details is not begun as that: it may be another thing in a retry', () => {
	const changing = (details: string) =>
		fingerprintOf({ identity: 'x now', inRetry: { stable: 'x', values: ['x now'] }, details });
	store.begin(changing('a'), at(0))(DONE);
	const meet = (fingerprint: Fingerprint, item: number) => {
		const decision = store.known.decide(fingerprint, at(item, {}), false, new Set());
		if (decision.type !== 'wait') throw new Error('It is not known');
		store.storeMet(fingerprint, decision.attempt, DONE, at(item, {}));
		return store.begunValues.of(fingerprint, at(item).place, () => true);
	};
	expect(meet(changing('a'), 1)?.values).toEqual(['x now']);
	expect(meet(changing('b'), 2)).toBeUndefined();
});

test('a loop that comes to the same post thousands of times does not make the execution grow for ever', () => {
	const inRetry = { data: 'data', values: ['x'.repeat(50)] };
	const key = { identity: 'x', at: '2030-01-01T00:00:00Z', isComputed: true, details: 'a', inRetry };
	const timed = fingerprintOf(key);
	store.begin(timed, at(0))(DONE);
	for (let round = 1; round < 2_000; round++) {
		const origin = { ...at(0, {}), place: `${round}/0` };
		const decision = store.known.decide(timed, origin, false, new Set());
		if (decision.type !== 'wait') throw new Error('It is not known');
		store.storeMet(timed, decision.attempt, DONE, origin);
	}
	expect(JSON.stringify(context).length).toBeLessThan(50_000);
});

test('items of one run with other details stay things of their own through every run, also after a restart', async () => {
	const first = {};
	store.begin(key('x', 'a'), at(0, first))({ state: 'repeatable' });
	store.begin(key('x', 'b'), at(1, first))(DONE);
	store.begin(key('x', 'c'), at(2, first))({ state: 'repeatable' });
	const second = {};
	expect(await decide(store, key('x', 'a'), at(0, second))).toBe('begin');
	store.begin(key('x', 'a'), at(0, second))(DONE);
	expect(await decide(store, key('x', 'c'), at(1, second))).toBe('begin');
	const restarted = new IdempotencyStore(new AttemptLog(), structuredClone(context), '1');
	expect(await decide(restarted, key('x', 'c'), at(1, {}))).toBe('begin');
});

describe('things that differ in their details alone, and have begun in one run', () => {
	const beginBoth = () => {
		store.begin(key('x', 'a'), at(0))(DONE);
		store.begin(key('x', 'b'), at(1))({ state: 'repeatable' });
	};

	test('are two things in every run: the one that was refused may begin', async () => {
		beginBoth();
		expect(await decide(store, key('x', 'b'), at(0, {}))).toBe('begin');
		expect(await decide(store, key('x', 'a'), at(0, {}))).toBe('reuse');
	});

	test('also in a retry of the execution', async () => {
		beginBoth();
		const stored = JSON.parse(JSON.stringify(context)) as IContextObject;
		const retried = new IdempotencyStore(new AttemptLog(), stored, '2');
		expect(await decide(retried, key('x', 'b'), at(0, {}))).toBe('begin');
		expect(await decide(retried, key('x', 'a'), at(0, {}))).toBe('reuse');
	});

	test('the doubt of one is not that of the other', async () => {
		store.begin(key('x', 'a'), at(0))(DOUBT);
		store.begin(key('x', 'b'), at(1))(DONE);
		expect(await decide(store, key('x', 'b'), at(1, {}))).toBe('reuse');
		expect(await decide(store, key('x', 'a'), at(0, {}))).toBe('uncertain');
	});
});

describe.each([
	['another run', at(0, {}), at(0, {})],
	['another try of the item', at(0), at(0)],
])('details that were refused, then others in doubt, in %s', (_, second, third) => {
	test.each([
		['in this process', () => store],
		['after a restart', () => new IdempotencyStore(new AttemptLog(), structuredClone(context), '1')],
	])('are in doubt as well, %s', async (_when, now) => {
		store.begin(key('x', 'a'), at(0))({ state: 'repeatable' });
		store.begin(key('x', 'b'), second)(DOUBT);
		expect(await decide(now(), key('x', 'a'), third)).toBe('uncertain');
	});
});

describe('the same thing with another API key', () => {
	const named = fingerprintOf({ identity: 'x', details: 'a', namesAccount: true });

	test('is another thing, in every run', async () => {
		store.begin(key('x'), at(0))(DONE);
		for (const of of [undefined, {}]) {
			expect(await decide(store, key('x'), { ...at(1, of), account: 'B' })).toBe('begin');
		}
	});

	test('is the same, in every run, where it tells accounts apart', async () => {
		store.begin(named, at(0))(DONE);
		for (const of of [undefined, {}]) {
			expect(await decide(store, named, { ...at(1, of), account: 'B' })).toBe('reuse');
		}
	});

	test('is that with its own key, if there is one', async () => {
		store.begin(named, at(0))(DONE);
		store.begin(named, { ...at(1), account: 'B' })(DOUBT);
		expect(await decide(store, named, { ...at(1, {}), account: 'B' })).toBe('uncertain');
		expect(await decide(store, named, at(0, {}))).toBe('reuse');
	});
});

describe('a time that moved with the clock', () => {
	const HOUR = 3_600_000;
	const start = Date.parse('2030-01-01T00:00:00Z');
	const timed = (atMs: number, details = 'a') =>
		fingerprintOf({ identity: 'x', at: new Date(atMs).toISOString(), isComputed: true, details });
	const postAt = start + 5 * HOUR;
	const restored = (execution: string) =>
		new IdempotencyStore(new AttemptLog(), JSON.parse(JSON.stringify(context)) as IContextObject, execution);
	const retried = (place: string, readAt: number): Origin => ({ ...at(0, {}, readAt), place, isRetried: true });

	beforeEach(() => store.begin(timed(postAt), at(0, run, start), start)(DONE));

	test('is the first one, after a restart too', () => {
		const now = start + 10_000;
		const moved = timed(postAt + 10_000);
		for (const known of [store, restored('1')]) {
			expect(known.known.earlierTimeOf(moved, at(3, {}, now))?.at).toBe(new Date(postAt).toISOString());
		}
	});

	test.each([
		['this execution itself has begun it before a pause', '1', false],
		['the execution before has begun it', '2', true],
	])('when an item has come to it is noted, if %s', async (_, execution, isNoted) => {
		const attempts = new AttemptLog();
		const after = new IdempotencyStore(attempts, context, execution);
		const { identity } = timed(postAt);
		const [attempt] = attempts.of(identity);
		if (attempt === undefined) throw new Error('It is not known');
		after.storeMet(timed(postAt), attempt, await attempt.outcome, retried('1/0', start + HOUR));
		expect(attempt.takenAt !== undefined).toBe(isNoted);
		const later = new AttemptLog();
		later.addStored(context, execution);
		// Behind a further pause as well.
		expect(later.of(identity).map(({ takenAt }) => takenAt !== undefined)).toContain(isNoted);
	});

	test('what a look has found with other details is noted when the item came to it', () => {
		store.begin(timed(postAt, 'b'), at(1, run, start), start)(DOUBT);
		const attempts = new AttemptLog();
		const later = new IdempotencyStore(attempts, context, '2');
		later.settleDone(timed(postAt, 'c'), retried('0/1', start + HOUR), { postId: '8' });
		const { identity, details } = timed(postAt, 'b');
		const foundIn = (log: AttemptLog) => log.of(identity).find((attempt) => attempt.details === details);
		expect(foundIn(attempts)?.takenAt).toBeGreaterThan(0);
		const behindPause = new AttemptLog();
		behindPause.addStored(context, '2');
		expect(foundIn(behindPause)?.takenAt).toBeGreaterThan(0);
	});

	test('is another thing where no expression gave it', () => {
		const fixed = { identity: 'x', at: new Date(postAt + 10_000).toISOString(), details: 'a' };
		expect(store.known.earlierTimeOf(fingerprintOf(fixed), at(3, {}, start + 10_000))).toBeUndefined();
	});

	test('is another thing with another API key, where it does not tell accounts apart', () => {
		const moved = timed(postAt + 10_000);
		const origin = { ...at(3, {}, start + 10_000), account: 'B' };
		expect(store.known.earlierTimeOf(moved, origin)).toBeUndefined();
		expect(store.known.earlierTimeOf({ ...moved, namesAccount: true }, origin)).toBeDefined();
	});

	test('of several, it is the one of the item at the same place', () => {
		store.begin(timed(postAt - 1000), at(1, run, start), start)(DONE);
		expect(store.known.earlierTimeOf(timed(postAt + 10_000), at(1, {}, start + 10_000))?.at).toBe(
			new Date(postAt - 1000).toISOString(),
		);
	});

	test('of several, it is the one that the clock has moved just there, also for an item at another place', () => {
		store.begin(timed(postAt + 5_000), at(1, run, start), start)(DOUBT);
		expect(store.known.earlierTimeOf(timed(postAt + 15_000), at(0, {}, start + 10_000))?.at).toBe(
			new Date(postAt + 5_000).toISOString(),
		);
	});

	test('two tries of one item with other details are no siblings', () => {
		store.begin(timed(postAt + 1, 'b'), at(0, run, start), start)(DONE);
		expect(store.known.earlierTimeOf(timed(postAt + 10_000, 'c'), at(0, {}, start + 10_000))).toBeDefined();
	});

	test('a retry goes by the place, and in other runs by the clock', () => {
		const later = restored('2');
		const inHours = start + 72 * HOUR;
		const soon = start + 10_000;
		expect(later.known.earlierTimeOf(timed(postAt + 72 * HOUR), retried('0/0', inHours))).toBeDefined();
		expect(later.known.earlierTimeOf(timed(postAt + 72 * HOUR), retried('1/0', inHours))).toBeUndefined();
		expect(later.known.earlierTimeOf(timed(postAt + 10_000), retried('1/0', soon))).toBeDefined();
		expect(later.known.earlierTimeOf(timed(postAt + 10_000), retried('0/1', soon))).toBeUndefined();
	});

	test.each([
		['with other media', 'b'],
		['with the same ones', 'a'],
	])(
		'in a retry, the item at the same place is the same one, also where its time is now that of another round of a loop, %s',
		(_, details) => {
			const day = 24 * HOUR;
			store.begin(timed(postAt + day, details), { ...at(0, {}, start), place: '1/0' }, start)(DONE);
			const later = restored('2');
			const first = new Date(postAt).toISOString();
			expect(later.known.earlierTimeOf(timed(postAt + day), retried('0/0', start + day))?.at).toBe(first);
			expect(later.known.earlierTimeOf(timed(postAt + day), retried('2/0', start + day))).toBeUndefined();
			expect(later.known.earlierTimeOf(timed(postAt), retried('0/0', start))).toBeUndefined();
		},
	);

	test('in a retry with its items in another order, the one with a very time is the post of that time', () => {
		store.begin(timed(postAt + HOUR), at(1, run, start), start)(DONE);
		const thing = { timeless: timelessOf(timed(postAt)), details: timed(postAt).details };
		const origin = { ...retried('0/0', start), thing, things: new Map([['0/1', null]]) };
		expect(restored('2').known.earlierTimeOf(timed(postAt + HOUR), origin)).toBeUndefined();
		expect(restored('2').known.earlierTimeOf(timed(postAt + 2 * HOUR), origin)?.at).toBe(
			new Date(postAt).toISOString(),
		);
	});

	test('is the first one also where another item of the run has begun at the same time with other details', () => {
		const next = {};
		const now = start + 10_000;
		store.begin(timed(postAt + 10_000, 'b'), at(1, next, now), now)(DONE);
		expect(store.known.earlierTimeOf(timed(postAt + 10_000), at(0, next, now))?.at).toBe(
			new Date(postAt).toISOString(),
		);
	});

	test('of several doubts, a retry knows those of the place, and all of them where the place tells none', () => {
		const doubted = new IdempotencyStore(new AttemptLog(), (context = {}), '1');
		for (const [item, ms] of [0, 1, 1].entries()) {
			doubted.begin(timed(postAt + ms * 1000, `d${item}`), at(item, run, start), start)(DOUBT);
		}
		doubted.begin(timed(postAt + 2000), { ...at(0, {}, start), place: '1/0' }, start)(DOUBT);
		const later = restored('2');
		const iso = (ms: number) => new Date(postAt + ms).toISOString();
		const moved = timed(postAt + 20_000);
		expect(later.known.doubtedTimesOf(moved, retried('0/0', start + 20_000)).map(({ at }) => at)).toEqual([iso(0)]);
		expect(later.known.doubtedTimesOf(moved, retried('9/0', start + 20_000)).map(({ at }) => at)).toEqual([
			iso(0),
			iso(1000),
			iso(2000),
		]);
		expect(later.known.doubtedTimesOf(timed(postAt), retried('0/0', start))).toEqual([]);
		expect(later.known.doubtedTimesOf(moved, retried('9/0', start + 9 * HOUR)).map(({ at }) => at)).toEqual([]);
		const back = timed(postAt - HOUR);
		expect(later.known.doubtedTimesOf(back, retried('9/0', start + 20_000))).toEqual([]);
		const timeAt = () => postAt;
		expect(later.known.doubtedTimesOf(back, retried('9/0', start + 20_000), timeAt)).toHaveLength(3);
		later.settleAbsent(timed(postAt));
		expect(later.known.doubtedTimesOf(moved, retried('9/0', start + 20_000)).map(({ at }) => at)).toEqual([
			iso(1000),
			iso(2000),
		]);
	});

	test('one that an item has begun already is its own, not an earlier one that the clock has moved, also where nothing came of it', () => {
		const beside = timed(postAt + 15 * MINUTE);
		const later = start + 20 * MINUTE;
		store.begin(beside, at(1, run, start), start)({ state: 'repeatable' });
		for (const known of [store, restored('1'), restored('2')]) {
			expect(known.known.earlierTimeOf(beside, at(0, {}, later))).toBeUndefined();
			expect(known.known.earlierTimeOf(timed(postAt + 16 * MINUTE), at(0, {}, later))).toBeDefined();
		}
	});

	test('one that was left in doubt is its own in a retry, not that of another doubt', () => {
		const doubted = new IdempotencyStore(new AttemptLog(), (context = {}), '1');
		const beside = timed(postAt + 15 * MINUTE);
		doubted.begin(timed(postAt), at(0, run, start), start)(DOUBT);
		doubted.begin(beside, at(1, run, start), start)(DOUBT);
		expect(restored('2').known.doubtedTimesOf(beside, retried('9/0', start + 20 * MINUTE))).toEqual([]);
	});

	test('what has begun with the time of an earlier attempt has it from when that was evaluated', () => {
		const now = start + 10 * MINUTE;
		store.begin(timed(postAt), { ...at(0, {}, now), readAt: start }, now)(DONE);
		const { readAt } = store.known.earlierTimeOf(timed(postAt + 20 * MINUTE), at(0, {}, start + 20 * MINUTE)) ?? {};
		expect(readAt).toBe(start);
	});

	test('what a retried execution has begun itself goes by the clock alone', () => {
		expect(restored('1').known.earlierTimeOf(timed(postAt + 9 * HOUR), retried('0/0', start + 10_000))).toBeUndefined();
	});

	test('of details that have begun beside others in an earlier run, it is none for an item with others', () => {
		const known = new IdempotencyStore(new AttemptLog(), (context = {}), '1');
		for (const [item, details] of ['a', 'b'].entries()) {
			known.begin(timed(postAt, details), at(item, run, start), start)({ state: 'repeatable' });
		}
		known.begin(timed(postAt), at(0, {}, start), start)(DONE);
		const moved = (details: string) =>
			known.known.earlierTimeOf(timed(postAt + 10_000, details), at(0, {}, start + 10_000));
		expect(moved('a')).toBeDefined();
		expect(moved('c')).toBeUndefined();
	});

	test('other details are another thing only where a run had both', () => {
		const now = start + 10_000;
		const other = timed(postAt + 10_000, 'b');
		expect(store.known.earlierTimeOf(other, at(0, {}, now))).toBeDefined();
		store.begin(timed(postAt + 1, 'c'), at(1, run, start), start)({ state: 'repeatable' });
		for (const known of [store, restored('1')]) {
			expect(known.known.earlierTimeOf(other, at(0, {}, now))).toBeUndefined();
			expect(known.known.earlierTimeOf(timed(postAt + 10_000), at(0, {}, now))).toBeDefined();
		}
	});
});

describe('what a look at the service has shown', () => {
	const reloaded = (execution: string) =>
		new IdempotencyStore(new AttemptLog(), JSON.parse(JSON.stringify(context)) as IContextObject, execution);

	test('is known from then on, also after n8n has stored it', async () => {
		store.begin(key('x'), at(0))(DOUBT);
		const decision = store.known.decide(key('x'), at(0), false, new Set());
		if (decision.type === 'begin') throw new Error('Nothing has begun');
		store.settleDoubt(key('x').identity, decision.attempt, { postId: '7' });
		expect(await decide(store, key('x'), at(0, {}))).toBe('reuse');
		expect(await decide(reloaded('1'), key('x'), at(0, {}))).toBe('reuse');
		expect(await decide(reloaded('2'), key('x'), at(0, {}))).toBe('reuse');
		expect(reloaded('2').known.wasDoubted(key('x'))).toBe(false);
	});

	test('is noted as met from then on, where another call has begun it', () => {
		const ofThis: Attempt = { origin: at(0), item: 0, details: '', outcome: Promise.resolve(DOUBT) };
		const ofCall: Attempt = { ...ofThis, isOfOtherCall: true };
		for (const attempt of [ofThis, ofCall]) store.settleDoubt('x', attempt, { postId: '7' });
		expect([ofThis.takenAt, ofCall.takenAt]).toEqual([undefined, expect.any(Number)]);
	});

	test('keeps its place behind a pause', () => {
		const postAt = new Date(NOW).toISOString();
		const timed = { ...key('x'), timed: { timeless: 'x', at: postAt } };
		store.begin({ ...timed, details: 'b' }, at(2))(DOUBT);
		store.begin(timed, at(3))(DOUBT);
		const attempts = new AttemptLog();
		const behindPause = new IdempotencyStore(attempts, context, '1');
		const { identity } = timed;
		const doubt = attempts.of(identity).find(({ details }) => details === timed.details);
		if (doubt === undefined) throw new Error('It is not known');
		behindPause.settleDoubt(identity, doubt, { postId: '7' });
		const inRetry = new AttemptLog();
		inRetry.addStored(context, '2');
		expect(inRetry.of(identity).map(({ time }) => time?.place)).toEqual([at(3).place]);
	});

	test('a doubt is known as one in a retry of the execution, and not in the execution itself', () => {
		store.begin(key('x'), at(0))(DOUBT);
		store.begin(key('y'), at(1))(DONE);
		expect(reloaded('1').known.wasDoubted(key('x'))).toBe(false);
		expect(reloaded('2').known.wasDoubted(key('x'))).toBe(true);
		expect(reloaded('2').known.wasDoubted(key('y'))).toBe(false);
	});

	test('siblings are the same with other details; one that is under way is not waited for', async () => {
		store.begin(key('x', 'a'), at(0))(DONE);
		store.begin(key('x', 'b'), at(1));
		store.begin(key('x', 'c'), at(2));
		store.begin(key('y', 'd'), at(3))(DONE);
		expect(await store.known.siblingsOf(key('x', 'c'), at(2), 1000, true)).toStrictEqual([DONE, undefined]);
	});

	test('in a retry, what was in doubt is a sibling of what was not, until it is done', async () => {
		store.begin(key('x', 'a'), at(0))(DOUBT);
		store.begin(key('x', 'b'), at(1))(DOUBT);
		const later = reloaded('2');
		const retried = (item: number) => ({ ...at(item), isRetried: true });
		expect(await later.known.siblingsOf(key('x', 'a'), retried(0), 1000, true)).toStrictEqual([]);
		expect(await later.known.siblingsOf(key('x', 'c'), retried(2), 1000, true)).toStrictEqual([undefined, undefined]);
		later.begin(key('x', 'a'), retried(0))(DONE);
		expect(await later.known.siblingsOf(key('x', 'c'), retried(2), 1000, true)).toStrictEqual([DONE, undefined]);
	});

	test.each([
		['without a time', {}],
		['with a time', { at: new Date(5000).toISOString(), isComputed: true }],
	])(
		'for a copy of the node in a retry, a doubt is a sibling where it is known to be another thing, %s',
		async (_, time) => {
			const thing = (details: string) => fingerprintOf({ identity: 'x', ...time, details });
			const copied = {};
			const copy = (item: number) => ({ ...at(item, copied), place: `Copy/0/${item}`, isRetried: true });
			const siblings = async (known: IdempotencyStore) => await known.known.siblingsOf(thing('c'), copy(0), 1000, true);
			store.begin(thing('a'), at(0))(DOUBT);
			const ofOne = reloaded('2');
			expect(await siblings(ofOne)).toStrictEqual([]);
			ofOne.begin(thing('a'), copy(1))({ state: 'repeatable' });
			expect(await siblings(ofOne)).toStrictEqual([undefined]);
			store.begin(thing('b'), at(1))(DOUBT);
			expect(await siblings(reloaded('2'))).toStrictEqual([undefined, undefined]);
		},
	);

	test('the same where the other item of the copy has begun it at a time close to that', async () => {
		const timed = (ms: number, details: string) =>
			fingerprintOf({ identity: 'x', at: new Date(ms).toISOString(), isComputed: true, details });
		const copied = {};
		const copy = (item: number) => ({ ...at(item, copied), place: `Copy/0/${item}`, isRetried: true });
		store.begin(timed(5000, 'a'), at(0))(DOUBT);
		const later = reloaded('2');
		later.begin(timed(5400, 'a'), copy(1))({ state: 'repeatable' });
		expect(await later.known.siblingsOf(timed(5300, 'c'), copy(0), 1000, true)).toStrictEqual([undefined]);
	});

	test('in a retry, what was in doubt at a time that a look tells from its own is no sibling', async () => {
		const timed = (ms: number) =>
			fingerprintOf({ identity: 'x', at: new Date(ms).toISOString(), isComputed: true, details: ms });
		for (const [item, ms] of [5000, 99_000].entries()) store.begin(timed(ms), at(item))(DOUBT);
		const origin = { ...at(2), isRetried: true };
		expect(await reloaded('2').known.siblingsOf(timed(5400), origin, 1000, true)).toStrictEqual([undefined]);
		expect(await reloaded('2').known.siblingsOf(timed(9000), origin, 1000, true)).toStrictEqual([]);
	});

	test('siblings are also those that differ in their time by less than a look tells, also after n8n has stored them', async () => {
		const timed = (ms: number) =>
			fingerprintOf({ identity: 'x', at: new Date(ms).toISOString(), isComputed: true, details: ms });
		store.begin(timed(5000), at(0))(DONE);
		store.begin(timed(6000), at(1))(DOUBT);
		store.begin(timed(5400), at(2));
		expect(await store.known.siblingsOf(timed(5400), at(2), 1000, true)).toStrictEqual([DONE, DOUBT]);
		expect(await store.known.siblingsOf(timed(5400), at(2), 500, true)).toStrictEqual([DONE]);
		expect(await reloaded('2').known.siblingsOf(timed(5400), at(2), 1000, true)).toStrictEqual([
			expect.objectContaining({ state: 'succeeded' }),
		]);
		// An equal item is a sibling only where a look is to tell them apart.
		store.begin(
			fingerprintOf({ identity: 'x', at: new Date(5401).toISOString(), isComputed: true, details: 5400 }),
			at(3),
		)(DONE);
		expect(await store.known.siblingsOf(timed(5400), at(2), 500, false)).toStrictEqual([DONE]);
		expect(await store.known.siblingsOf(timed(5400), at(2), 500, true)).toStrictEqual([DONE, DONE]);
	});

	test('a sibling that was met in two nodes and by two equal rows is one, also after n8n has stored it', async () => {
		const timed = (details: string) =>
			fingerprintOf({ identity: 'x', at: new Date(5000).toISOString(), isComputed: true, details });
		store.begin(timed('a'), at(0))(DONE);
		const decision = store.known.decide(timed('a'), at(0, {}), false, new Set());
		if (decision.type === 'begin') throw new Error('It is known');
		store.storeMet(timed('a'), decision.attempt, DONE, { ...at(0), place: 'Copy/0/0' });
		store.storeMet(timed('a'), decision.attempt, DONE, { ...at(0), place: 'Copy/0/2' });
		expect(await reloaded('2').known.siblingsOf(timed('b'), at(1), 1000, true)).toStrictEqual([
			expect.objectContaining({ state: 'succeeded' }),
		]);
	});
});

describe('retries of one execution at once', () => {
	let retries: RetryLog;
	const storeOf = (execution: string) => {
		retries.enter(execution);
		return new IdempotencyStore(new AttemptLog(), {}, execution, retries);
	};
	const inRetry = (item: number, more: Partial<Origin> = {}): Origin => ({ ...at(item, {}), isRetried: true, ...more });
	const atTime = (ms: number) =>
		fingerprintOf({ identity: 'x', details: 'a', at: new Date(ms).toISOString(), isComputed: true });
	beforeEach(() => (retries = new RetryLog()));

	test.each<readonly [string, Fingerprint, Origin, boolean]>([
		['the same at its place', key('x'), inRetry(0), true],
		['the same at another place', key('x'), inRetry(1), true],
		['other details', key('x', 'b'), inRetry(0), false],
		['another account', key('x'), inRetry(0, { account: 'B' }), false],
	])('%s', (_, wanted, origin, isKnown) => {
		storeOf('1').begin(key('x'), inRetry(0));
		expect(storeOf('2').otherRetries.underWay(wanted, origin) !== undefined).toBe(isKnown);
		expect(storeOf('1').otherRetries.underWay(wanted, origin)).toBeUndefined();
	});

	test.each<readonly [string, number, number, Partial<Origin>, boolean]>([
		['moved with the clock', HOUR, HOUR, {}, true],
		['evaluated first, and begun last', -MINUTE, -MINUTE, {}, true],
		['moved further than the clock', HOUR, MINUTE, {}, false],
		['moved with the clock, of another place', HOUR, HOUR, { place: '0/1' }, false],
	])('a time that has %s', (_, movedMs, passedMs, more, isKnown) => {
		storeOf('1').begin(atTime(NOW), inRetry(0, { readAt: NOW }));
		const origin = inRetry(0, { readAt: NOW + passedMs, ...more });
		expect(storeOf('2').otherRetries.underWay(atTime(NOW + movedMs), origin) !== undefined).toBe(isKnown);
	});

	test('with a new key of the same account it is the same, where it tells accounts apart', () => {
		const named = fingerprintOf({ identity: 'x', details: 'a', namesAccount: true });
		storeOf('1').begin(named, inRetry(0));
		expect(storeOf('2').otherRetries.underWay(named, inRetry(0, { account: 'B' }))).toBeDefined();
	});

	test('what comes to nothing is forgotten', () => {
		storeOf('1').begin(key('x'), inRetry(0))({ state: 'repeatable' });
		expect(storeOf('2').otherRetries.underWay(key('x'), inRetry(0))).toBeUndefined();
	});

	test('what is taken is known by the clock from when it began, and is settled for all', async () => {
		const first = storeOf('1');
		first.begin(atTime(NOW), inRetry(0, { readAt: NOW }), NOW)(DOUBT);
		const attempts = new AttemptLog();
		retries.enter('2');
		const ofSecond: IContextObject = {};
		const second = new IdempotencyStore(attempts, ofSecond, '2', retries);
		const origin = inRetry(0, { readAt: NOW + 3 * MINUTE });
		const other = second.otherRetries.underWay(atTime(NOW + 3 * MINUTE), origin);
		if (other === undefined) throw new Error('It is not known');
		second.take(atTime(NOW), origin, other)(DOUBT);
		expect(second.otherRetries.underWay(atTime(NOW + 3 * MINUTE), origin)).toBeUndefined();
		const later = inRetry(0, { readAt: NOW + 6 * MINUTE, place: '1/0' });
		expect(second.known.earlierTimeOf(atTime(NOW + 6 * MINUTE), later)?.at).toBe(new Date(NOW).toISOString());
		const { identity } = atTime(NOW);
		const [taken] = attempts.of(identity);
		if (taken === undefined) throw new Error('It is not taken');
		expect(taken.takenAt).toBeGreaterThan(0);
		const behindPause = new AttemptLog();
		behindPause.addStored(ofSecond, '2');
		expect(behindPause.of(identity).map(({ takenAt }) => takenAt)).toEqual([taken.takenAt]);
		second.settleDoubt(identity, taken, { postId: '7' });
		const third = storeOf('3').otherRetries.underWay(atTime(NOW), origin);
		expect(await third?.attempt.outcome).toEqual(DONE);
	});
});
