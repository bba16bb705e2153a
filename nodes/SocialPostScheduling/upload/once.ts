import type { Connection } from '../transport/connection';
import type { Run } from '../run/run';
import { upload, type UploadResult, type UploadTask } from './conductor';
import { firstState, type UploadState } from './machine';

/** An upload of this run, under way or over, and the round of the run that began it. */
interface Known {
	readonly round: object | undefined;
	readonly result: Promise<UploadResult>;
}

const uploads = new WeakMap<Run, Map<string, Known>>();

/**
 * Uploads the same bytes once in a run: every further item that asks for the same file under the same name, type and labels
 * gets the same media, at no further upload.
 *
 * When n8n runs the node again ("Retry On Fail"), an upload that had reached its completion goes on from there.
 */
export async function uploadOnce(connection: Connection, run: Run, task: UploadTask): Promise<UploadResult> {
	const known = uploads.get(run) ?? new Map<string, Known>();
	uploads.set(run, known);
	const key = keyOf(task);
	const earlier = known.get(key);
	if (earlier === undefined) return await remember(known, key, run, upload(connection, task));

	const result = await earlier.result;
	if (result.ok || earlier.round === run.round) return result;
	// Of several items that find the same failed upload, the first begins it again and the others wait for that.
	const again = known.get(key);
	if (again !== undefined && again !== earlier) return await again.result;
	return await remember(known, key, run, upload(connection, task, resumable(result.state)));
}

async function remember(
	known: Map<string, Known>,
	key: string,
	{ round }: Run,
	result: Promise<UploadResult>,
): Promise<UploadResult> {
	known.set(key, { round, result });
	return await result;
}

function keyOf({ file, entry }: UploadTask): string {
	return JSON.stringify([file.identity(), file.mimeType, entry.name, entry.mediaLabelIds ?? []]);
}

/** A session whose file is with the service is worth more than a new one: it costs nothing to complete. */
function resumable(state: UploadState): UploadState {
	return state.step === 'complete' && state.session.endsAt > Date.now()
		? { ...state, tries: 0, waitedMs: 0 }
		: firstState();
}
