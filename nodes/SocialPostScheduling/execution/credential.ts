import type { ICredentialDataDecryptedObject, IExecutePaginationFunctions } from 'n8n-workflow';
import { CREDENTIAL_TYPE } from '../transport/connection';
import { missingCredential } from '../transport/credential';
import { textField } from '../utils/json';
import { err, type InvalidInput, ok, type Result } from '../utils/result';
import { getExecutionState } from './executionState';

/** How many keys of a run are kept out of its texts: an expression in the credential may give each item its own, and each is looked for in each text. */
const MAX_KEYS = 10;

/** The keys that were read in the runs that n8n has in hand, the last ones: what the service said of an earlier one may quote it. */
const keysRead = new WeakMap<object, readonly string[]>();

/** @throws n8n's error where it does not give the credential */
export async function readCredential(functions: IExecutePaginationFunctions): Promise<ICredentialDataDecryptedObject> {
	const credential = await functions.getCredentials(CREDENTIAL_TYPE);
	const apiKey = textField(credential, 'apiKey') ?? '';
	const others = keysOf(functions).filter((known) => known !== apiKey);
	keysRead.set(getExecutionState(functions).run, [...others, apiKey].slice(-MAX_KEYS));
	return credential;
}

const keysOf = (functions: IExecutePaginationFunctions): readonly string[] =>
	keysRead.get(getExecutionState(functions).run) ?? [];

/** The base URL as the credential has it, or why n8n does not give the credential. */
export async function readBaseUrl(functions: IExecutePaginationFunctions): Promise<Result<unknown, InvalidInput>> {
	try {
		return ok((await readCredential(functions)).baseUrl);
	} catch (error) {
		const missing = missingCredential(functions.getNode(), error);
		// The ID of the credential is a part of what an item is.
		const inRetry =
			'A retry with another credential does again what is done already: let a new execution do only what is left.';
		return err({ ...missing, advice: `${missing.advice} ${inRetry}` });
	}
}

/**
 * The keys, to keep them out of every text: that of now, and those that were read before. Between two tries of "Retry On Fail" one may be
 * replaced, or its credential deleted.
 */
export async function apiKeysOf(functions: IExecutePaginationFunctions): Promise<readonly string[]> {
	// For thousands of items, n8n would look for it in its database thousands of times.
	if ((await getExecutionState(functions).pass?.baseUrl)?.ok === false) return keysOf(functions);
	try {
		await readCredential(functions);
	} catch {
		// What was read before is all that can be quoted.
	}
	return keysOf(functions);
}
