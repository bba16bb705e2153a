import type { Cause, Outcome } from '../transport/cause';
import { limitWait, waitBeforeNextTry } from '../transport/retry';
import type { Media } from './media';
import type { UploadSession } from './session';

/**
 * The decisions of an upload, apart from the code that carries them out: a step's outcome in, the next step out.
 *
 * start -> put -> complete -> finished. What may be sent again and what never follows the service's rules (service API,
 * sections 3, 4 and 7): each start is counted, a PUT may be repeated until it has succeeded once, a completion may be
 * repeated with the same token as long as the session lasts.
 */
export type UploadState = {
	/** How often the step was carried out so far. */
	readonly tries: number;
	/** How long the step has waited between its tries, in milliseconds. */
	readonly waitedMs: number;
	/** Whether an expired session was replaced by a new one already. It costs an upload, so it is done once at most. */
	readonly restarted: boolean;
} & ({ readonly step: 'start' } | { readonly step: 'put' | 'complete'; readonly session: UploadSession });

/** A state in which the service has a session for the file. */
export type SessionState = Extract<UploadState, { session: UploadSession }>;

export type Step = UploadState['step'];

export interface UploadLimits {
	/** Whether a session that ended before the file was in the library is replaced once, at the cost of an upload. */
	readonly restartExpired: boolean;
	/** When the upload is to be given up, in milliseconds since 1970. */
	readonly giveUpAt: number;
}

export type Next =
	| { readonly do: 'step'; readonly afterMs: number; readonly state: UploadState }
	| { readonly do: 'finish'; readonly media: Media }
	| { readonly do: 'fail'; readonly cause: Cause };

/** Waits before the second, third and fourth PUT, in milliseconds. Their number bounds the tries. */
export const PUT_WAITS_MS = [1_000, 3_000, 9_000] as const;

/** Waits before further completions, in milliseconds; the last one repeats. The service says "a few seconds". */
export const COMPLETE_WAITS_MS = [3_000, 5_000, 8_000, 13_000, 20_000, 30_000] as const;
const LAST_COMPLETE_WAIT_MS = COMPLETE_WAITS_MS[5];

/** Statuses after which a PUT may be repeated, besides all of 500 and above. */
const REQUEST_TIMEOUT = 408;

/** Statuses after which a completion may be repeated, besides the upload timeout that the service names. */
const REPEATABLE_COMPLETION = new Set([REQUEST_TIMEOUT, 502, 503, 504]);

/** What a storage answers for a signed address that is no longer valid. */
const ADDRESS_REFUSED = new Set([401, 403, 404, 410]);

export const firstState = (restarted = false): UploadState => ({ step: 'start', tries: 0, waitedMs: 0, restarted });

/** What follows a started session. */
export function afterStart(
	state: UploadState,
	outcome: Outcome<UploadSession>,
	limits: UploadLimits,
	now: number,
): Next {
	if (outcome.ok) return step({ ...state, step: 'put', session: outcome.value, tries: 0, waitedMs: 0 });
	const { cause } = outcome;
	const ms = waitBeforeNextTry('counts', cause, state.tries + 1, state.waitedMs);
	return ms === null ? fail(cause) : again(state, cause, ms, limits, now);
}

/** What follows a PUT. The file is there after a 2xx and after a 412; both are a success here. */
export function afterPut(state: SessionState, outcome: Outcome<null>, limits: UploadLimits, now: number): Next {
	if (outcome.ok) return step({ ...state, step: 'complete', tries: 0, waitedMs: 0 });
	const { cause } = outcome;
	if (cause.kind === 'sessionExpired' || (addressRefused(cause) && now >= state.session.endsAt)) {
		return restart(state, limits, now);
	}
	if (!putMayBeRepeated(cause)) return fail(cause);
	const ms = cause.kind === 'rateLimited' ? limitWait(cause) : (PUT_WAITS_MS[state.tries] ?? null);
	if (ms === null || state.tries >= PUT_WAITS_MS.length) return fail(cause);
	return again(state, cause, ms, limits, now);
}

/** What follows a completion. */
export function afterComplete(state: SessionState, outcome: Outcome<Media>, limits: UploadLimits, now: number): Next {
	if (outcome.ok) return { do: 'finish', media: outcome.value };
	const { cause } = outcome;
	if (cause.kind === 'sessionExpired') return restart(state, limits, now);
	if (!completionMayBeRepeated(cause)) return fail(cause);
	const spacing = COMPLETE_WAITS_MS[state.tries] ?? LAST_COMPLETE_WAIT_MS;
	const ms = cause.kind === 'rateLimited' ? Math.max(spacing, limitWait(cause)) : spacing;
	return again(state, cause, ms, limits, now);
}

/** What may pass by itself, at the PUT as at the completion. */
const PASSING: ReadonlySet<Cause['kind']> = new Set(['unreachable', 'connectionLost', 'timedOut', 'rateLimited']);

/** Only of a completion: the upload timeout, and an answer that was cut off on its way, which is as good as lost. */
const PASSING_COMPLETION: ReadonlySet<Cause['kind']> = new Set([...PASSING, 'completionTimedOut', 'notJson']);

function putMayBeRepeated(cause: Cause): boolean {
	if (cause.kind === 'httpStatus') return cause.status >= 500 || cause.status === REQUEST_TIMEOUT;
	return PASSING.has(cause.kind);
}

function completionMayBeRepeated(cause: Cause): boolean {
	if (cause.kind === 'httpStatus') return REPEATABLE_COMPLETION.has(cause.status);
	return PASSING_COMPLETION.has(cause.kind);
}

const addressRefused = (cause: Cause) => cause.kind === 'httpStatus' && ADDRESS_REFUSED.has(cause.status);

const step = (state: UploadState, afterMs = 0): Next => ({ do: 'step', afterMs, state });

const fail = (cause: Cause): Next => ({ do: 'fail', cause });

/** The same step once more, if there is time for it. */
function again(state: UploadState, cause: Cause, ms: number, limits: UploadLimits, now: number): Next {
	const at = now + ms;
	if (at > limits.giveUpAt) return fail({ kind: 'gaveUp', last: cause });
	if (state.step !== 'start' && at >= state.session.endsAt) return restart(state, limits, now, cause);
	return step({ ...state, tries: state.tries + 1, waitedMs: state.waitedMs + ms }, ms);
}

function restart(
	{ restarted }: UploadState,
	{ restartExpired, giveUpAt }: UploadLimits,
	now: number,
	last?: Cause,
): Next {
	const expired: Cause = { kind: 'sessionExpired', ...(last !== undefined && { last }) };
	if (!restartExpired || restarted) return fail(expired);
	return now > giveUpAt ? fail({ kind: 'gaveUp', last: expired }) : step(firstState(true));
}
