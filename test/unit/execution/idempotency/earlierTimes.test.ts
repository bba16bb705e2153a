import type { Origin } from '../../../../nodes/SocialPostScheduling/execution/idempotency/attempt';
import { AttemptLog } from '../../../../nodes/SocialPostScheduling/execution/idempotency/attemptLog';
import { fingerprintOf } from '../../../../nodes/SocialPostScheduling/execution/idempotency/fingerprint';
import { IdempotencyStore } from '../../../../nodes/SocialPostScheduling/execution/idempotency/store';
import { begunSince } from '../../../../nodes/SocialPostScheduling/execution/idempotency/earlierTimes';
import type { IdentifiedItem } from '../../../../nodes/SocialPostScheduling/execution/idempotency/identifiedItem';
import type { Once } from '../../../../nodes/SocialPostScheduling/execution/operation';
import { HOUR, NOW } from '../../builders';

describe('what has begun since an item was identified, with another time of the clock', () => {
	const origin = (readAt: number): Origin => ({
		run: {},
		item: 0,
		equalItems: new Map([[0, { fingerprint: { identity: 'x', details: 'a' }, place: 'agent/0/0' }]]),
		place: 'agent/0/0',
		thing: { timeless: 'x', details: 'a' },
		things: new Map(),
		isOfClock: true,
		readAt,
		isRetried: true,
		firstBegunAt: 0,
		account: 'A',
		credential: '1',
	});
	const fingerprint = (postAt: number) =>
		fingerprintOf({ identity: 'x', details: 'a', at: new Date(postAt).toISOString(), isComputed: true });

	/** An item ten seconds after another one has begun, with a time that has moved as far; both are under way. */
	function lateItem(look: 'never' | 'whenInDoubt'): IdentifiedItem<undefined> {
		const store = new IdempotencyStore(new AttemptLog(), {}, '2');
		store.begin(fingerprint(NOW + HOUR), origin(NOW), NOW);
		const once = { key: () => undefined, reuse: { lookUp: { when: () => look } } } as unknown as Once<undefined>;
		const identified = {
			once,
			store,
			origin: origin(NOW + 10_000),
			values: undefined,
			fingerprint: fingerprint(NOW + HOUR + 10_000),
			isRewritten: false,
		};
		return { ...identified, atTime: ({ at }) => ({ ...identified, fingerprint: fingerprint(Date.parse(at)) }) };
	}

	const earlier = new Date(NOW + HOUR).toISOString();

	test.each(['never', 'whenInDoubt'] as const)('is taken for the item (Duplicate Check: %s)', (look) => {
		expect(begunSince(lateItem(look), [])?.fingerprint.timed?.at).toBe(earlier);
	});

	test('is not looked up again with a time of which nothing came', () => {
		expect(begunSince(lateItem('whenInDoubt'), [earlier])).toBeUndefined();
	});

	test('is waited for again where it is not looked up: it may have begun anew', () => {
		expect(begunSince(lateItem('never'), [earlier])).toBeDefined();
	});
});
