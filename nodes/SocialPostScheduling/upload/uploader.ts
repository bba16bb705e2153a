import type { PassMemory } from '../execution/executionState';
import { unlessLimited } from '../execution/uploadLimit';
import { redactorOfAddress } from '../errors/redact';
import { mapServiceText } from '../errors/serviceMessage';
import { type Connection, MIN_TIMEOUT_MS } from '../transport/connection';
import type { RequestInfo } from '../transport/request';
import { delay } from '../transport/delay';
import { withJitter } from '../transport/jitter';
import { COMPLETE_MEDIA_UPLOAD, completeUpload, type LibraryEntry } from './complete';
import type { MediaFile } from './file';
import {
	afterComplete,
	afterPut,
	afterStart,
	initialState,
	NOT_TRIED,
	type SessionState,
	type Transition,
	type Step,
	type UploadLimits,
	type UploadState,
} from './stateMachine';
import type { Media } from './media';
import { putFile, SEND_FILE } from './put';
import { START_MEDIA_UPLOAD, startUpload } from './session';
import type { Failure } from '../transport/failure';

/** What an upload is: the bytes, and how they are to stand in the library. */
export interface UploadTask {
	readonly file: MediaFile;
	readonly entry: LibraryEntry;
	/** Whether a session that ended too early is replaced once, at the cost of an upload. */
	readonly restartExpired: boolean;
	/** How long the upload may take with all its retries, in milliseconds. */
	readonly giveUpAfterMs: number;
}

export type UploadResult =
	| { readonly ok: true; readonly value: Media }
	| { readonly ok: false; readonly failure: Failure; readonly state: UploadState };

/** The request of each step. */
export const REQUEST_OF_STEP: Readonly<Record<Step, RequestInfo>> = {
	start: START_MEDIA_UPLOAD,
	put: SEND_FILE,
	complete: COMPLETE_MEDIA_UPLOAD,
};

/**
 * Carries a file through the three steps: does what the machine says, until the file is in the library or cannot be.
 *
 * @param memory what the items of the pass share
 * @param from where to begin: at the start, or at a step that an earlier try had reached
 */
export async function upload(
	connection: Connection,
	{ file, entry, restartExpired, giveUpAfterMs }: UploadTask,
	memory: PassMemory,
	from: UploadState = initialState(),
): Promise<UploadResult> {
	const limits = { restartExpired, giveUpAt: Date.now() + giveUpAfterMs };
	return await drive(connection.signal, from, async (state) => {
		switch (state.step) {
			case 'start':
				return afterStart(
					state,
					await unlessLimited(memory, async () => await startUpload(connection, file)),
					limits,
					Date.now(),
				);
			case 'put': {
				const attempt = { repeated: state.attempts > 0, giveUpAt: limits.giveUpAt };
				return afterPut(state, await putFile(connection, state.session, file, attempt), limits, Date.now());
			}
			case 'complete':
				return await complete(connection, entry, state, limits);
		}
	});
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
	const limits = { restartExpired: false, giveUpAt: Date.now() + giveUpAfterMs };
	const session = {
		uploadToken,
		uploadUrl: '',
		expiresAt: '',
		endsAt: Number.POSITIVE_INFINITY,
		mayEndAt: Number.POSITIVE_INFINITY,
	};
	const from: UploadState = { step: 'complete', ...NOT_TRIED, restarted: false, session };
	return await drive(connection.signal, from, async (state) =>
		state.step === 'start'
			? { type: 'fail', failure: { kind: 'sessionExpired', words: '' } }
			: await complete(connection, entry, state, limits),
	);
}

async function complete(
	connection: Connection,
	entry: LibraryEntry,
	state: SessionState,
	limits: UploadLimits,
): Promise<Transition> {
	return afterComplete(
		state,
		await completeUpload(withDeadline(connection, limits.giveUpAt), state.session.uploadToken, entry),
		limits,
		Date.now(),
	);
}

/** A connection whose requests do not last longer than the upload. A completion may be repeated, so it may be ended as well. */
function withDeadline(connection: Connection, giveUpAt: number): Connection {
	const { settings } = connection;
	const timeout = Math.min(settings.timeout, Math.max(MIN_TIMEOUT_MS, giveUpAt - Date.now()));
	return { ...connection, settings: { ...settings, timeout } };
}

/** A failure in whose words no part of a signed address is left that was issued meanwhile. */
function withoutAddresses(failure: Failure, addresses: ReadonlySet<string>): Failure {
	const redactors = [...addresses].map(redactorOfAddress);
	return mapServiceText(failure, (words) => redactors.reduce((text, redactAddress) => redactAddress(text), words));
}

async function drive(
	signal: AbortSignal | undefined,
	from: UploadState,
	perform: (state: UploadState) => Promise<Transition>,
): Promise<UploadResult> {
	const addresses = new Set<string>();
	let state = from;
	for (;;) {
		if (state.step !== 'start') addresses.add(state.session.uploadUrl);
		const next = await perform(state);
		if (next.type === 'finish') return { ok: true, value: next.media };
		if (next.type === 'fail') return { ok: false, failure: withoutAddresses(next.failure, addresses), state };
		state = next.state;
		if (next.afterMs > 0 && !(await delay(withJitter(next.afterMs), signal))) {
			return { ok: false, failure: { kind: 'canceled', sent: false }, state };
		}
	}
}
