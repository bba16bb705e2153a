import {
	afterComplete,
	afterFind,
	afterPut,
	afterStart,
	afterTurn,
	begunAnew,
	COMPLETE_WAITS_MS,
	initialState,
	type Transition,
	type SessionState,
	type UploadLimits,
	type UploadState,
	withDoubt,
} from '../../../nodes/SocialPostScheduling/upload/stateMachine';
import {
	atComplete,
	atPut,
	atStart,
	FAILURE_NAMES,
	failureNamed,
	HOUR,
	limitsOf,
	COMPLETED,
	MEDIA,
	MINUTE,
	NOW,
	SECOND,
	SESSION,
} from '../builders';
import { err, ok, type Result } from '../../../nodes/SocialPostScheduling/utils/result';
import { type Failure, mayHaveSucceeded } from '../../../nodes/SocialPostScheduling/transport/failure';

const limits = limitsOf;

const httpStatus = (status: number) => err({ kind: 'httpStatus', status, words: '' });
const limited = (resetsInMs: number | null) => err({ kind: 'rateLimited', resetsInMs, words: '' });
const EXPIRED = err({ kind: 'sessionExpired', words: '' });
const LOST = err({ kind: 'connectionLost', code: 'ECONNRESET' });

/** A fresh start, which costs one more upload. */
const RESTART = { type: 'step', afterMs: 0, state: { ...initialState(), restarted: true } } satisfies Transition;

describe('the way of an upload where all goes well', () => {
	test('it begins with a start that was never tried', () => {
		expect(initialState()).toEqual({
			step: 'start',
			attempts: 0,
			waitedMs: 0,
			rateLimitedMs: 0,
			restarted: false,
			limitedMs: 0,
		});
	});

	test('a started session is followed by the PUT', () => {
		const next = afterStart(atStart({ attempts: 2, waitedMs: 5, restarted: true }), ok(SESSION), limits(), NOW);
		expect(next).toEqual({ type: 'step', afterMs: 0, state: atPut({ restarted: true }) });
	});

	test('a finished PUT is followed by the completion', () => {
		const next = afterPut(atPut({ attempts: 2, waitedMs: 5, restarted: true }), ok(null), limits(), NOW);
		expect(next).toEqual({ type: 'step', afterMs: 0, state: atComplete({ restarted: true }) });
	});

	test('a completion finishes it', () => {
		expect(afterComplete(atComplete({ attempts: 9 }), ok(COMPLETED), limits(), NOW)).toEqual({
			type: 'finish',
			media: MEDIA,
			warnings: [],
		});
	});

	test('what has succeeded goes on although the time that was given is over', () => {
		const over = limits({ giveUpAt: NOW - 1 });
		expect(afterPut(atPut(), ok(null), over, NOW)).toMatchObject({ state: { step: 'complete' } });
		expect(afterComplete(atComplete(), ok(COMPLETED), over, NOW)).toMatchObject({ type: 'finish' });
	});
});

/** What follows each cause at the first try: seconds until the same step again, a restart, or the end of the upload. */
type Decision = number | 'restart' | 'fail';

const decisions: ReadonlyArray<readonly [string, Decision, Decision, Decision]> = [
	// failure, start, PUT, completion
	['invalidInput', 'fail', 'fail', 'fail'],
	['blockedByN8n', 'fail', 'fail', 'fail'],
	['doubted', 'fail', 'fail', 'fail'],
	['startedBefore', 'fail', 'fail', 'fail'],
	['startedBefore, by an earlier execution', 'fail', 'fail', 'fail'],
	['unreachable', 1, 1, 3],
	['untrusted', 'fail', 'fail', 'fail'],
	['connectionLost', 'fail', 1, 3],
	['timedOut before sending', 'fail', 1, 3],
	['timedOut after sending', 'fail', 1, 3],
	['canceled before sending', 'fail', 'fail', 'fail'],
	['canceled after sending', 'fail', 'fail', 'fail'],
	['unauthorized', 'fail', 'fail', 'fail'],
	['forbidden', 'fail', 'fail', 'fail'],
	['forbidden by a page', 'fail', 'fail', 'fail'],
	['rateLimited until a stated time', 91, 91, 91],
	['rateLimited, unstated', 30, 30, 30],
	['redirected with HTTP 302', 'fail', 'fail', 'fail'],
	['redirected with HTTP 307', 'fail', 'fail', 'fail'],
	['HTTP 400', 'fail', 'fail', 'fail'],
	['HTTP 404', 'fail', 'fail', 'fail'],
	['HTTP 408', 'fail', 1, 3],
	['HTTP 101', 'fail', 1, 'fail'],
	['HTTP 406', 'fail', 1, 'fail'],
	['HTTP 409', 'fail', 1, 'fail'],
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
	['responseTooLong', 'fail', 'fail', 'fail'],
	['graphqlErrors, refused document', 'fail', 'fail', 'fail'],
	['graphqlErrors, not offered', 'fail', 'fail', 'fail'],
	['graphqlErrors, executed', 'fail', 'fail', 'fail'],
	['dataPathNotFound', 'fail', 'fail', 'fail'],
	['unexpectedResponse', 'fail', 'fail', 'fail'],
	['notFound', 'fail', 'fail', 'fail'],
	['refused without a reason', 'fail', 'fail', 'fail'],
	['refused for one reason', 'fail', 'fail', 'fail'],
	['refused for several reasons', 'fail', 'fail', 'fail'],
	['uploadLimit', 'fail', 'fail', 'fail'],
	['completionTimedOut', 'fail', 'fail', 3],
	['sessionExpired', 'fail', 'restart', 'restart'],
	['unsafeUploadUrl', 'fail', 'fail', 'fail'],
	['fileChanged', 'fail', 'fail', 'fail'],
	['unexpected before sending', 'fail', 'fail', 'fail'],
	['unexpected after sending, without words', 'fail', 'fail', 'fail'],
	['doneTwice', 'fail', 'fail', 'fail'],
	['deadlineExceeded after connectionLost', 'fail', 'fail', 'fail'],
	['deadlineExceeded after unreachable', 'fail', 'fail', 'fail'],
	['deadlineExceeded of a time that no option gives', 'fail', 'fail', 'fail'],
	['deadlineExceeded after completionTimedOut', 'fail', 'fail', 'fail'],
];

test('the table of decisions has a row for every cause', () => {
	expect(decisions.map(([name]) => name)).toEqual(FAILURE_NAMES);
});

const expectedNext = (decision: Decision, state: UploadState, failure: Failure): Transition => {
	if (decision === 'restart') return RESTART;
	if (decision === 'fail') return { type: 'fail', failure };
	const ms = decision * SECOND;
	const rateLimitedMs = failure.kind === 'rateLimited' ? ms : 0;
	return { type: 'step', afterMs: ms, state: { ...state, attempts: 1, waitedMs: ms, rateLimitedMs } };
};

describe.each(decisions)('%s', (name, start, put, complete) => {
	const failure = failureNamed(name);

	test(`at the start: ${start}`, () => {
		expect(afterStart(atStart(), err(failure), limits(), NOW)).toEqual(expectedNext(start, atStart(), failure));
	});

	test(`at the PUT: ${put}`, () => {
		expect(afterPut(atPut(), err(failure), limits(), NOW)).toEqual(expectedNext(put, atPut(), failure));
	});

	test(`at the completion: ${complete}`, () => {
		const isOpen = mayHaveSucceeded(failure) || failure.kind === 'completionTimedOut';
		const state = isOpen ? atComplete({ doubt: failure }) : atComplete();
		expect(afterComplete(atComplete(), err(failure), limits(), NOW)).toEqual(expectedNext(complete, state, failure));
	});
});

describe('a search before the upload', () => {
	const search = atStart({ step: 'find', restarted: true, limitedMs: 5 });

	test('finds the file, and the upload is over; or does not, and it begins', () => {
		expect(afterFind(search, ok(MEDIA))).toEqual({ type: 'finish', media: MEDIA });
		expect(afterFind(search, ok(null))).toEqual({ type: 'step', afterMs: 0, state: { ...search, step: 'start' } });
	});

	test.each(FAILURE_NAMES)('fails: %s', (name) => {
		const failure = failureNamed(name);
		// Only these say that the service will never tell.
		const isPassed = ['graphqlErrors, not offered', 'graphqlErrors, refused document'].includes(name);
		expect(afterFind(search, err(failure))).toEqual(
			isPassed
				? { type: 'step', afterMs: 0, state: { ...search, step: 'start', notFoundOut: failure } }
				: { type: 'fail', failure },
		);
	});

	test.each([
		['data', false],
		['data.media', true],
		['data.media.objects.0.id', true],
		['stable order: a page did not begin where the one before it ended, each time that it was read', false],
	])('an incomplete response, without %s: begins all the same: %s', (missing, begins) => {
		const next = afterFind(search, err({ kind: 'unexpectedResponse', missing }));
		expect(next.type).toBe(begins ? 'step' : 'fail');
	});
});

describe('the upload limit, where it is waited for', () => {
	const waiting = limits({ maxLimitedMs: 12 * MINUTE });
	const limitMet = err({ kind: 'uploadLimit' });

	test('the start comes again every five minutes, as long as is allowed', () => {
		const { waits, end } = repeat((state, now) => afterStart(state, limitMet, waiting, now), atStart());
		expect(waits).toEqual([5 * MINUTE, 5 * MINUTE]);
		expect(end).toEqual({ type: 'fail', failure: { kind: 'deadlineExceeded', last: { kind: 'uploadLimit' } } });
	});

	test('each time, a start has all its tries, and a new session is not replaced again', () => {
		const tried = atStart({ attempts: 2, waitedMs: 7, rateLimitedMs: 7, restarted: true });
		expect(afterStart(tried, limitMet, waiting, NOW)).toEqual({
			type: 'step',
			afterMs: 5 * MINUTE,
			state: atStart({ restarted: true, limitedMs: 5 * MINUTE }),
		});
	});

	test('with "Use Existing", the library is searched again first', () => {
		const both = { ...waiting, useExisting: true };
		expect(afterStart(atStart(), limitMet, both, NOW)).toMatchObject({ state: { step: 'find' } });
		expect(afterTurn(atStart(), MINUTE, both, NOW)).toMatchObject({
			afterMs: 0,
			state: { step: 'find', limitedMs: MINUTE },
		});
	});

	test('what others have waited before counts as well', () => {
		expect(afterTurn(atStart(), 12 * MINUTE + 1, waiting, NOW)).toMatchObject({ type: 'fail' });
		const next = afterStart(atStart({ limitedMs: 8 * MINUTE }), limitMet, waiting, NOW);
		expect(next).toMatchObject({ type: 'fail' });
	});

	test('the wait is not the time of the upload', () => {
		const late = NOW + 3 * HOUR;
		expect(afterComplete(atComplete({ limitedMs: 2 * HOUR }), httpStatus(503), limits(), late)).toMatchObject({
			type: 'step',
		});
		expect(afterPut(atPut({ limitedMs: HOUR / 2 }), LOST, limits(), late)).toMatchObject({
			failure: { kind: 'deadlineExceeded' },
		});
	});

	test('nor is it the time of an upload that begins once more', () => {
		expect(afterPut(atPut({ limitedMs: 2 * HOUR }), EXPIRED, limits(), NOW + 3 * HOUR)).toMatchObject({
			state: { restarted: true, limitedMs: 2 * HOUR },
		});
	});
});

/** The waits of a step that meets the same outcome again and again, and how it ends. */
function repeat(decide: (state: UploadState, now: number) => Transition, from: UploadState, atMost = 1000) {
	const waits: number[] = [];
	let state = from;
	let now = NOW;
	for (let left = atMost; left > 0; left--) {
		const next = decide(state, now);
		if (next.type !== 'step' || next.state.step !== from.step) return { waits, end: next };
		waits.push(next.afterMs);
		now += next.afterMs;
		state = next.state;
	}
	throw new Error('It did not come to an end');
}

const repeatPut = (outcome: Result<null, Failure>, from = atPut(), bounds = limits()) =>
	repeat((state, now) => afterPut(state as SessionState, outcome, bounds, now), from);
const repeatComplete = (outcome: Result<typeof COMPLETED, Failure>, from = atComplete(), bounds = limits()) =>
	repeat((state, now) => afterComplete(state as SessionState, outcome, bounds, now), from);

describe('the start is bounded', () => {
	test('four times without a connection', () => {
		const refused = err({ kind: 'unreachable', code: 'ECONNREFUSED' });
		const { waits, end } = repeat((state, now) => afterStart(state, refused, limits(), now), atStart());
		expect(waits).toEqual([1 * SECOND, 3 * SECOND, 9 * SECOND]);
		expect(end).toEqual({ type: 'fail', failure: refused.ok ? null : refused.error });
	});

	test('as long as the window of the request limit', () => {
		const { waits, end } = repeat((state, now) => afterStart(state, limited(4 * MINUTE), limits(), now), atStart());
		expect(waits).toEqual([4 * MINUTE + SECOND, 4 * MINUTE + SECOND]);
		expect(end).toMatchObject({ type: 'fail', failure: { kind: 'rateLimited' } });
	});
});

describe('the PUT is bounded', () => {
	test.each([
		['a lost connection', LOST],
		['HTTP 503', httpStatus(503)],
	])('four tries at most: %s', (_, outcome) => {
		const { waits, end } = repeatPut(outcome);
		expect(waits).toEqual([1 * SECOND, 3 * SECOND, 9 * SECOND]);
		expect(end).toEqual({ type: 'fail', failure: outcome.ok ? null : outcome.error });
	});

	test('four tries at most, whatever a storage says of its limit', () => {
		const { waits, end } = repeatPut(limited(10 * SECOND));
		expect(waits).toEqual([11 * SECOND, 11 * SECOND, 11 * SECOND]);
		expect(end).toMatchObject({ type: 'fail', failure: { kind: 'rateLimited' } });
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

describe('the request limit is waited for as long as its window, at each step', () => {
	test.each([
		['PUT', () => repeatPut(limited(50 * MINUTE))],
		['completion', () => repeatComplete(limited(50 * MINUTE))],
	])('%s: a longer wait is not begun', (_, run) => {
		const { waits, end } = run();
		expect(waits).toEqual([]);
		expect(end).toMatchObject({ type: 'fail', failure: { kind: 'rateLimited' } });
	});

	test('completion: several waits count together', () => {
		const { waits, end } = repeatComplete(limited(4 * MINUTE));
		expect(waits).toEqual([4 * MINUTE + SECOND, 4 * MINUTE + SECOND]);
		expect(end).toMatchObject({ type: 'fail', failure: { kind: 'rateLimited' } });
	});
});

describe('what a refusal calls expired', () => {
	const refusal: Failure = {
		kind: 'refused',
		errors: [{ field: null, code: null, message: 'Your trial has expired' }],
	};
	const trial = err(refusal);

	test('is not the session, as long as that lasts: no upload is spent, and the words are kept', () => {
		expect(afterComplete(atComplete(), trial, limits(), NOW)).toEqual({ type: 'fail', failure: refusal });
	});

	test('is the session, once it may have ended', () => {
		expect(afterComplete(atComplete(), trial, limits(), SESSION.mayEndAt)).toEqual(RESTART);
	});

	test('a refused address is the end of the session, once it may have ended by one of two clocks', () => {
		const session = { ...SESSION, mayEndAt: NOW };
		expect(afterPut(atPut(), httpStatus(403), limits(), NOW)).toMatchObject({ type: 'fail' });
		expect(afterPut(atPut({ session }), httpStatus(403), limits(), NOW)).toEqual(RESTART);
	});
});

describe('a completion whose response was lost may be done', () => {
	const lost: Failure = { kind: 'connectionLost', code: 'ECONNRESET' };
	const inDoubt = atComplete({ attempts: 1, doubt: lost });

	test.each(['unauthorized', 'HTTP 404', 'graphqlErrors, not offered'])('%s says nothing of that', (name) => {
		const failure = { kind: 'doubted' as const, last: failureNamed(name) };
		expect(afterComplete(inDoubt, err(failureNamed(name)), limits(), NOW)).toEqual({ type: 'fail', failure });
	});

	test('a refusal may be the sign of it', () => {
		const refused = failureNamed('refused for one reason');
		expect(afterComplete(inDoubt, err(refused), limits(), NOW)).toEqual({
			type: 'fail',
			failure: { ...refused, uncertain: true },
		});
	});

	test('the request limit that is not waited for says nothing of it, and the end of the time neither', () => {
		const doubted = { kind: 'doubted', last: { kind: 'rateLimited', resetsInMs: 50 * MINUTE } };
		expect(afterComplete(inDoubt, limited(50 * MINUTE), limits(), NOW)).toMatchObject({ failure: doubted });
		const over = limits({ giveUpAt: NOW });
		expect(afterComplete(inDoubt, limited(SECOND), over, NOW)).toMatchObject({
			failure: { kind: 'deadlineExceeded', last: { kind: 'doubted' } },
		});
		const anew = atStart({ doubt: lost });
		expect(afterStart(anew, limited(SECOND), over, NOW)).toMatchObject({
			failure: { kind: 'deadlineExceeded', last: { kind: 'rateLimited' } },
		});
	});

	test('after the end of the session the library may have it twice, or have it where no other session begins', () => {
		const restarted = { ...RESTART.state, doubt: lost };
		expect(afterComplete(inDoubt, EXPIRED, limits(), NOW)).toEqual({ ...RESTART, state: restarted });
		const waiting = { ...limits(), maxLimitedMs: HOUR };
		const limitMet = err({ kind: 'uploadLimit' });
		expect(afterStart(restarted, limitMet, waiting, NOW)).toMatchObject({ state: { step: 'start', doubt: lost } });
		expect(afterStart(restarted, ok(SESSION), limits(), NOW)).toEqual({
			type: 'step',
			afterMs: 0,
			state: atPut({ restarted: true, mayBeTwice: true }),
		});
		expect(afterComplete(inDoubt, EXPIRED, limits({ restartExpired: false }), NOW)).toEqual({
			type: 'fail',
			failure: { kind: 'sessionExpired', words: '', uncertain: true },
		});
		const second = atComplete({ restarted: true, mayBeTwice: true });
		expect(afterComplete(second, EXPIRED, limits(), NOW)).toMatchObject({ failure: { uncertain: true } });
		const notSent = atPut({ restarted: true, mayBeTwice: true });
		expect(afterPut(notSent, EXPIRED, limits(), NOW)).toEqual({
			type: 'fail',
			failure: { kind: 'sessionExpired', words: '' },
		});
	});
});

describe('what a completion leaves open', () => {
	const lost: Failure = { kind: 'connectionLost', code: 'ECONNRESET' };

	test.each<[string, Failure, Failure | undefined]>([
		['a lost response', lost, lost],
		['the last failure, where the time is over', { kind: 'deadlineExceeded', last: lost }, lost],
		['nothing of a refusal', failureNamed('refused for one reason'), undefined],
		['nothing of a stop', { kind: 'canceled', sent: true }, undefined],
		['nothing of the end of its session', { kind: 'sessionExpired', words: '', uncertain: true }, undefined],
		['what came before that', { kind: 'sessionExpired', words: '', uncertain: true, last: lost }, lost],
		[
			'what came before a failure that does not tell',
			{ kind: 'doubted', last: { kind: 'unauthorized', words: '' } },
			undefined,
		],
	])('%s', (_, failure, doubt) => {
		expect(withDoubt(atComplete(), failure).doubt).toEqual(doubt);
		expect(withDoubt(atComplete({ doubt: lost }), failure).doubt).toEqual(lost);
		expect(withDoubt(atPut(), failure)).toEqual(atPut());
	});

	test('that the service takes too long: it may be at it', () => {
		const slow: Failure = { kind: 'completionTimedOut', words: '' };
		expect(withDoubt(atComplete(), slow).doubt).toEqual(slow);
	});

	test('nothing, where a search has not found the file', () => {
		const search = atStart({ step: 'find', restarted: true, doubt: lost, mayBeTwice: true });
		expect(afterFind(search, ok(null))).toEqual({ type: 'step', afterMs: 0, state: atStart({ restarted: true }) });
		expect(afterFind(search, ok(undefined))).toMatchObject({ state: { step: 'start', doubt: lost, mayBeTwice: true } });
	});

	test('an upload that begins anew knows it, and whether the library may have the file twice', () => {
		expect(begunAnew(atComplete({ attempts: 3, restarted: true, doubt: lost, mayBeTwice: true }), true)).toEqual({
			...initialState(true),
			doubt: lost,
			mayBeTwice: true,
		});
		expect(begunAnew(atPut(), false)).toEqual(initialState(false));
	});
});

describe('the completion is bounded', () => {
	test('by the end of the session, with growing waits', () => {
		const { waits, end } = repeatComplete(err({ kind: 'completionTimedOut', words: '' }));
		expect(waits.slice(0, 8)).toEqual([3, 5, 8, 13, 20, 30, 30, 30].map((seconds) => seconds * SECOND));
		expect(waits.slice(COMPLETE_WAITS_MS.length)).toEqual(waits.slice(COMPLETE_WAITS_MS.length).map(() => 30 * SECOND));
		const waited = waits.reduce((sum, ms) => sum + ms, 0);
		expect(waited).toBeLessThan(HOUR);
		expect(waited + 30 * SECOND).toBeGreaterThanOrEqual(HOUR);
		expect(end).toMatchObject(RESTART);
	});

	test('where it may not begin anew, the end of the session is the end of the upload', () => {
		const { end } = repeatComplete(
			err({ kind: 'completionTimedOut', words: '' }),
			atComplete(),
			limits({ restartExpired: false }),
		);
		expect(end).toEqual({
			type: 'fail',
			failure: {
				kind: 'sessionExpired',
				words: '',
				last: { kind: 'completionTimedOut', words: '' },
				uncertain: true,
			},
		});
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
		expect(end).toMatchObject({ type: 'fail', failure: { kind: 'deadlineExceeded' } });
	});

	test('what kept the upload from being done is told', () => {
		const over = limits({ giveUpAt: NOW });
		const failure = { kind: 'httpStatus', status: 503, words: '' } as const;
		expect(afterPut(atPut(), err(failure), over, NOW)).toEqual({
			type: 'fail',
			failure: { kind: 'deadlineExceeded', last: failure },
		});
	});

	test('what would not be tried again anyway keeps its own cause', () => {
		expect(afterPut(atPut(), httpStatus(400), limits({ giveUpAt: NOW }), NOW)).toMatchObject({
			failure: { kind: 'httpStatus' },
		});
	});

	test.each([
		['PUT', afterPut(atPut(), EXPIRED, limits({ giveUpAt: NOW - 1 }), NOW)],
		['completion', afterComplete(atComplete(), EXPIRED, limits({ giveUpAt: NOW - 1 }), NOW)],
	])('when it is over, no new upload is begun and counted: expired at the %s', (_, next) => {
		expect(next.type).toBe('fail');
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
		const fails: Transition = { type: 'fail', failure: { kind: 'sessionExpired', words: '' } };
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
				type: 'fail',
				failure: { status },
			});
		},
	);

	test.each([400, 413, 422])('HTTP %i never means that', (status) => {
		const bounds = limits({ giveUpAt: SESSION.endsAt + HOUR });
		expect(afterPut(atPut(), httpStatus(status), bounds, SESSION.endsAt)).toMatchObject({
			type: 'fail',
			failure: { status },
		});
	});
});
