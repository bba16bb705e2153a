import type { IExecutePaginationFunctions } from 'n8n-workflow';
import { shorten } from '../errors/serviceMessage';
import { apiKeysOf } from './credential';
import type { PassMemory } from './executionState';

/** What makes a text of the service fit to be shown: no secret is left in it, and only then is it cut. */
export async function safeWordsOf(
	functions: IExecutePaginationFunctions,
	{ issuedAddresses }: Pick<PassMemory, 'issuedAddresses'>,
): Promise<(words: string) => string> {
	return safeWordsWithout(await apiKeysOf(functions), { issuedAddresses });
}

/** The same where the keys are read already. */
export function safeWordsWithout(
	apiKeys: readonly string[],
	{ issuedAddresses }: Pick<PassMemory, 'issuedAddresses'>,
): (words: string) => string {
	const redact = issuedAddresses.redactorWithKeys(apiKeys);
	return (words) => shorten(redact(words));
}
