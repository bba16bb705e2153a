import type { PassMemory } from '../execution/executionState';
import { unlessLimited } from '../execution/uploadLimit';
import type { UploadTurn, UploadTurns } from '../execution/uploadTurns';
import type { Failure } from '../transport/failure';
import type { Result } from '../utils/result';
import type { UploadSession } from './session';
import { afterStart, afterTurn, type BeginningState, type Transition, type UploadLimits } from './stateMachine';

/** Carries out the start of one upload, and each further one that the machine asks for. */
export interface Starter {
	readonly start: (state: BeginningState, send: Send) => Promise<Transition>;
	/** Must be called when the upload is over. */
	readonly end: () => void;
}

type Send = () => Promise<Result<UploadSession, Failure>>;

/** Where the upload limit ends an upload. */
export const startAtOnce = (memory: PassMemory, limits: UploadLimits): Starter => ({
	start: async (state, send) => afterStart(state, await unlessLimited(memory, send), limits, Date.now()),
	end: () => {},
});

/**
 * The same, each after the one before it has begun, however long that waits: where the limit ends, the first ones have begun, and not
 * any.
 */
export function startInOrder(memory: PassMemory, limits: UploadLimits, { hasBegun, isLeft }: Waiter): Starter {
	const atOnce = startAtOnce(memory, limits);
	const place = new Place(memory.startTurns, hasBegun);
	return {
		start: async (state, send) => {
			await place.come();
			if (isLeft()) return LEFT;
			const next = await atOnce.start(state, send);
			if (next.type === 'step' && 'session' in next.state) place.leave();
			return next;
		},
		end: () => place.leave(),
	};
}

/** Where the upload limit is waited for: the upload keeps its turn until it has begun, or is over. */
export function startInTurn(
	{ uploadTurns: turns }: PassMemory,
	limits: UploadLimits,
	{ hasBegun, isLeft }: Waiter,
): Starter {
	const place = new Place(turns, hasBegun);
	return {
		start: async (state, send) => {
			const inLineMs = await place.come();
			if (isLeft()) return LEFT;
			if (turns.givenUp !== null) return { type: 'fail', failure: turns.givenUp };
			if (inLineMs !== null) return afterTurn(state, inLineMs, limits, Date.now());
			const outcome = await send();
			if (!outcome.ok && outcome.error.kind === 'uploadLimit') place.refused();
			const next = afterStart(state, outcome, limits, Date.now());
			if (next.type === 'fail' && gaveUpOnLimit(next.failure)) turns.givenUp = next.failure;
			if (next.type === 'step' && 'session' in next.state) place.leave();
			return next;
		},
		end: () => place.leave(),
	};
}

/** What an upload knows that waits for its turn. */
interface Waiter {
	/** Whether it goes on in a session that it has: it needs no turn for that. */
	readonly hasBegun: boolean;
	/** Whether nobody waits for it any more. */
	readonly isLeft: () => boolean;
}

const LEFT: Transition = { type: 'fail', failure: { kind: 'canceled', sent: false } };

/** The place of an upload in a line, from when it is known that it may begin: a search of the library does not lose it. */
class Place {
	private turn: UploadTurn | undefined;
	private hasCome = false;

	constructor(
		private readonly turns: UploadTurns,
		hasBegun: boolean,
	) {
		if (!hasBegun) this.turn = turns.join();
	}

	/** Resolves when its turn has come; with what the turn says the first time, then with null. */
	async come(): Promise<number | null> {
		this.turn ??= this.turns.join();
		if (this.hasCome) return null;
		this.hasCome = true;
		return await this.turn.come();
	}

	refused(): void {
		this.turn?.refused();
	}

	/** Where the upload begins once more, it joins the end of the line. */
	leave(): void {
		this.turn?.leave();
		this.turn = undefined;
		this.hasCome = false;
	}
}

/** Whether the upload limit was waited for in vain. */
export const gaveUpOnLimit = (failure: Failure): boolean =>
	failure.kind === 'deadlineExceeded' && failure.last.kind === 'uploadLimit';
