import { type Connection, MIN_TIMEOUT_MS } from '../transport/connection';
import type { RequestInfo } from '../transport/request';
import { delay } from '../transport/delay';
import { withJitter } from '../transport/jitter';
import { COMPLETE_MEDIA_UPLOAD, completeUpload, type LibraryEntry } from './complete';
import { FIND_MEDIA, findExisting } from './existing';
import type { MediaFile } from './file';
import {
	afterComplete,
	afterFind,
	afterPut,
	deadlineOf,
	mayBeCompletedIn,
	NOT_TRIED,
	type SessionState,
	type Transition,
	type Step,
	type UploadLimits,
	type UploadState,
	withDoubt,
} from './stateMachine';
import type { Media } from './media';
import { putFile, SEND_FILE } from './put';
import { START_MEDIA_UPLOAD, startUpload } from './session';
import { type Beginning, starterOf } from './starter';
import type { Failure } from '../transport/failure';
import { ok } from '../utils/result';

/** How an upload is carried out. */
export interface UploadOptions {
	/** Whether a session that ended too early is replaced once, at the cost of an upload. */
	readonly restartExpired: boolean;
	/** How long the upload may take with all its retries, in milliseconds; a wait for the upload limit may be as long again. */
	readonly giveUpAfterMs: number;
	/** Whether a file of the library with the same name, type and size is taken in place of an upload. */
	readonly useExisting: boolean;
	readonly waitForUploadLimit: boolean;
}

/** What an upload is: the bytes, and how they are to stand in the library. */
export interface UploadTask extends UploadOptions {
	readonly file: MediaFile;
	readonly entry: LibraryEntry;
	/** Whether a post waits for it: it begins when the one before it has begun, and is left where it is when no post waits for it any more. */
	readonly isPartOfPost: boolean;
}

export type UploadResult = UploadSuccess | UploadFailure;

interface UploadSuccess {
	readonly ok: true;
	readonly value: Media;
	/** Whether the library had the file already. */
	readonly existing?: true;
	/** Why the library could not tell whether it had the file, if so. */
	readonly notFoundOut?: Failure;
	/** Whether an earlier session may have put the file into the library as well. */
	readonly mayBeTwice?: true;
	/** What the service said beside it. */
	readonly warnings: readonly string[];
}

export interface UploadFailure {
	readonly ok: false;
	readonly failure: Failure;
	readonly state: UploadState;
}

/** The request of each step. */
export const REQUEST_OF_STEP: Readonly<Record<Step, RequestInfo>> = {
	find: FIND_MEDIA,
	start: START_MEDIA_UPLOAD,
	put: SEND_FILE,
	complete: COMPLETE_MEDIA_UPLOAD,
};

/** A file that the library cannot tell from another one of the execution is uploaded. */
const NOT_SEARCHED = ok(undefined);

/**
 * Carries a file through its steps: does what the machine says, until the file is in the library or cannot be.
 *
 * @param beginning how it begins, and whether it is still wanted
 * @param from where to begin: at the beginning, or at a step that an earlier try had reached
 */
export async function upload(
	connection: Connection,
	task: UploadTask,
	beginning: Beginning,
	from: UploadState,
): Promise<UploadResult> {
	const { file, entry, restartExpired, giveUpAfterMs, useExisting, waitForUploadLimit } = task;
	const { memory, place, isLeft, isAlone } = beginning;
	const limits: UploadLimits = {
		restartExpired,
		giveUpAt: Date.now() + giveUpAfterMs,
		maxLimitedMs: waitForUploadLimit ? giveUpAfterMs : 0,
		useExisting,
	};
	if ('session' in from) place?.begun();
	const start = starterOf(beginning, limits);
	const send = async () => await startUpload(connection, file, (address) => memory.issuedAddresses.add(address));
	const result = await drive({ signal: connection.signal, isLeft }, from, async (state) => {
		switch (state.step) {
			case 'find': {
				const bounded = forSearch({ ...connection, isLeft }, deadlineOf(state, limits));
				const outcome = (await isAlone()) ? await findExisting(bounded, file, entry.name, beginning) : NOT_SEARCHED;
				// What was found may be another one that came meanwhile.
				return afterFind(state, outcome.ok && !(await isAlone()) ? NOT_SEARCHED : outcome);
			}
			case 'start':
				return await start(state, send);
			case 'put': {
				const attempt = { repeated: state.attempts > 0, giveUpAt: deadlineOf(state, limits) };
				return afterPut(state, await putFile(connection, state.session, file, attempt), limits, Date.now());
			}
			case 'complete':
				// Its bytes are no longer in memory.
				place?.leave();
				return await complete(connection, entry, state, limits);
		}
	});
	return result.ok ? { ...result, warnings: [...result.warnings, ...sizeWarning(file, result.value)] } : result;
}

/**
 * Says so where the library has the file in another size: a part of it may be missing. Where it has another type, the service has
 * made another file of it.
 */
function sizeWarning(sent: MediaFile, { size, mimeType }: Media): readonly string[] {
	if (size === null || size === sent.size || mimeType !== sent.mimeType) return [];
	return [
		`The service says that the file in the content library has ${size} bytes. ${sent.size} bytes were sent. Look at it there before you use it.`,
	];
}

/**
 * Completes an upload whose file is with the service already, from its token alone. When its session ends is not known here:
 * the service says so itself.
 */
export async function resumeCompletion(
	connection: Connection,
	uploadToken: string,
	entry: LibraryEntry,
	giveUpAfterMs: number,
): Promise<UploadResult> {
	const limits = {
		restartExpired: false,
		giveUpAt: Date.now() + giveUpAfterMs,
		maxLimitedMs: 0,
		useExisting: false,
	};
	const session = {
		uploadToken,
		uploadUrl: '',
		expiresAt: '',
		endsAt: Number.POSITIVE_INFINITY,
		mayEndAt: Number.POSITIVE_INFINITY,
	};
	const from: UploadState = { step: 'complete', ...NOT_TRIED, restarted: false, limitedMs: 0, session };
	const result = await drive({ signal: connection.signal, isLeft: () => false }, from, async (state) =>
		// It begins in a session, and no other one is started: it never leaves it.
		'session' in state
			? await complete(connection, entry, state, limits)
			: { type: 'fail', failure: { kind: 'sessionExpired', words: '' } },
	);
	// Who has the token has it from a completion that failed: that one may be done.
	return result.ok || result.failure.kind !== 'sessionExpired'
		? result
		: { ...result, failure: { ...result.failure, uncertain: true } };
}

async function complete(
	connection: Connection,
	entry: LibraryEntry,
	state: SessionState,
	limits: UploadLimits,
): Promise<Transition> {
	return afterComplete(
		state,
		await completeUpload(withDeadline(connection, deadlineOf(state, limits)), state.session.uploadToken, entry),
		limits,
		Date.now(),
	);
}

/** A connection whose requests do not last longer than the upload. What may be repeated may be ended as well. */
function withDeadline(connection: Connection, giveUpAt: number): Connection {
	const { settings } = connection;
	const timeout = Math.min(settings.timeout, Math.max(MIN_TIMEOUT_MS, giveUpAt - Date.now()));
	return { ...connection, settings: { ...settings, timeout } };
}

/** The same, and the waits for the request limit do not last longer either. */
function forSearch(connection: Connection, giveUpAt: number): Connection {
	const { waitingPolicy } = connection;
	const maxRateLimitDelayMs = Math.min(waitingPolicy.maxRateLimitDelayMs, giveUpAt - Date.now());
	return { ...withDeadline(connection, giveUpAt), waitingPolicy: { ...waitingPolicy, maxRateLimitDelayMs } };
}

/** What there is to say of an upload beside its media, by its last state. */
const beside = ({
	step,
	notFoundOut,
	mayBeTwice,
}: UploadState): Pick<UploadSuccess, 'existing' | 'notFoundOut' | 'mayBeTwice'> => ({
	...(step === 'find' ? { existing: true } : mayBeTwice && { mayBeTwice }),
	...(notFoundOut !== undefined && { notFoundOut }),
});

/** What ends an upload from outside. */
interface Ending {
	readonly signal: AbortSignal | undefined;
	/** Whether nobody waits for it any more: it makes no further attempt then. */
	readonly isLeft: () => boolean;
}

async function drive(
	{ signal, isLeft }: Ending,
	from: UploadState,
	perform: (state: UploadState) => Promise<Transition>,
): Promise<UploadResult> {
	let state = from;
	for (;;) {
		const next = await perform(state);
		if (next.type === 'finish') {
			return { ok: true, value: next.media, ...beside(state), warnings: next.warnings ?? [] };
		}
		if (next.type === 'fail') return { ok: false, failure: next.failure, state: withDoubt(state, next.failure) };
		state = next.state;
		if (next.afterMs > 0 && !(await delay(withJitter(next.afterMs), signal, isLeft))) {
			return { ok: false, failure: { kind: 'canceled', sent: mayBeCompletedIn(state) }, state };
		}
	}
}
