import type { IExecutePaginationFunctions } from 'n8n-workflow';
import { shorten } from '../errors/serviceMessage';
import { apiKeyOf } from './account';
import type { PassMemory } from './executionState';

/** What makes a text of the service fit to be shown: no secret is left in it, and only then is it cut. */
export async function safeWordsOf(
	functions: IExecutePaginationFunctions,
	{ issuedAddresses }: Pick<PassMemory, 'issuedAddresses'>,
): Promise<(words: string) => string> {
	const redact = issuedAddresses.redactorWithKey(await apiKeyOf(functions));
	return (words) => shorten(redact(words));
}
