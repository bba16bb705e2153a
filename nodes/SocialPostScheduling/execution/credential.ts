import type { ICredentialDataDecryptedObject, IExecutePaginationFunctions } from 'n8n-workflow';
import { CREDENTIAL_TYPE } from '../transport/connection';
import { missingCredential } from '../transport/credential';
import { getOrCreate } from '../utils/getOrCreate';
import { textField } from '../utils/json';
import { err, type InvalidInput, ok, type Result } from '../utils/result';
import { getExecutionState } from './executionState';

/**
 * The keys that were read in the runs that n8n has in hand, by items: an expression in the credential may give each its own. Where it is the
 * same for all, only the item that came first has it.
 */
const keysRead = new WeakMap<object, Map<number, readonly string[]>>();

/** @throws n8n's error where it does not give the credential */
export async function readCredential(functions: IExecutePaginationFunctions): Promise<ICredentialDataDecryptedObject> {
	const credential = await functions.getCredentials(CREDENTIAL_TYPE);
	const apiKey = textField(credential, 'apiKey') ?? '';
	if (keysOf(functions).includes(apiKey)) return credential;
	const item = functions.getItemIndex();
	const keys = keysOfRun(functions);
	keys.set(item, [...(keys.get(item) ?? []), apiKey]);
	return credential;
}

const keysOfRun = (functions: IExecutePaginationFunctions): Map<number, readonly string[]> =>
	getOrCreate(keysRead, getExecutionState(functions).run, () => new Map<number, readonly string[]>());

/** Those with which the item may have been sent: its own, and that of the run, which may be replaced meanwhile. */
function keysOf(functions: IExecutePaginationFunctions): readonly string[] {
	const keys = keysOfRun(functions);
	const [first = []] = keys.values();
	return [...new Set([...first, ...(keys.get(functions.getItemIndex()) ?? [])])];
}

/** The ID of the credential is a part of what an item is. */
const IN_RETRY =
	'A retry with another credential does again what is done already: let a new execution do only what is left.';

/** What is to be said of an item where the credential has gone, and its error is about something else. */
export const CREDENTIAL_GONE = `The credential cannot be read any more. ${IN_RETRY}`;

/** The base URL as the credential has it, or why n8n does not give the credential. */
export async function readBaseUrl(functions: IExecutePaginationFunctions): Promise<Result<unknown, InvalidInput>> {
	try {
		return ok((await readCredential(functions)).baseUrl);
	} catch (error) {
		const missing = missingCredential(functions.getNode(), error);
		return err({ ...missing, advice: `${missing.advice} ${IN_RETRY}` });
	}
}

/** The keys, to keep them out of every text: that of now, and those that were read before. */
export const apiKeysOf = async (functions: IExecutePaginationFunctions): Promise<readonly string[]> =>
	(await readApiKeys(functions)).apiKeys;

/** The same, and whether the credential cannot be read now: it may go while the item is under way, or between two tries of "Retry On Fail". */
export async function readApiKeys(
	functions: IExecutePaginationFunctions,
): Promise<{ apiKeys: readonly string[]; isGone: boolean }> {
	const wasMissing = (await getExecutionState(functions).pass?.baseUrl)?.ok === false;
	// For thousands of items, n8n would look for it in its database thousands of times.
	const isGone = wasMissing || !(await canBeRead(functions));
	return { apiKeys: keysOf(functions), isGone };
}

async function canBeRead(functions: IExecutePaginationFunctions): Promise<boolean> {
	try {
		await readCredential(functions);
		return true;
	} catch {
		return false;
	}
}
