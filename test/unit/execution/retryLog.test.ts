import { RetryLog, retryLogOf } from '../../../nodes/SocialPostScheduling/execution/retryLog';
import { MINUTE, NOW, SECOND } from '../builders';

let now = NOW;
beforeEach(() => {
	now = NOW;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});

test('is active while an item is under way, and for 10 seconds after that', () => {
	const log = new RetryLog();
	const [leave, leaveOther] = [log.enter(), log.enter()];
	now += 60 * MINUTE;
	leave();
	now += 60 * MINUTE;
	expect(log.isActive).toBe(true);
	leaveOther();
	now += 10 * SECOND;
	expect(log.isActive).toBe(true);
	now += 1;
	expect(log.isActive).toBe(false);
});

test('the retries of an execution share one, until it is not active any more', () => {
	const log = retryLogOf('1');
	log.enter()();
	expect(retryLogOf('1')).toBe(log);
	expect(retryLogOf('2')).not.toBe(log);
	now += 11 * SECOND;
	expect(retryLogOf('1')).not.toBe(log);
});
