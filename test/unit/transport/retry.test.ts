import {
	type Effect,
	limitWait,
	MAX_LIMIT_WAIT_MS,
	waitBeforeNextTry,
} from '../../../nodes/SocialPostScheduling/transport/retry';
import { CAUSE_NAMES, causeNamed, MINUTE, SECOND } from '../builders';

/** The causes after which a call is sent again; after all others it is not. */
const SENT_AGAIN: Readonly<Record<Effect, readonly string[]>> = {
	read: ['unreachable', 'connectionLost', 'HTTP 502', 'HTTP 503', 'HTTP 504'],
	// Only where it surely did not arrive.
	counts: ['unreachable'],
};

const LIMITED = ['rateLimited until a stated time', 'rateLimited, unstated'];

test('the table names causes that there are', () => {
	expect(CAUSE_NAMES).toEqual(expect.arrayContaining([...SENT_AGAIN.read, ...SENT_AGAIN.counts, ...LIMITED]));
});

const rows = (['read', 'counts'] as const).flatMap((effect) =>
	CAUSE_NAMES.filter((name) => !LIMITED.includes(name)).map(
		(name) =>
			[effect, name, SENT_AGAIN[effect].includes(name) ? [1, 3, 9, null, null] : Array<null>(5).fill(null)] as const,
	),
);

test.each(rows)('%s, %s: seconds before the tries two to six %j', (effect, name, seconds) => {
	const waits = [1, 2, 3, 4, 5].map((tries) => waitBeforeNextTry(effect, causeNamed(name), tries, 0));
	expect(waits).toEqual(seconds.map((second) => (second === null ? null : second * SECOND)));
});

describe.each(['read', 'counts'] as const)('the request limit is waited for, since nothing was done: %s', (effect) => {
	const limited = (resetsInMs: number | null) => ({ kind: 'rateLimited', resetsInMs, words: '' }) as const;

	test.each([
		['a stated time is waited for, and a little more', 90 * SECOND, 0, 91 * SECOND],
		['an unstated one is tried after a while', null, 0, 30 * SECOND],
		['the whole window of the limit is waited for', 10 * MINUTE, 0, 10 * MINUTE + SECOND],
		['a wait may end exactly at the bound', MAX_LIMIT_WAIT_MS - SECOND, 0, MAX_LIMIT_WAIT_MS],
		['a wait beyond the bound is not begun', MAX_LIMIT_WAIT_MS, 0, null],
		['what was waited before counts too', 2 * MINUTE, 9 * MINUTE, null],
		['also where the time is unstated', null, MAX_LIMIT_WAIT_MS - 30 * SECOND, 30 * SECOND],
		['and is over', null, MAX_LIMIT_WAIT_MS - 29 * SECOND, null],
	])('%s', (_, resetsInMs, waitedMs, expected) => {
		expect(waitBeforeNextTry(effect, limited(resetsInMs), 1, waitedMs)).toBe(expected);
	});

	test('a limit that says "now" again and again does not make the node knock hundreds of times', () => {
		let tries = 0;
		for (let waitedMs = 0, ms: number | null = 0; ms !== null; waitedMs += ms ?? 0) {
			ms = waitBeforeNextTry(effect, limited(0), ++tries, waitedMs);
		}
		expect(tries).toBeLessThan(50);
	});
});

test.each([
	[null, 30 * SECOND],
	[0, SECOND],
	[90 * SECOND, 91 * SECOND],
])('a limit that resets in %p ms is waited for %i ms', (resetsInMs, expected) => {
	expect(limitWait({ kind: 'rateLimited', resetsInMs, words: '' })).toBe(expected);
});
