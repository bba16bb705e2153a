import type { PassMemory } from '../execution/executionState';
import { unlessLimited } from '../execution/uploadLimit';
import type { UploadTurn } from '../execution/uploadTurns';
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
export function startInOrder(memory: PassMemory, limits: UploadLimits): Starter {
	const atOnce = startAtOnce(memory, limits);
	let turn: UploadTurn | undefined;
	const end = () => {
		turn?.leave();
		turn = undefined;
	};
	return {
		start: async (state, send) => {
			if (turn === undefined) {
				turn = memory.startTurns.join();
				await turn.come();
			}
			if (memory.isOver()) return { type: 'fail', failure: { kind: 'canceled', sent: false } };
			const next = await atOnce.start(state, send);
			if (next.type === 'step' && 'session' in next.state) end();
			return next;
		},
		end,
	};
}

/** Where the upload limit is waited for: the upload keeps its turn until it has begun, or is over. */
export function startInTurn({ uploadTurns: turns }: PassMemory, limits: UploadLimits): Starter {
	let turn: UploadTurn | undefined;
	const end = () => {
		turn?.leave();
		turn = undefined;
	};
	return {
		start: async (state, send) => {
			if (turn === undefined) {
				turn = turns.join();
				const inLineMs = await turn.come();
				if (turns.givenUp !== null) return { type: 'fail', failure: turns.givenUp };
				if (inLineMs !== null) return afterTurn(state, inLineMs, limits, Date.now());
			}
			const outcome = await send();
			if (!outcome.ok && outcome.error.kind === 'uploadLimit') turn.refused();
			const next = afterStart(state, outcome, limits, Date.now());
			if (next.type === 'fail' && gaveUpOnLimit(next.failure)) turns.givenUp = next.failure;
			if (next.type === 'step' && 'session' in next.state) end();
			return next;
		},
		end,
	};
}

/** Whether the upload limit was waited for in vain. */
export const gaveUpOnLimit = (failure: Failure): boolean =>
	failure.kind === 'deadlineExceeded' && failure.last.kind === 'uploadLimit';
