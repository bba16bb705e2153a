import type { Attempt } from '../../../../nodes/SocialPostScheduling/execution/idempotency/attempt';
import { RetryLog, retryLogOf } from '../../../../nodes/SocialPostScheduling/execution/idempotency/retryLog';
import { MINUTE, NOW, SECOND } from '../../builders';

const attempt: Attempt = { origin: undefined, item: 0, details: '', outcome: Promise.resolve({ state: 'repeatable' }) };

let now = NOW;
let log: RetryLog;
beforeEach(() => {
	now = NOW;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	log = new RetryLog();
});
const knows = (execution: string) => log.ofOthers('key', execution).length > 0;

test.each([
	['under way, for hours', false, 120 * MINUTE, true],
	['paused for 10 seconds', true, 10 * SECOND, true],
	['paused for longer, or ended', true, 10 * SECOND + 1, false],
])('one that begins while the other one is %s', (_, hasLeft, ms, isKnown) => {
	const leave = log.enter('1');
	log.add(['key'], attempt, '1');
	if (hasLeft) leave();
	now += ms;
	log.enter('2')();
	expect(knows('2')).toBe(isKnown);
	expect(knows('1')).toBe(false);
});

test('those that know each other do so after a pause of each, and also know what has begun since', () => {
	log.enter('1')();
	log.add(['key'], attempt, '1');
	log.enter('2')();
	log.add(['other'], attempt, '2');
	now += 30 * MINUTE;
	log.enter('1')();
	log.enter('2')();
	expect(knows('2')).toBe(true);
	expect(log.ofOthers('other', '1')).toHaveLength(1);
});

test('one that does not know what was before knows what begins later', () => {
	log.enter('1')();
	now += MINUTE;
	log.enter('2')();
	log.enter('1')();
	log.add(['key'], attempt, '1');
	expect(knows('2')).toBe(true);
});

test('what another one has taken is known beside that one, and is taken once', () => {
	log.enter('1')();
	log.add(['key'], attempt, '1');
	log.enter('2');
	log.ofOthers('key', '2')[0]?.takenBy.add('2');
	expect(knows('2')).toBe(false);
	now += MINUTE;
	log.enter('3');
	expect(knows('3')).toBe(true);
});

test('the retries of an execution share one, until an hour after its last item', () => {
	const first = retryLogOf('1');
	const leave = first.enter('2');
	now += 120 * MINUTE;
	expect(retryLogOf('1')).toBe(first);
	expect(retryLogOf('9')).not.toBe(first);
	leave();
	now += 60 * MINUTE;
	expect(retryLogOf('1')).toBe(first);
	now += 1;
	expect(retryLogOf('1')).not.toBe(first);
});

test('what came to nothing is forgotten, and nothing else', () => {
	const other: Attempt = { ...attempt };
	log.enter('1');
	log.add(['key', 'place'], attempt, '1');
	log.add(['key'], other, '1');
	log.enter('2');
	log.remove(['key', 'place'], attempt);
	expect(log.ofOthers('key', '2').map((begun) => begun.attempt)).toEqual([other]);
	expect(log.ofOthers('place', '2')).toEqual([]);
});

test('of several that have begun the same, all are known, the newest first', () => {
	const later: Attempt = { ...attempt };
	log.enter('1');
	log.add(['key'], attempt, '1');
	log.add(['key'], later, '1');
	log.enter('2');
	const known = log.ofOthers('key', '2').map((begun) => begun.attempt);
	expect(known).toHaveLength(2);
	expect(known[0]).toBe(later);
});
