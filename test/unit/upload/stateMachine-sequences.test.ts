/** What must hold of an upload whatever its steps meet: the machine is played against generated outcomes. */
import fc from 'fast-check';
import {
	afterComplete,
	afterFind,
	afterPut,
	afterStart,
	initialState,
	type Transition,
	type Step,
	type UploadLimits,
	type UploadState,
} from '../../../nodes/SocialPostScheduling/upload/stateMachine';
import { UPLOAD_LIMIT_DELAY_MS } from '../../../nodes/SocialPostScheduling/transport/retry';
import { COMPLETED, FAILURES, failureNamed, HOUR, MEDIA, MINUTE, NOW, SECOND, SESSION } from '../builders';
import { ok, err } from '../../../nodes/SocialPostScheduling/utils/result';
import type { Failure } from '../../../nodes/SocialPostScheduling/transport/failure';

/** What a step of an upload meets: how long it takes, and what comes of it (null is a success). */
interface Event {
	readonly tookMs: number;
	readonly causes: Readonly<Record<Step, Failure | null>>;
	/** Whether a search finds the file. */
	readonly isThere: boolean;
	/** How long a session lasts that starts now. */
	readonly sessionMs: number;
}

interface Sent {
	readonly step: Step;
	readonly at: number;
	readonly ok: boolean;
	readonly failure: Failure['kind'] | null;
	readonly endsAt: number | null;
}

const MAX_STEPS = 20_000;

/** Plays an upload against events, which come round again when there are no more. */
function play(events: readonly Event[], bounds: UploadLimits): { sent: Sent[]; end: Transition } {
	const sent: Sent[] = [];
	let state: UploadState = initialState(bounds.useExisting);
	let now = NOW;
	for (let at = 0; at < MAX_STEPS; at++) {
		const event = events[at % events.length]!;
		const begunAt = now;
		now += event.tookMs;
		const failure = event.causes[state.step];
		sent.push({
			step: state.step,
			at: begunAt,
			ok: failure === null,
			failure: failure?.kind ?? null,
			endsAt: 'session' in state ? state.session.endsAt : null,
		});
		const next = decide(state, event, bounds, now);
		if (next.type !== 'step') return { sent, end: next };
		now += next.afterMs;
		state = next.state;
	}
	throw new Error(`More than ${MAX_STEPS} steps`);
}

function decide(
	state: UploadState,
	{ causes, isThere, sessionMs }: Event,
	bounds: UploadLimits,
	now: number,
): Transition {
	const failure = causes[state.step];
	if (!('session' in state)) {
		if (state.step === 'find') return afterFind(state, failure === null ? ok(isThere ? MEDIA : null) : err(failure));
		const session = { ...SESSION, endsAt: now + sessionMs };
		return afterStart(state, failure === null ? ok(session) : err(failure), bounds, now);
	}
	if (state.step === 'put') return afterPut(state, failure === null ? ok(null) : err(failure), bounds, now);
	return afterComplete(state, failure === null ? ok(COMPLETED) : err(failure), bounds, now);
}

const passing = [
	'completionTimedOut',
	'connectionLost',
	'HTTP 503',
	'sessionExpired',
	'timedOut after sending',
	'unreachable',
].map(failureNamed);

const anyLimit = () =>
	fc.record({
		kind: fc.constant('rateLimited' as const),
		resetsInMs: fc.option(fc.nat({ max: 20 * MINUTE })),
		words: fc.constant(''),
	});

const anyUploadLimit = () =>
	fc.oneof(
		fc.constant({ kind: 'uploadLimit' as const }),
		fc.record({ kind: fc.constant('uploadLimit' as const), resetsInMs: fc.nat({ max: 2 * HOUR }) }),
	);

const outcome = (good: number) =>
	fc.oneof(
		{ weight: good, arbitrary: fc.constant(null) },
		{ weight: 6, arbitrary: fc.constantFrom(...passing) },
		{ weight: 2, arbitrary: anyLimit() },
		{ weight: 1, arbitrary: fc.constantFrom(...Object.values(FAILURES)) },
	);

const event = (): fc.Arbitrary<Event> =>
	fc.record({
		tookMs: fc.oneof(fc.nat({ max: 2 * SECOND }), fc.integer({ min: MINUTE, max: 40 * MINUTE })),
		isThere: fc.boolean(),
		causes: fc.record({
			find: outcome(40),
			start: fc.oneof({ weight: 4, arbitrary: outcome(40) }, { weight: 1, arbitrary: anyUploadLimit() }),
			put: outcome(5),
			complete: outcome(2),
		}),
		sessionMs: fc.oneof(fc.constant(HOUR), fc.nat({ max: HOUR })),
	});

const bounds = (): fc.Arbitrary<UploadLimits> =>
	fc.record({
		restartExpired: fc.boolean(),
		giveUpAt: fc.oneof(
			fc.constant(NOW + 2 * HOUR),
			fc.nat({ max: 3 * HOUR }).map((ms) => NOW + ms),
		),
		maxLimitedMs: fc.oneof(fc.constant(0), fc.nat({ max: 3 * HOUR })),
		useExisting: fc.boolean(),
	});

const holds = (check: (played: { sent: Sent[]; end: Transition }, limitsOfIt: UploadLimits) => void) =>
	fc.assert(
		fc.property(fc.array(event(), { minLength: 1, maxLength: 30 }), bounds(), (events, limitsOfIt) =>
			check(play(events, limitsOfIt), limitsOfIt),
		),
		{ numRuns: 1000 },
	);

const isBeginning = (step: Step) => step === 'find' || step === 'start';

const startsThatCount = (sent: Sent[]) => sent.filter(({ step, ok }) => step === 'start' && ok);

test('it comes to an end: the media, or a cause', () => {
	holds(({ end }) => expect(end.type).toMatch(/^(finish|fail)$/));
});

test('at most two uploads are counted, and one where a restart is not wanted', () => {
	holds(({ sent }, { restartExpired }) =>
		expect(startsThatCount(sent).length).toBeLessThanOrEqual(restartExpired ? 2 : 1),
	);
});

test('a start that may have been counted is not sent again', () => {
	holds(({ sent }, { maxLimitedMs }) => {
		const repeated = ['unreachable', 'rateLimited', ...(maxLimitedMs > 0 ? ['uploadLimit'] : [])];
		const lost = sent.findIndex(
			({ step, failure }) => step === 'start' && failure !== null && !repeated.includes(failure),
		);
		if (lost !== -1) expect(sent.slice(lost + 1)).toEqual([]);
	});
});

test('each session sees four PUTs at most, and none after one has succeeded', () => {
	holds(({ sent }) => {
		let puts = 0;
		let there = false;
		for (const { step, ok } of sent) {
			if (step === 'start') [puts, there] = [0, false];
			if (step !== 'put') continue;
			expect(there).toBe(false);
			expect(++puts).toBeLessThanOrEqual(4);
			there = ok;
		}
	});
});

test('nothing is completed that was not sent', () => {
	holds(({ sent }) => {
		sent.forEach(({ step }, at) => {
			if (step !== 'complete') return;
			const last = sent.slice(0, at).findLast((earlier) => earlier.step !== 'complete');
			expect(last).toMatchObject({ step: 'put', ok: true });
		});
	});
});

test('after a finished PUT a start comes only because the session is over, or would be before the next try', () => {
	holds(({ sent }) => {
		sent.forEach(({ step }, at) => {
			const before = sent[at - 1];
			if (!isBeginning(step) || before === undefined || before.step !== 'complete') return;
			const longestWait = 21 * MINUTE;
			expect(before.failure === 'sessionExpired' || sent[at]!.at + longestWait >= (before.endsAt ?? 0)).toBe(true);
		});
	});
});

test('no PUT and no completion is tried again when the session is over', () => {
	holds(({ sent }) => {
		sent.forEach((request, at) => {
			const before = sent[at - 1];
			if (before === undefined || before.step !== request.step || request.endsAt === null) return;
			expect(request.at).toBeLessThan(request.endsAt);
		});
	});
});

test('nothing is tried again when the time that was given is over', () => {
	holds(({ sent }, { giveUpAt, maxLimitedMs }) => {
		sent.forEach((request, at) => {
			const before = sent[at - 1];
			if (before !== undefined && before.step === request.step)
				expect(request.at).toBeLessThanOrEqual(giveUpAt + maxLimitedMs);
		});
	});
});

test('no upload is begun anew when the time that was given is over', () => {
	holds(({ sent }, { giveUpAt, maxLimitedMs }) => {
		// What a search has found out is acted upon.
		const begun = sent.filter(({ step }, index) => index > 0 && isBeginning(step) && sent[index - 1]?.step !== 'find');
		for (const { at } of begun) expect(at).toBeLessThanOrEqual(giveUpAt + maxLimitedMs);
	});
});

test('with "Use Existing", each upload begins right after a search that did not find the file, or could not', () => {
	holds(({ sent }, { useExisting }) => {
		if (!useExisting) expect(sent.filter(({ step }) => step === 'find')).toEqual([]);
		sent.forEach(({ step }, at) => {
			if (!useExisting || step !== 'start') return;
			const before = sent[at - 1];
			// Only what surely did nothing is sent again without another search.
			expect(before?.step === 'find' || ['unreachable', 'rateLimited'].includes(before?.failure ?? '')).toBe(true);
		});
	});
});

test('a file that was found is not uploaded', () => {
	holds(({ sent, end }) => {
		const found = sent.findIndex(({ step, ok }, at) => step === 'find' && ok && sent[at + 1]?.step !== 'start');
		if (found === -1) return;
		expect([found, end]).toEqual([sent.length - 1, { type: 'finish', media: MEDIA }]);
	});
});

test('the upload limit is waited for as long as is allowed, by few requests', () => {
	holds(({ sent }, { maxLimitedMs }) => {
		const refused = sent.filter(({ failure }) => failure === 'uploadLimit');
		expect(refused.length).toBeLessThanOrEqual(1 + maxLimitedMs / UPLOAD_LIMIT_DELAY_MS);
	});
});
