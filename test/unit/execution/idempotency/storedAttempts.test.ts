import type { StoredAttempt } from '../../../../nodes/SocialPostScheduling/execution/idempotency/storedAttempt';
import { StoredAttempts } from '../../../../nodes/SocialPostScheduling/execution/idempotency/storedAttempts';

const IDENTITY = 'x';

/** Of the execution that execution 2 is a retry of. */
const earlier = (state: StoredAttempt['state'], more: Partial<StoredAttempt> = {}): StoredAttempt => ({
	details: 'a',
	execution: '1',
	state,
	result: {},
	...more,
});
const own = (state: StoredAttempt['state'], more: Partial<StoredAttempt> = {}): StoredAttempt =>
	earlier(state, { execution: '2', ...more });
const timed = (place: string): StoredAttempt =>
	earlier('uncertain', { time: { timeless: 'x', at: '2030-01-01T00:00:00.000Z', readAt: 1, begunAt: 1, place } });

function storeOf(...entries: StoredAttempt[]) {
	const stored = new StoredAttempts({}, '2');
	for (const entry of entries) stored.add(IDENTITY, { ...entry }, new Set(), () => false);
	return stored;
}

test('details that came to nothing are forgotten where others begin, but not that they were left in doubt', () => {
	const other = own('repeatable', { details: 'b' });
	const stored = storeOf(earlier('repeatable'), earlier('uncertain'), own('repeatable'), other);
	const next = own('started', { details: 'c' });
	stored.add(IDENTITY, next, new Set(['a']), (details) => details === 'b');
	expect(stored.of(IDENTITY)).toEqual([earlier('uncertain'), { ...other, distinct: true }, next]);
});

test.each<[string, StoredAttempt[], StoredAttempt['state'], string | undefined, boolean]>([
	['nothing', [], 'uncertain', undefined, true],
	['the same', [own('uncertain')], 'uncertain', undefined, false],
	['other details', [own('uncertain', { details: 'b' })], 'uncertain', undefined, true],
	['a doubt, of what is done by now', [own('uncertain')], 'succeeded', undefined, true],
	['a success, of what is in doubt', [own('succeeded')], 'uncertain', undefined, false],
	['the same at its place', [own('succeeded', { place: '0/0' })], 'succeeded', '0/0', false],
	['the same at its place, with a time', [timed('0/0')], 'uncertain', '0/0', false],
	['the same at another place', [own('succeeded', { place: '0/1' })], 'succeeded', '0/0', true],
	['99 others', Array.from({ length: 99 }, () => own('succeeded', { details: 'b' })), 'succeeded', undefined, true],
	['100 others', Array.from({ length: 100 }, () => own('succeeded', { details: 'b' })), 'succeeded', undefined, false],
])('where %s is stored, whether it is still to be stored', (_, entries, state, place, expected) => {
	const { details } = own(state);
	const attempt = { details, item: 0, origin: undefined, outcome: Promise.resolve({ state: 'uncertain' } as const) };
	expect(storeOf(...entries).lacks(IDENTITY, attempt, state, place)).toBe(expected);
});

describe('what the execution before has left in doubt', () => {
	const entries = [earlier('started'), earlier('uncertain'), earlier('succeeded'), own('uncertain'), own('started')];

	test('has come to nothing', () => {
		const stored = storeOf(...entries);
		stored.settleEarlierDoubts(IDENTITY);
		expect(stored.of(IDENTITY)).toEqual([
			earlier('repeatable'),
			earlier('repeatable'),
			earlier('succeeded'),
			own('uncertain'),
			own('started'),
		]);
	});

	test('is so no longer', () => {
		const stored = storeOf(...entries);
		stored.removeEarlierDoubts(IDENTITY);
		expect(stored.of(IDENTITY)).toEqual([earlier('succeeded'), own('uncertain'), own('started')]);
	});
});

describe('of some details', () => {
	const others = [own('uncertain', { details: 'b' }), own('repeatable', { details: 'b' }), own('succeeded')];

	test('what did not succeed is settled', () => {
		const stored = storeOf(own('uncertain'), earlier('started'), own('repeatable'), ...others);
		stored.removeUnsettled(IDENTITY, 'a');
		expect(stored.of(IDENTITY)).toEqual(others);
	});

	test('what came to nothing is removed', () => {
		const stored = storeOf(own('repeatable'), earlier('repeatable'), ...others, own('uncertain'));
		stored.removeRepeatable(IDENTITY, 'a');
		expect(stored.of(IDENTITY)).toEqual([...others, own('uncertain')]);
	});

	test('what an earlier execution has left in doubt is removed as well, and nothing that is under way', () => {
		const kept = [...others, own('started'), earlier('succeeded'), earlier('uncertain', { details: 'b' })];
		const stored = storeOf(earlier('uncertain'), own('repeatable'), earlier('started'), ...kept);
		stored.removeNotDone(IDENTITY, 'a');
		expect(stored.of(IDENTITY)).toEqual(kept);
	});

	test('what may be done again is kept where it began first, where it is now, and where the execution before had it', () => {
		const at = (place: string) => own('repeatable', { place });
		const [first, second] = [at('0/0'), at('0/1')];
		const [before, beforeHere] = [earlier('repeatable', { place: '0/5' }), earlier('repeatable', { place: '0/2' })];
		const stored = storeOf(before, beforeHere, first, second, ...others);
		const last = at('0/2');
		stored.add(IDENTITY, last, new Set(), () => false);
		stored.removeOtherRepeatable(IDENTITY, last);
		expect(stored.of(IDENTITY)).toEqual([before, first, ...others, last]);
	});

	test('what may be done again is kept once where it is where it began', () => {
		const stored = storeOf(own('repeatable', { place: '0/0' }), own('repeatable', { place: '0/1' }));
		const last = own('repeatable', { place: '0/0' });
		stored.add(IDENTITY, last, new Set(), () => false);
		stored.removeOtherRepeatable(IDENTITY, last);
		expect(stored.of(IDENTITY)).toEqual([last]);
	});
});

test('only a success that tells of what was changed is another one from then on', () => {
	const [changed, other] = [{ postId: '7' }, { postId: '8' }];
	const stored = storeOf(
		own('succeeded', { result: changed }),
		own('succeeded', { result: other }),
		own('uncertain', { result: changed }),
	);
	const gone = { postId: '7', deleted: 'yes' };
	stored.amend(
		IDENTITY,
		({ postId }) => postId === '7',
		() => gone,
	);
	expect(stored.of(IDENTITY)).toEqual([
		own('succeeded', { result: gone }),
		own('succeeded', { result: other }),
		own('uncertain', { result: changed }),
	]);
});
