import type { Cause } from '../transport/cause';
import type { Connection } from '../transport/connection';
import type { Call } from '../transport/explain';
import { wait } from '../transport/wait';
import { completeUpload, type LibraryEntry } from './complete';
import type { MediaFile } from './file';
import {
	afterComplete,
	afterPut,
	afterStart,
	firstState,
	type SessionState,
	type Next,
	type Step,
	type UploadLimits,
	type UploadState,
} from './machine';
import type { Media } from './media';
import { putFile } from './put';
import { startUpload } from './session';

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
	| { readonly ok: true; readonly media: Media }
	| { readonly ok: false; readonly cause: Cause; readonly state: UploadState };

/** The call that a step is, for the text of an error. */
export const CALL_OF_STEP: Readonly<Record<Step, Call>> = {
	start: 'startMediaUpload',
	put: 'put',
	complete: 'completeMediaUpload',
};

/**
 * Carries a file through the three steps: does what the machine says, until the file is in the library or cannot be.
 *
 * @param from where to begin: at the start, or at a step that an earlier try had reached
 */
export async function upload(
	connection: Connection,
	{ file, entry, restartExpired, giveUpAfterMs }: UploadTask,
	from: UploadState = firstState(),
): Promise<UploadResult> {
	const limits = { restartExpired, giveUpAt: Date.now() + giveUpAfterMs };
	return await conduct(connection.signal, from, async (state) => {
		switch (state.step) {
			case 'start':
				return afterStart(state, await startUpload(connection, file), limits, Date.now());
			case 'put':
				return afterPut(state, await putFile(connection, state.session, file, state.tries > 0), limits, Date.now());
			case 'complete':
				return await complete(connection, entry, state, limits);
		}
	});
}

/**
 * Completes an upload whose file is with the service already, from its token alone. When its session ends is not known here:
 * the service says so itself.
 */
export async function completeOnly(
	connection: Connection,
	uploadToken: string,
	entry: LibraryEntry,
	giveUpAfterMs: number,
): Promise<UploadResult> {
	const limits = { restartExpired: false, giveUpAt: Date.now() + giveUpAfterMs };
	const session = { uploadToken, uploadUrl: '', expiresAt: '', endsAt: Number.POSITIVE_INFINITY };
	const from: UploadState = { step: 'complete', tries: 0, waitedMs: 0, restarted: false, session };
	return await conduct(connection.signal, from, async (state) =>
		state.step === 'start'
			? { do: 'fail', cause: { kind: 'sessionExpired' } }
			: await complete(connection, entry, state, limits),
	);
}

async function complete(
	connection: Connection,
	entry: LibraryEntry,
	state: SessionState,
	limits: UploadLimits,
): Promise<Next> {
	return afterComplete(state, await completeUpload(connection, state.session.uploadToken, entry), limits, Date.now());
}

async function conduct(
	signal: AbortSignal | undefined,
	from: UploadState,
	perform: (state: UploadState) => Promise<Next>,
): Promise<UploadResult> {
	let state = from;
	for (;;) {
		const next = await perform(state);
		if (next.do === 'finish') return { ok: true, media: next.media };
		if (next.do === 'fail') return { ok: false, cause: next.cause, state };
		state = next.state;
		if (next.afterMs > 0 && !(await wait(next.afterMs, signal))) {
			return { ok: false, cause: { kind: 'stopped', sent: false }, state };
		}
	}
}
