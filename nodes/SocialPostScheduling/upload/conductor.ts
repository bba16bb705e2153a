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
	task: UploadTask,
	from: UploadState = firstState(),
): Promise<UploadResult> {
	const limits = { restartExpired: task.restartExpired, giveUpAt: Date.now() + task.giveUpAfterMs };
	let state = from;
	for (;;) {
		const next = await perform(connection, task, limits, state);
		if (next.do === 'finish') return { ok: true, media: next.media };
		if (next.do === 'fail') return { ok: false, cause: next.cause, state };
		state = next.state;
		if (next.afterMs > 0 && !(await wait(next.afterMs, connection.signal))) {
			return { ok: false, cause: { kind: 'stopped', sent: false }, state };
		}
	}
}

async function perform(
	connection: Connection,
	{ file, entry }: UploadTask,
	limits: UploadLimits,
	state: UploadState,
): Promise<Next> {
	switch (state.step) {
		case 'start':
			return afterStart(state, await startUpload(connection, file), limits, Date.now());
		case 'put':
			return afterPut(state, await putFile(connection, state.session, file), limits, Date.now());
		case 'complete':
			return afterComplete(
				state,
				await completeUpload(connection, state.session.uploadToken, entry),
				limits,
				Date.now(),
			);
	}
}
