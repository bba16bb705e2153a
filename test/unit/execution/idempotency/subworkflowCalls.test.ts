/** The retry of a call of a sub-workflow, and when it has come to what another call has begun. */
import type { Attempt, Origin, Outcome } from '../../../../nodes/SocialPostScheduling/execution/idempotency/attempt';
import type { AttemptLog } from '../../../../nodes/SocialPostScheduling/execution/idempotency/attemptLog';
import { fingerprintOf } from '../../../../nodes/SocialPostScheduling/execution/idempotency/fingerprint';
import { IdempotencyStore } from '../../../../nodes/SocialPostScheduling/execution/idempotency/store';
import { SubworkflowCalls } from '../../../../nodes/SocialPostScheduling/execution/idempotency/subworkflowCalls';
import { NOW } from '../../builders';

const POST = fingerprintOf({ identity: 'x', details: 'a' });
const DONE: Outcome = { state: 'succeeded', result: { postId: '7' } };
const origin: Origin = {
	run: {},
	item: 0,
	equalItems: new Map([[0, { fingerprint: POST, place: '0/0' }]]),
	place: '0/0',
	thing: { timeless: 'x', details: 'a' },
	things: new Map(),
	isOfClock: true,
	readAt: NOW,
	isRetried: true,
	firstBegunAt: NOW,
	account: 'A',
	credential: '1',
};
const begun = (more: Partial<Attempt> = {}): Attempt => ({
	origin: { ...origin, run: {} },
	item: 0,
	details: POST.details,
	firstExecution: '1',
	outcome: Promise.resolve(DONE),
	state: 'succeeded',
	...more,
});

let calls: SubworkflowCalls;
let log: AttemptLog;
beforeEach(() => {
	calls = new SubworkflowCalls();
	log = calls.logOfRetry({}, '11', '1');
});

const theOne = (attempts: AttemptLog): Attempt => {
	const [attempt, ...others] = attempts.of(POST.identity);
	if (attempt === undefined || others.length > 0) throw new Error('It is not known, or more than once');
	return attempt;
};

test.each(['before', 'after'])(
	'when another call came to it says nothing of this one, whose retry begins %s that',
	(order) => {
		const early = order === 'before' ? calls.logOfRetry({}, '12', '2') : undefined;
		log.begin(POST.identity, begun({ takenAt: NOW }));
		const copy = theOne(early ?? calls.logOfRetry({}, '12', '2'));
		expect(copy.isOfOtherCall).toBe(true);
		expect(copy.takenAt).toBeUndefined();
		expect(theOne(log).takenAt).toBe(NOW);
	},
);

test('when a retry has come to what another call has begun is noted for that retry alone', () => {
	log.begin(POST.identity, begun());
	const other = calls.logOfRetry({}, '12', '2');
	new IdempotencyStore(other, {}, '12', undefined, '2').storeMet(POST, theOne(other), DONE, origin);
	expect(theOne(other).takenAt).toBeGreaterThan(0);
	expect(theOne(log).takenAt).toBeUndefined();
	new IdempotencyStore(log, {}, '11', undefined, '1').storeMet(POST, theOne(log), DONE, origin);
	expect(theOne(log).takenAt).toBeUndefined();
});
