import type { PassMemory } from '../execution/executionState';
import { unlessLimited } from '../execution/uploadLimit';
import { UploadPlace } from '../execution/uploadTurns';
import type { Failure } from '../transport/failure';
import type { Result } from '../utils/result';
import type { MediaFile } from './file';
import { MIB } from './source';
import type { UploadSession } from './session';
import { afterStart, afterTurn, type BeginningState, type Transition, type UploadLimits } from './stateMachine';

/** Carries out the start of one upload, and each further one that the machine asks for. */
type Starter = (state: BeginningState, send: Send) => Promise<Transition>;

type Send = () => Promise<Result<UploadSession, Failure>>;

/** How uploads of the same pass begin. */
export interface Beginning {
	readonly memory: PassMemory;
	/** Its place in the line, where uploads begin one after the other. */
	readonly place: UploadPlace | undefined;
	/** Whether nobody waits for it any more. */
	readonly isLeft: () => boolean;
	/** Whether the library can tell its file from the others of the execution. */
	readonly isAlone: () => Promise<boolean>;
	/** Makes a text of the service fit for the items of other accounts. */
	readonly safeWords: () => Promise<(words: string) => string>;
}

interface Order {
	readonly file: Pick<MediaFile, 'size' | 'isReadWhole'>;
	readonly isPartOfPost: boolean;
	readonly waitForUploadLimit: boolean;
}

/**
 * Up to which size files that n8n reads as a whole are sent several at a time, in bytes: 16 MiB. n8n 2.40.7 takes more than four times
 * the size of a file to read it from its database, and one of the few connections that it has (2 to PostgreSQL by default).
 */
const SMALL_BYTES = 16 * MIB;

/** An upload that is asked for now takes its place behind others; undefined where it need not wait for others. */
export function joinLine(
	{ file, isPartOfPost, waitForUploadLimit }: Order,
	memory: PassMemory,
): UploadPlace | undefined {
	const goesAlone = file.isReadWhole && file.size > SMALL_BYTES;
	if (waitForUploadLimit) return new UploadPlace(memory.uploadTurns, goesAlone);
	return isPartOfPost || goesAlone ? new UploadPlace(memory.startTurns, goesAlone) : undefined;
}

/** How an upload begins. */
export function starterOf(
	{ memory, place, isLeft }: Pick<Beginning, 'memory' | 'place' | 'isLeft'>,
	limits: UploadLimits,
): Starter {
	if (place === undefined) return startAtOnce(memory, limits);
	const start = limits.maxLimitedMs > 0 ? startWhenFree(memory, place, limits) : startAtOnce(memory, limits);
	return async (state, send) => {
		const joinedAt = Date.now();
		const inLineMs = await place.come();
		if (isLeft()) return { type: 'fail', failure: { kind: 'canceled', sent: false } };
		// The time behind others is not its own.
		const limitedMs = state.limitedMs + (inLineMs === null ? Date.now() - joinedAt : 0);
		const next = await start({ ...state, limitedMs }, send, inLineMs);
		if (next.type === 'step' && 'session' in next.state) place.begun();
		return next;
	};
}

/** @param inLineMs how long others have waited for the upload limit meanwhile, or null where they have not */
type StartInTurn = (state: BeginningState, send: Send, inLineMs?: number | null) => Promise<Transition>;

/** Where the upload limit ends an upload. */
const startAtOnce =
	(memory: PassMemory, limits: UploadLimits): StartInTurn =>
	async (state, send) =>
		afterStart(state, await unlessLimited(memory, send), limits, Date.now());

/** Where the upload limit is waited for. */
const startWhenFree =
	({ uploadTurns: turns }: PassMemory, place: UploadPlace, limits: UploadLimits): StartInTurn =>
	async (state, send, inLineMs = null) => {
		if (turns.givenUp !== null) return { type: 'fail', failure: turns.givenUp };
		if (inLineMs !== null) return afterTurn(state, inLineMs, limits, Date.now());
		const outcome = await send();
		if (!outcome.ok && outcome.error.kind === 'uploadLimit') place.refused();
		const next = afterStart(state, outcome, limits, Date.now());
		if (next.type === 'fail' && gaveUpOnLimit(next.failure)) turns.givenUp = next.failure;
		return next;
	};

/** Whether the upload limit was waited for in vain. */
export const gaveUpOnLimit = (failure: Failure): boolean =>
	failure.kind === 'deadlineExceeded' && failure.last.kind === 'uploadLimit';
