import type { Failure } from '../SocialPostScheduling/transport/failure';
import { getOrCreate } from '../SocialPostScheduling/utils/getOrCreate';
import { MAX_RATE_LIMIT_DELAY_MS, rateLimitDelay } from '../SocialPostScheduling/transport/retry';

/** What this process knows of a trigger. */
export interface Turn {
	/** Ends with the poll that is under way; never rejects. */
	running?: Promise<unknown>;
	/** Since when the request limit keeps its polls from being sent, and until when; milliseconds since 1970. */
	pause?: { readonly since: number; readonly until: number };
}

/** By workflow, node and what it listens to. */
const turns = new Map<string, Turn>();

/**
 * Runs a poll, unless the one before is still under way or the request limit is to be waited for: n8n starts polls by the clock. A poll
 * that is left out gives nothing; the next one looks at its time as well.
 *
 * @param mayLeaveOut false for one that must run: it waits for the one before, and not for the limit
 */
export async function withoutOverlap<T>(
	trigger: string,
	run: (turn: Turn) => Promise<T | null>,
	mayLeaveOut: boolean,
): Promise<T | null> {
	const turn = getOrCreate(turns, trigger, (): Turn => ({}));
	const { running: earlier } = turn;
	if (mayLeaveOut && (earlier !== undefined || Date.now() < (turn.pause?.until ?? 0))) return null;
	let before: Turn['pause'];
	const result = (async () => {
		await earlier;
		before = turn.pause;
		return await run(turn);
	})();
	const running = result.catch(() => {});
	turn.running = running;
	try {
		return await result;
	} finally {
		if (turn.running === running) {
			delete turn.running;
			if (turn.pause === undefined || turn.pause === before) turns.delete(trigger);
		}
	}
}

/**
 * Lets the next polls wait for the request limit. False where the failure is another one, or where they have waited for longer than
 * the limit can last: then a person must know.
 */
export function pause(turn: Turn, failure: Failure): boolean {
	if (failure.kind !== 'rateLimited') return false;
	const now = Date.now();
	const since = turn.pause?.since ?? now;
	const until = now + Math.min(rateLimitDelay(failure), MAX_RATE_LIMIT_DELAY_MS);
	turn.pause = { since, until };
	return now - since <= MAX_RATE_LIMIT_DELAY_MS;
}
