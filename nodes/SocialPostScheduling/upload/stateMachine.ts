import { MAX_RATE_LIMIT_DELAY_MS, rateLimitDelay, retryDelay, uploadLimitDelay } from '../transport/retry';
import type { Media } from './media';
import { cannotTell } from './existing';
import { saysExpired } from './replies';
import { START_MEDIA_UPLOAD, type UploadSession } from './session';
import type { MutationSuccess } from '../transport/request';
import type { Result } from '../utils/result';
import { type Failure, mayHaveSucceeded } from '../transport/failure';

/**
 * The decisions of an upload, apart from the code that carries them out: a step's outcome in, the next step out.
 *
 * start -> put -> complete -> finished; with "Use Existing", a search for the file goes before each start, and may finish the
 * upload. What may be sent again, and what must not, follows the rules of the service (service API, sections 3, 4 and 7): each start
 * is counted, a PUT may be repeated until it has succeeded once, a completion may be repeated with the same token as long as the
 * session lasts.
 */
export type UploadState = {
	/** How often the step was carried out so far. */
	readonly attempts: number;
	/** How long the step has waited between its attempts, in milliseconds. */
	readonly waitedMs: number;
	/** How much of that was for the request limit. */
	readonly rateLimitedMs: number;
	/** Whether an expired session was replaced by a new one already. It costs an upload, so it is done once at most. */
	readonly restarted: boolean;
	/** How long the upload has waited for the upload limit, or behind others, in milliseconds. */
	readonly limitedMs: number;
	/** Why the library could not tell whether it has the file, if so. */
	readonly notFoundOut?: Failure;
	/** What became of the last completion, if that may have put the file into the library. */
	readonly doubt?: Failure;
	/** Whether a session before this one may have put the file into the library, which has it twice when this one does. */
	readonly mayBeTwice?: true;
} & ({ readonly step: 'find' | 'start' } | { readonly step: 'put' | 'complete'; readonly session: UploadSession });

/** A state in which nothing is counted yet. */
export type BeginningState = Extract<UploadState, { step: 'find' | 'start' }>;

/** A state in which the service has a session for the file. */
export type SessionState = Extract<UploadState, { session: UploadSession }>;

export type Step = UploadState['step'];

export interface UploadLimits {
	/** Whether a session that ended before the file was in the library is replaced once, at the cost of an upload. */
	readonly restartExpired: boolean;
	/** When the upload is to be given up, in milliseconds since 1970, if it has not waited for the upload limit: that time is added. */
	readonly giveUpAt: number;
	/** How long the upload limit may be waited for, in milliseconds; 0 where it is not waited for. */
	readonly maxLimitedMs: number;
	/** Whether a file of the library is taken in place of an upload. */
	readonly useExisting: boolean;
}

export type Transition =
	| { readonly type: 'step'; readonly afterMs: number; readonly state: UploadState }
	/** `warnings` are what the service said beside it. */
	| { readonly type: 'finish'; readonly media: Media; readonly warnings?: readonly string[] }
	| { readonly type: 'fail'; readonly failure: Failure };

/** Waits before the second, third and fourth PUT, in milliseconds. Their number bounds the attempts. */
export const PUT_WAITS_MS = [1_000, 3_000, 9_000] as const;

/** Waits before further completions, in milliseconds; the last one repeats. The service says "a few seconds". */
export const COMPLETE_WAITS_MS = [3_000, 5_000, 8_000, 13_000, 20_000, 30_000] as const;
const LAST_COMPLETE_WAIT_MS = COMPLETE_WAITS_MS[5];

/** Statuses after which a completion may be repeated, besides the upload timeout that the service names. */
const REPEATABLE_COMPLETION = new Set([408, 502, 503, 504]);

/** What a storage answers for a signed address that is no longer valid. */
const ADDRESS_REFUSED = new Set([401, 403, 404, 410]);

/** A step that was not carried out yet. */
export const NOT_TRIED = { attempts: 0, waitedMs: 0, rateLimitedMs: 0 } as const;

/** The beginning of an upload. */
export const initialState = (useExisting = false): BeginningState => ({
	step: useExisting ? 'find' : 'start',
	...NOT_TRIED,
	restarted: false,
	limitedMs: 0,
});

/** An upload that begins anew: what it may have put into the library before stays known. */
export const begunAnew = ({ doubt, mayBeTwice }: UploadState, useExisting: boolean): BeginningState => ({
	...initialState(useExisting),
	...(doubt && { doubt }),
	...(mayBeTwice && { mayBeTwice }),
});

/** The state with what a failed completion leaves open. A stop says nothing new of it. */
export function withDoubt<T extends UploadState>(state: T, failure: Failure): T {
	if (state.step !== 'complete') return state;
	switch (failure.kind) {
		case 'deadlineExceeded':
		case 'doubted':
			return withDoubt(state, failure.last);
		case 'sessionExpired':
			return failure.last === undefined ? state : withDoubt(state, failure.last);
		case 'canceled':
			return state;
		default:
			return mayBeCompleted(failure) ? { ...state, doubt: failure } : state;
	}
}

/** Whether an earlier completion of its session may have put the file into the library. */
export const mayBeCompletedIn = ({ step: of, doubt }: UploadState): boolean => of === 'complete' && doubt !== undefined;

/** Whether a completion may have put the file into the library, also where the service says only that it takes too long. */
const mayBeCompleted = (failure: Failure): boolean =>
	failure.kind === 'completionTimedOut' || mayHaveSucceeded(failure);

/** The failure of a completion, where an earlier one may be done. */
function inDoubt(failure: Failure): Failure {
	if (failure.kind === 'deadlineExceeded') return { ...failure, last: inDoubt(failure.last) };
	if (mayBeCompleted(failure)) return failure;
	return failure.kind === 'refused' ? { ...failure, uncertain: true } : { kind: 'doubted', last: failure };
}

/** When the upload is given up, in milliseconds since 1970. The wait for the upload limit, or behind others, is not the upload's own time. */
export const deadlineOf = ({ limitedMs }: UploadState, { giveUpAt }: UploadLimits): number => giveUpAt + limitedMs;

/**
 * What follows a search for the file in the library: the upload begins only where the library surely does not have it, or cannot tell. What
 * is not there has come there by no earlier session.
 *
 * @param outcome undefined where it was not searched for
 */
export function afterFind(state: BeginningState, outcome: Result<Media | null | undefined, Failure>): Transition {
	if (outcome.ok) {
		if (outcome.value === undefined) return step({ ...state, step: 'start' });
		if (outcome.value !== null) return { type: 'finish', media: outcome.value };
		const { restarted, limitedMs } = state;
		return step({ ...initialState(), restarted, limitedMs });
	}
	return cannotTell(outcome.error)
		? step({ ...state, step: 'start', notFoundOut: outcome.error })
		: fail(outcome.error);
}

/** What follows a started session. */
export function afterStart(
	state: UploadState,
	outcome: Result<UploadSession, Failure>,
	limits: UploadLimits,
	now: number,
): Transition {
	if (outcome.ok) {
		const { doubt, ...rest } = state;
		const twice = doubt !== undefined && ({ mayBeTwice: true } as const);
		return step({ ...rest, ...twice, step: 'put', session: outcome.value, ...NOT_TRIED });
	}
	const { error } = outcome;
	if (error.kind === 'uploadLimit' && limits.maxLimitedMs > 0) {
		const ms = uploadLimitDelay(error);
		return afterLimit(state, { ms, afterMs: ms }, error, limits, now);
	}
	const ms = retryDelay(START_MEDIA_UPLOAD.retryClass, error, state.attempts + 1, state.waitedMs);
	return ms === null ? fail(error) : retryStep(state, error, ms, limits, now);
}

/** What follows a turn that came only when others had waited for the upload limit, for so many milliseconds. */
export const afterTurn = (state: UploadState, inLineMs: number, limits: UploadLimits, now: number): Transition =>
	afterLimit(state, { ms: inLineMs, afterMs: 0 }, { kind: 'uploadLimit' }, limits, now);

/** What follows a PUT. The file is there after a 2xx and after a 412; both are a success here. */
export function afterPut(
	state: SessionState,
	outcome: Result<null, Failure>,
	limits: UploadLimits,
	now: number,
): Transition {
	if (outcome.ok) return step({ ...state, step: 'complete', ...NOT_TRIED });
	const { error } = outcome;
	if (error.kind === 'sessionExpired') return restart(state, limits, now, error);
	if (addressRefused(error) && now >= state.session.mayEndAt) return restart(state, limits, now);
	if (!putMayBeRepeated(error)) return fail(error);
	const ms = error.kind === 'rateLimited' ? rateLimitDelay(error) : PUT_WAITS_MS[state.attempts];
	if (ms === undefined || state.attempts >= PUT_WAITS_MS.length) return fail(error);
	return retryStep(state, error, ms, limits, now);
}

/** What follows a completion. */
export function afterComplete(
	state: SessionState,
	outcome: Result<MutationSuccess<Media>, Failure>,
	limits: UploadLimits,
	now: number,
): Transition {
	const next = afterCompletion(state, outcome, limits, now);
	return next.type === 'fail' && mayBeCompletedIn(state) ? fail(inDoubt(next.failure)) : next;
}

/** The same by this completion alone. */
function afterCompletion(
	state: SessionState,
	outcome: Result<MutationSuccess<Media>, Failure>,
	limits: UploadLimits,
	now: number,
): Transition {
	if (outcome.ok) {
		const { value: media, warnings } = outcome.value;
		return { type: 'finish', media, warnings: [...(state.session.warnings ?? []), ...warnings] };
	}
	const { error } = outcome;
	if (error.kind === 'sessionExpired') return restart(state, limits, now, error);
	if (now >= state.session.mayEndAt && saysExpired(error)) return restart(state, limits, now);
	if (!completionMayBeRepeated(error)) return fail(error);
	const spacing = COMPLETE_WAITS_MS[state.attempts] ?? LAST_COMPLETE_WAIT_MS;
	const ms = error.kind === 'rateLimited' ? Math.max(spacing, rateLimitDelay(error)) : spacing;
	return retryStep(withDoubt(state, error), error, ms, limits, now);
}

/** What may pass by itself, at the PUT as at the completion. */
const TRANSIENT: ReadonlySet<Failure['kind']> = new Set(['unreachable', 'connectionLost', 'timedOut', 'rateLimited']);

/** Only of a completion: the upload timeout, and an answer that was cut off on its way, which is as good as lost. */
const TRANSIENT_COMPLETION: ReadonlySet<Failure['kind']> = new Set([...TRANSIENT, 'completionTimedOut', 'notJson']);

function putMayBeRepeated(failure: Failure): boolean {
	// Where a status leaves doubt, such as 409 of an earlier PUT that is not over yet, the next PUT tells: 412 where the file is there.
	if (failure.kind === 'httpStatus') return mayHaveSucceeded(failure);
	return TRANSIENT.has(failure.kind);
}

function completionMayBeRepeated(failure: Failure): boolean {
	if (failure.kind === 'httpStatus') return REPEATABLE_COMPLETION.has(failure.status);
	return TRANSIENT_COMPLETION.has(failure.kind);
}

const addressRefused = (failure: Failure) => failure.kind === 'httpStatus' && ADDRESS_REFUSED.has(failure.status);

const step = (state: UploadState, afterMs = 0): Transition => ({ type: 'step', afterMs, state });

const fail = (failure: Failure): Transition => ({ type: 'fail', failure });

/** The same step once more, if there is time for it. */
function retryStep(state: UploadState, failure: Failure, ms: number, limits: UploadLimits, now: number): Transition {
	const rateLimitedMs = state.rateLimitedMs + (failure.kind === 'rateLimited' ? ms : 0);
	if (rateLimitedMs > MAX_RATE_LIMIT_DELAY_MS) return fail(failure);
	const at = now + ms;
	if (at > deadlineOf(state, limits)) return fail({ kind: 'deadlineExceeded', last: failure });
	if ('session' in state && at >= state.session.endsAt) return restart(state, limits, now, failure);
	return step({ ...state, attempts: state.attempts + 1, waitedMs: state.waitedMs + ms, rateLimitedMs }, ms);
}

/**
 * The upload begins once more after a wait for the upload limit, or is given up. Meanwhile the library may have got the file.
 *
 * @param ms how much is added to its waits, in milliseconds
 * @param afterMs how much of that is still to come
 */
function afterLimit(
	state: UploadState,
	{ ms, afterMs }: { readonly ms: number; readonly afterMs: number },
	failure: Failure,
	limits: UploadLimits,
	now: number,
): Transition {
	const limitedMs = state.limitedMs + ms;
	const next = { ...begunAnew(state, limits.useExisting), restarted: state.restarted, limitedMs };
	return limitedMs > limits.maxLimitedMs || now + afterMs > deadlineOf(next, limits)
		? fail({ kind: 'deadlineExceeded', last: failure })
		: step(next, afterMs);
}

function restart(state: UploadState, limits: UploadLimits, now: number, last?: Failure): Transition {
	// Of a file that was not sent there is nothing to complete.
	const isOpen = state.step === 'complete' && (state.doubt !== undefined || state.mayBeTwice === true);
	const expired: Failure = {
		...(last?.kind === 'sessionExpired'
			? last
			: { kind: 'sessionExpired', words: '', ...(last !== undefined && { last }) }),
		...(isOpen && { uncertain: true }),
	};
	if (!limits.restartExpired || state.restarted) return fail(expired);
	if (now > deadlineOf(state, limits)) return fail({ kind: 'deadlineExceeded', last: expired });
	return step({ ...begunAnew(state, limits.useExisting), restarted: true, limitedMs: state.limitedMs });
}
