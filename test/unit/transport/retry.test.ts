import {
	INTERACTIVE,
	isTooLate,
	type RetryClass,
	rateLimitDelay,
	MAX_RATE_LIMIT_DELAY_MS,
	retryDelay,
} from '../../../nodes/SocialPostScheduling/transport/retry';
import { FAILURE_NAMES, failureNamed, MINUTE, NOW, SECOND } from '../builders';

/** The causes after which a call is sent again; after all others it is not. */
const SENT_AGAIN: Readonly<Record<RetryClass, readonly string[]>> = {
	safe: ['unreachable', 'connectionLost', 'HTTP 502', 'HTTP 503', 'HTTP 504'],
	idempotent: ['unreachable', 'connectionLost', 'HTTP 502', 'HTTP 503', 'HTTP 504'],
	// Only where it surely did not arrive.
	nonIdempotent: ['unreachable'],
};

const LIMITED = ['rateLimited until a stated time', 'rateLimited, unstated'];

test('the table names causes that there are', () => {
	expect(FAILURE_NAMES).toEqual(expect.arrayContaining([...SENT_AGAIN.safe, ...SENT_AGAIN.nonIdempotent, ...LIMITED]));
});

const rows = (['safe', 'idempotent', 'nonIdempotent'] as const).flatMap((retryClass) =>
	FAILURE_NAMES.filter((name) => !LIMITED.includes(name)).map(
		(name) =>
			[
				retryClass,
				name,
				SENT_AGAIN[retryClass].includes(name) ? [1, 3, 9, null, null] : Array<null>(5).fill(null),
			] as const,
	),
);

test.each(rows)('%s, %s: seconds before the tries two to six %j', (retryClass, name, seconds) => {
	const waits = [1, 2, 3, 4, 5].map((tries) => retryDelay(retryClass, failureNamed(name), tries, 0));
	expect(waits).toEqual(seconds.map((second) => (second === null ? null : second * SECOND)));
});

describe.each(['safe', 'idempotent', 'nonIdempotent'] as const)(
	'the request limit is waited for, since nothing was done: %s',
	(retryClass) => {
		const limited = (resetsInMs: number | null) => ({ kind: 'rateLimited', resetsInMs, words: '' }) as const;

		test.each([
			['a stated time is waited for, and a little more', 90 * SECOND, 0, 91 * SECOND],
			['an unstated one is tried after a while', null, 0, 30 * SECOND],
			['the whole window of the limit is waited for', 10 * MINUTE, 0, 10 * MINUTE + SECOND],
			['a wait may end exactly at the bound', MAX_RATE_LIMIT_DELAY_MS - SECOND, 0, MAX_RATE_LIMIT_DELAY_MS],
			['a wait beyond the bound is not begun', MAX_RATE_LIMIT_DELAY_MS, 0, null],
			['what was waited before counts too', 2 * MINUTE, 9 * MINUTE, null],
			['also where the time is unstated', null, MAX_RATE_LIMIT_DELAY_MS - 30 * SECOND, 30 * SECOND],
			['and is over', null, MAX_RATE_LIMIT_DELAY_MS - 29 * SECOND, null],
		])('%s', (_, resetsInMs, waitedMs, expected) => {
			expect(retryDelay(retryClass, limited(resetsInMs), 1, waitedMs)).toBe(expected);
		});

		test('a limit that says "now" again and again does not make the node knock hundreds of times', () => {
			let tries = 0;
			for (let waitedMs = 0, ms: number | null = 0; ms !== null; waitedMs += ms ?? 0) {
				ms = retryDelay(retryClass, limited(0), ++tries, waitedMs);
			}
			expect(tries).toBeLessThan(50);
		});
	},
);

test.each([
	[null, 30 * SECOND],
	[0, SECOND],
	[90 * SECOND, 91 * SECOND],
])('a limit that resets in %p ms is waited for %i ms', (resetsInMs, expected) => {
	expect(rateLimitDelay({ kind: 'rateLimited', resetsInMs, words: '' })).toBe(expected);
});

test.each([
	[2_000, false],
	[1_999, true],
])('a wait of a second may be one second longer: %i ms before the end, it is too late: %s', (ms, expected) => {
	expect(isTooLate(1_000, NOW + ms, NOW)).toBe(expected);
});

describe('a list in the editor, for which a person waits', () => {
	test('is tried twice', () => {
		const waits = [1, 2].map((tries) => retryDelay('safe', failureNamed('HTTP 503'), tries, 0, INTERACTIVE));
		expect(waits).toEqual([SECOND, null]);
	});

	test.each(LIMITED)('does not wait for the request limit: %s', (name) => {
		expect(retryDelay('safe', failureNamed(name), 1, 0, INTERACTIVE)).toBeNull();
	});
});
