/** When requests are taken again after HTTP 429, as far as the headers of the reply say it. */
import fc from 'fast-check';
import { refusalResetsInMs, resetsInMs } from '../../../nodes/SocialPostScheduling/transport/rateLimit';
import { headers as anyHeaders } from '../arbitraries';
import { MINUTE, NOW, SECOND } from '../builders';

const date = new Date(NOW).toUTCString();
const inSeconds = (seconds: number) => String((NOW + seconds * SECOND) / 1000);

test.each([
	['no headers', {}, null],
	['Retry-After in seconds', { 'retry-after': '120' }, 120 * SECOND],
	['Retry-After of nothing', { 'retry-after': '0' }, 0],
	['Retry-After with blanks', { 'retry-after': ' 30 ' }, 30 * SECOND],
	['Retry-After as a date', { date, 'retry-after': new Date(NOW + MINUTE).toUTCString() }, MINUTE],
	['Retry-After as a date that has passed', { date, 'retry-after': new Date(NOW - MINUTE).toUTCString() }, 0],
	['X-RateLimit-Reset', { date, 'x-ratelimit-reset': inSeconds(600) }, 10 * MINUTE],
	['X-RateLimit-Reset with a fraction', { date, 'x-ratelimit-reset': `${inSeconds(600)}.5` }, 10 * MINUTE + 500],
	['X-RateLimit-Reset that has passed', { date, 'x-ratelimit-reset': inSeconds(-5) }, 0],
	['Retry-After goes first', { date, 'retry-after': '5', 'x-ratelimit-reset': inSeconds(600) }, 5 * SECOND],
	[
		'a Retry-After that says nothing leaves it to the reset',
		{ date, 'retry-after': 'soon', 'x-ratelimit-reset': inSeconds(600) },
		10 * MINUTE,
	],
	['X-RateLimit-Reset in seconds from now', { date, 'x-ratelimit-reset': '600' }, 10 * MINUTE],
	['X-RateLimit-Reset in milliseconds', { date, 'x-ratelimit-reset': String(NOW + MINUTE) }, MINUTE],
	['RateLimit-Reset', { date, 'ratelimit-reset': '30' }, 30 * SECOND],
	['X-RateLimit-Retry-After', { date, 'x-ratelimit-retry-after': '30' }, 30 * SECOND],
	['X-Rate-Limit-Reset', { date, 'x-rate-limit-reset': inSeconds(30) }, 30 * SECOND],
	['a reset of a length that no time has', { date, 'x-ratelimit-reset': '12345678' }, null],
	['a reset in words', { date, 'x-ratelimit-reset': 'in a while' }, null],
])('%s', (_, headers: Record<string, string>, expected) => {
	expect(resetsInMs(headers)).toBe(expected);
});

describe('with this clock', () => {
	beforeEach(() => {
		jest.useFakeTimers({ now: NOW });
	});
	afterEach(() => {
		jest.useRealTimers();
	});

	test.each([-5 * MINUTE, 5 * MINUTE])('%i ms off, the Date header is what counts', (off) => {
		const served = NOW + off;
		const headers = { date: new Date(served).toUTCString(), 'x-ratelimit-reset': String((served + MINUTE) / 1000) };
		expect(resetsInMs(headers)).toBe(MINUTE);
		expect(resetsInMs({ date: headers.date, 'retry-after': new Date(served + MINUTE).toUTCString() })).toBe(MINUTE);
	});

	test.each([
		['no Date header', {}],
		['a Date header that is no date', { date: 'today' }],
	])('and %s, the time of this machine has to do', (_, more) => {
		expect(resetsInMs({ ...more, 'x-ratelimit-reset': inSeconds(60) })).toBe(MINUTE);
	});
});

// V8 reads each of these as a date long ago, and 0 would mean: again at once.
test.each(['-5', '1.5', '2.25'])('a Retry-After of %s is no date', (retryAfter) => {
	expect(resetsInMs({ date, 'retry-after': retryAfter })).not.toBe(0);
});

test('any headers give no time or a time that is not negative', () => {
	fc.assert(
		fc.property(anyHeaders(), (headers) => {
			const ms = resetsInMs(headers);
			if (ms !== null) expect(ms).toBeGreaterThanOrEqual(0);
		}),
	);
});

test.each([
	['nothing is stated', {}, null],
	['nothing is left', { date, 'x-ratelimit-reset': inSeconds(60), 'x-ratelimit-remaining': '0' }, 60 * SECOND],
	['what is left is not stated', { date, 'x-ratelimit-reset': inSeconds(60) }, 60 * SECOND],
	[
		'something is left: the reset is about another limit',
		{ 'x-ratelimit-reset': '60', 'x-ratelimit-remaining': '3' },
		null,
	],
	['the same, in another spelling', { 'x-rate-limit-reset': '60', 'x-rate-limit-remaining': '3' }, null],
	[
		'the same, with Retry-After',
		{ 'ratelimit-reset': '60', 'ratelimit-remaining': '3', 'retry-after': '7' },
		7 * SECOND,
	],
	[
		'Retry-After as a date',
		{ date, 'x-ratelimit-remaining': '3', 'retry-after': new Date(NOW + MINUTE).toUTCString() },
		MINUTE,
	],
])('when a limit beside the general one has room again: %s', (_, headers, expected) => {
	expect(refusalResetsInMs(headers)).toBe(expected);
});
