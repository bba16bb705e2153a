import { type Cause, done, failed, type Outcome } from '../../../nodes/SocialPostScheduling/transport/cause';
import {
	afterComplete,
	afterPut,
	afterStart,
	COMPLETE_WAITS_MS,
	firstState,
	type Next,
	type SessionState,
	type UploadLimits,
	type UploadState,
} from '../../../nodes/SocialPostScheduling/upload/machine';
import {
	atComplete,
	atPut,
	atStart,
	CAUSE_NAMES,
	causeNamed,
	HOUR,
	MEDIA,
	MINUTE,
	NOW,
	SECOND,
	SESSION,
} from '../builders';

const limits = (more: Partial<UploadLimits> = {}): UploadLimits => ({
	restartExpired: true,
	giveUpAt: NOW + 2 * HOUR,
	...more,
});

const httpStatus = (status: number) => failed({ kind: 'httpStatus', status, words: '' });
const limited = (resetsInMs: number | null) => failed({ kind: 'rateLimited', resetsInMs, words: '' });
const EXPIRED = failed({ kind: 'sessionExpired' });
const LOST = failed({ kind: 'connectionLost', code: 'ECONNRESET' });

/** A fresh start, which costs one more upload. */
const RESTART: Next = { do: 'step', afterMs: 0, state: firstState(true) };

describe('the way of an upload where all goes well', () => {
	test('it begins with a start that was never tried', () => {
		expect(firstState()).toEqual({ step: 'start', tries: 0, waitedMs: 0, restarted: false });
	});

	test('a started session is followed by the PUT', () => {
		const next = afterStart(atStart({ tries: 2, waitedMs: 5, restarted: true }), done(SESSION), limits(), NOW);
		expect(next).toEqual({ do: 'step', afterMs: 0, state: atPut({ restarted: true }) });
	});

	test('a finished PUT is followed by the completion', () => {
		const next = afterPut(atPut({ tries: 2, waitedMs: 5, restarted: true }), done(null), limits(), NOW);
		expect(next).toEqual({ do: 'step', afterMs: 0, state: atComplete({ restarted: true }) });
	});

	test('a completion finishes it', () => {
		expect(afterComplete(atComplete({ tries: 9 }), done(MEDIA), limits(), NOW)).toEqual({ do: 'finish', media: MEDIA });
	});

	test('what has succeeded goes on although the time that was given is over', () => {
		const over = limits({ giveUpAt: NOW - 1 });
		expect(afterPut(atPut(), done(null), over, NOW)).toMatchObject({ state: { step: 'complete' } });
		expect(afterComplete(atComplete(), done(MEDIA), over, NOW)).toMatchObject({ do: 'finish' });
	});
});

/** What follows each cause at the first try: seconds until the same step again, a restart, or the end of the upload. */
type Decision = number | 'restart' | 'fail';

const decisions: ReadonlyArray<readonly [string, Decision, Decision, Decision]> = [
	// cause, start, PUT, completion
	['invalidInput', 'fail', 'fail', 'fail'],
	['notAllowedOut', 'fail', 'fail', 'fail'],
	['unreachable', 1, 1, 3],
	['untrusted', 'fail', 'fail', 'fail'],
	['connectionLost', 'fail', 1, 3],
	['timedOut', 'fail', 1, 3],
	['stopped before sending', 'fail', 'fail', 'fail'],
	['stopped after sending', 'fail', 'fail', 'fail'],
	['unauthorized', 'fail', 'fail', 'fail'],
	['forbidden', 'fail', 'fail', 'fail'],
	['rateLimited until a stated time', 91, 91, 91],
	['rateLimited, unstated', 30, 30, 30],
	['redirected', 'fail', 'fail', 'fail'],
	['HTTP 400', 'fail', 'fail', 'fail'],
	['HTTP 404', 'fail', 'fail', 'fail'],
	['HTTP 408', 'fail', 1, 3],
	['HTTP 409', 'fail', 'fail', 'fail'],
	['HTTP 412', 'fail', 'fail', 'fail'],
	['HTTP 413', 'fail', 'fail', 'fail'],
	['HTTP 500', 'fail', 1, 'fail'],
	['HTTP 501', 'fail', 1, 'fail'],
	['HTTP 502', 'fail', 1, 3],
	['HTTP 503', 'fail', 1, 3],
	['HTTP 504', 'fail', 1, 3],
	['HTTP 520', 'fail', 1, 'fail'],
	// An answer that was cut off on its way is as good as lost.
	['notJson, a page', 'fail', 'fail', 3],
	['notJson, text', 'fail', 'fail', 3],
	['notJson, empty', 'fail', 'fail', 3],
	['graphqlErrors, refused document', 'fail', 'fail', 'fail'],
	['graphqlErrors, executed', 'fail', 'fail', 'fail'],
	['wrongShape', 'fail', 'fail', 'fail'],
	['refused without a reason', 'fail', 'fail', 'fail'],
	['refused for one reason', 'fail', 'fail', 'fail'],
	['refused for several reasons', 'fail', 'fail', 'fail'],
	['uploadLimit', 'fail', 'fail', 'fail'],
	['completionTimedOut', 'fail', 'fail', 3],
	['sessionExpired', 'fail', 'restart', 'restart'],
	['unsafeUploadUrl', 'fail', 'fail', 'fail'],
	['fileChanged', 'fail', 'fail', 'fail'],
	['unforeseen before sending', 'fail', 'fail', 'fail'],
	['unforeseen after sending, without words', 'fail', 'fail', 'fail'],
	['gaveUp after connectionLost', 'fail', 'fail', 'fail'],
	['gaveUp after unreachable', 'fail', 'fail', 'fail'],
	['gaveUp after completionTimedOut', 'fail', 'fail', 'fail'],
];

test('the table of decisions has a row for every cause', () => {
	expect(decisions.map(([name]) => name)).toEqual(CAUSE_NAMES);
});

const expectedNext = (decision: Decision, state: UploadState, cause: Cause): Next => {
	if (decision === 'restart') return RESTART;
	if (decision === 'fail') return { do: 'fail', cause };
	const ms = decision * SECOND;
	return { do: 'step', afterMs: ms, state: { ...state, tries: 1, waitedMs: ms } };
};

describe.each(decisions)('%s', (name, start, put, complete) => {
	const cause = causeNamed(name);

	test(`at the start: ${start}`, () => {
		expect(afterStart(atStart(), failed(cause), limits(), NOW)).toEqual(expectedNext(start, atStart(), cause));
	});

	test(`at the PUT: ${put}`, () => {
		expect(afterPut(atPut(), failed(cause), limits(), NOW)).toEqual(expectedNext(put, atPut(), cause));
	});

	test(`at the completion: ${complete}`, () => {
		expect(afterComplete(atComplete(), failed(cause), limits(), NOW)).toEqual(
			expectedNext(complete, atComplete(), cause),
		);
	});
});

/** The waits of a step that meets the same outcome again and again, and how it ends. */
function repeat(decide: (state: UploadState, now: number) => Next, from: UploadState, atMost = 1000) {
	const waits: number[] = [];
	let state = from;
	let now = NOW;
	for (let left = atMost; left > 0; left--) {
		const next = decide(state, now);
		if (next.do !== 'step' || next.state.step !== from.step) return { waits, end: next };
		waits.push(next.afterMs);
		now += next.afterMs;
		state = next.state;
	}
	throw new Error('It did not come to an end');
}

const repeatPut = (outcome: Outcome<null>, from = atPut(), bounds = limits()) =>
	repeat((state, now) => afterPut(state as SessionState, outcome, bounds, now), from);
const repeatComplete = (outcome: Outcome<typeof MEDIA>, from = atComplete(), bounds = limits()) =>
	repeat((state, now) => afterComplete(state as SessionState, outcome, bounds, now), from);

describe('the start is bounded', () => {
	test('four times without a connection', () => {
		const refused = failed({ kind: 'unreachable', code: 'ECONNREFUSED' });
		const { waits, end } = repeat((state, now) => afterStart(state, refused, limits(), now), atStart());
		expect(waits).toEqual([1 * SECOND, 3 * SECOND, 9 * SECOND]);
		expect(end).toEqual({ do: 'fail', cause: refused.ok ? null : refused.cause });
	});

	test('as long as the window of the request limit', () => {
		const { waits, end } = repeat((state, now) => afterStart(state, limited(4 * MINUTE), limits(), now), atStart());
		expect(waits).toEqual([4 * MINUTE + SECOND, 4 * MINUTE + SECOND]);
		expect(end).toMatchObject({ do: 'fail', cause: { kind: 'rateLimited' } });
	});
});

describe('the PUT is bounded', () => {
	test.each([
		['a lost connection', LOST],
		['HTTP 503', httpStatus(503)],
	])('four tries at most: %s', (_, outcome) => {
		const { waits, end } = repeatPut(outcome);
		expect(waits).toEqual([1 * SECOND, 3 * SECOND, 9 * SECOND]);
		expect(end).toEqual({ do: 'fail', cause: outcome.ok ? null : outcome.cause });
	});

	test('four tries at most, whatever a storage says of its limit', () => {
		const { waits, end } = repeatPut(limited(10 * SECOND));
		expect(waits).toEqual([11 * SECOND, 11 * SECOND, 11 * SECOND]);
		expect(end).toMatchObject({ do: 'fail', cause: { kind: 'rateLimited' } });
	});

	test('none at or after the end of the session', () => {
		const ending = (endsIn: number) => atPut({ session: { ...SESSION, endsAt: NOW + endsIn } });
		expect(afterPut(ending(SECOND), LOST, limits(), NOW)).toEqual(RESTART);
		expect(afterPut(ending(SECOND + 1), LOST, limits(), NOW)).toMatchObject({
			afterMs: SECOND,
			state: { step: 'put' },
		});
	});
});

describe('the completion is bounded', () => {
	test('by the end of the session, with growing waits', () => {
		const { waits, end } = repeatComplete(failed({ kind: 'completionTimedOut' }));
		expect(waits.slice(0, 8)).toEqual([3, 5, 8, 13, 20, 30, 30, 30].map((seconds) => seconds * SECOND));
		expect(waits.slice(COMPLETE_WAITS_MS.length)).toEqual(waits.slice(COMPLETE_WAITS_MS.length).map(() => 30 * SECOND));
		const waited = waits.reduce((sum, ms) => sum + ms, 0);
		expect(waited).toBeLessThan(HOUR);
		expect(waited + 30 * SECOND).toBeGreaterThanOrEqual(HOUR);
		expect(end).toEqual(RESTART);
	});

	test('where it may not begin anew, the end of the session is the end of the upload', () => {
		const { end } = repeatComplete(
			failed({ kind: 'completionTimedOut' }),
			atComplete(),
			limits({ restartExpired: false }),
		);
		expect(end).toEqual({ do: 'fail', cause: { kind: 'sessionExpired', last: { kind: 'completionTimedOut' } } });
	});
});

describe('the time that the option gives bounds every step', () => {
	const soon = limits({ giveUpAt: NOW + 10 * SECOND });

	test.each([
		['start', () => repeat((state, now) => afterStart(state, limited(4 * SECOND), soon, now), atStart()), [5, 5]],
		['PUT', () => repeatPut(LOST, atPut(), soon), [1, 3]],
		['completion', () => repeatComplete(LOST, atComplete(), soon), [3, 5]],
	])('%s: the last wait ends before it is over', (_, run, seconds) => {
		const { waits, end } = run();
		expect(waits).toEqual(seconds.map((second) => second * SECOND));
		expect(end).toMatchObject({ do: 'fail', cause: { kind: 'gaveUp' } });
	});

	test('what kept the upload from being done is told', () => {
		const over = limits({ giveUpAt: NOW });
		const cause = { kind: 'httpStatus', status: 503, words: '' } as const;
		expect(afterPut(atPut(), failed(cause), over, NOW)).toEqual({ do: 'fail', cause: { kind: 'gaveUp', last: cause } });
	});

	test('what would not be tried again anyway keeps its own cause', () => {
		expect(afterPut(atPut(), httpStatus(400), limits({ giveUpAt: NOW }), NOW)).toMatchObject({
			cause: { kind: 'httpStatus' },
		});
	});

	test.each([
		['PUT', afterPut(atPut(), EXPIRED, limits({ giveUpAt: NOW - 1 }), NOW)],
		['completion', afterComplete(atComplete(), EXPIRED, limits({ giveUpAt: NOW - 1 }), NOW)],
	])('when it is over, no new upload is begun and counted: expired at the %s', (_, next) => {
		expect(next.do).toBe('fail');
	});
});

describe('a session that is over is replaced once', () => {
	test.each([
		[
			'at the PUT',
			(state: { restarted: boolean }, bounds: UploadLimits) => afterPut(atPut(state), EXPIRED, bounds, NOW),
		],
		[
			'at the completion',
			(state: { restarted: boolean }, bounds: UploadLimits) => afterComplete(atComplete(state), EXPIRED, bounds, NOW),
		],
	])('%s', (_, decide) => {
		const fails: Next = { do: 'fail', cause: { kind: 'sessionExpired' } };
		expect(decide({ restarted: false }, limits())).toEqual(RESTART);
		expect(decide({ restarted: true }, limits())).toEqual(fails);
		expect(decide({ restarted: false }, limits({ restartExpired: false }))).toEqual(fails);
	});

	test.each([401, 403, 404, 410])(
		'HTTP %i of the storage means that, once the time is up, and not before',
		(status) => {
			const { endsAt } = SESSION;
			const bounds = limits({ giveUpAt: endsAt + HOUR });
			expect(afterPut(atPut(), httpStatus(status), bounds, endsAt)).toEqual(RESTART);
			expect(afterPut(atPut(), httpStatus(status), bounds, endsAt - 1)).toMatchObject({
				do: 'fail',
				cause: { status },
			});
		},
	);

	test.each([400, 409, 413, 422])('HTTP %i never means that', (status) => {
		const bounds = limits({ giveUpAt: SESSION.endsAt + HOUR });
		expect(afterPut(atPut(), httpStatus(status), bounds, SESSION.endsAt)).toMatchObject({
			do: 'fail',
			cause: { status },
		});
	});
});
