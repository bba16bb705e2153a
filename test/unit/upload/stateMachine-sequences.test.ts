/** What must hold of an upload whatever its steps meet: the machine is played against generated outcomes. */
import fc from 'fast-check';
import {
	afterComplete,
	afterPut,
	afterStart,
	initialState,
	type Transition,
	type Step,
	type UploadLimits,
	type UploadState,
} from '../../../nodes/SocialPostScheduling/upload/stateMachine';
import { FAILURES, failureNamed, HOUR, MEDIA, MINUTE, NOW, SECOND, SESSION } from '../builders';
import { ok, err } from '../../../nodes/SocialPostScheduling/utils/result';
import type { Failure } from '../../../nodes/SocialPostScheduling/transport/failure';

/** What a step of an upload meets: how long it takes, and what comes of it (null is a success). */
interface Event {
	readonly tookMs: number;
	readonly causes: Readonly<Record<Step, Failure | null>>;
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
	let state: UploadState = initialState();
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
			endsAt: state.step === 'start' ? null : state.session.endsAt,
		});
		const next = decide(state, event, bounds, now);
		if (next.type !== 'step') return { sent, end: next };
		now += next.afterMs;
		state = next.state;
	}
	throw new Error(`More than ${MAX_STEPS} steps`);
}

function decide(state: UploadState, { causes, sessionMs }: Event, bounds: UploadLimits, now: number): Transition {
	const failure = causes[state.step];
	if (state.step === 'start') {
		const session = { ...SESSION, endsAt: now + sessionMs };
		return afterStart(state, failure === null ? ok(session) : err(failure), bounds, now);
	}
	if (state.step === 'put') return afterPut(state, failure === null ? ok(null) : err(failure), bounds, now);
	return afterComplete(state, failure === null ? ok(MEDIA) : err(failure), bounds, now);
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
		causes: fc.record({ start: outcome(40), put: outcome(5), complete: outcome(2) }),
		sessionMs: fc.oneof(fc.constant(HOUR), fc.nat({ max: HOUR })),
	});

const bounds = (): fc.Arbitrary<UploadLimits> =>
	fc.record({
		restartExpired: fc.boolean(),
		giveUpAt: fc.oneof(
			fc.constant(NOW + 2 * HOUR),
			fc.nat({ max: 3 * HOUR }).map((ms) => NOW + ms),
		),
	});

const holds = (check: (played: { sent: Sent[]; end: Transition }, limitsOfIt: UploadLimits) => void) =>
	fc.assert(
		fc.property(fc.array(event(), { minLength: 1, maxLength: 30 }), bounds(), (events, limitsOfIt) =>
			check(play(events, limitsOfIt), limitsOfIt),
		),
		{ numRuns: 1000 },
	);

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
	holds(({ sent }) => {
		const lost = sent.findIndex(
			({ step, failure }) => step === 'start' && failure !== null && !['unreachable', 'rateLimited'].includes(failure),
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
			if (step !== 'start' || before === undefined || before.step !== 'complete') return;
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
	holds(({ sent }, { giveUpAt }) => {
		sent.forEach((request, at) => {
			const before = sent[at - 1];
			if (before !== undefined && before.step === request.step) expect(request.at).toBeLessThanOrEqual(giveUpAt);
		});
	});
});

test('no upload is begun anew when the time that was given is over', () => {
	holds(({ sent }, { giveUpAt }) => {
		for (const { at } of sent.slice(1).filter(({ step }) => step === 'start')) expect(at).toBeLessThanOrEqual(giveUpAt);
	});
});
