import type { Failure } from '../transport/failure';
import { err, type Result } from '../utils/result';
import type { PassMemory } from './executionState';

/**
 * Sends what counts as an upload, unless another item of the pass has shown that the upload limit of the account is used up: the
 * service refuses it then, and may count the request.
 */
export async function unlessLimited<T>(
	memory: PassMemory,
	send: () => Promise<Result<T, Failure>>,
): Promise<Result<T, Failure>> {
	if (memory.uploadLimit !== null) return err(memory.uploadLimit);
	const outcome = await send();
	if (!outcome.ok && outcome.error.kind === 'uploadLimit') memory.uploadLimit = outcome.error;
	return outcome;
}
