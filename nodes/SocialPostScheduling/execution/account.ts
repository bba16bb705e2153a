import { createHash } from 'crypto';
import type { IExecutePaginationFunctions } from 'n8n-workflow';
import { CREDENTIAL_TYPE } from '../transport/connection';
import type { Item } from './operation';
import { getOrCreate } from '../utils/getOrCreate';
import { textField } from '../utils/json';
import { cleanApiKey } from '../validation/apiKey';

const accounts = new WeakMap<IExecutePaginationFunctions, Promise<string>>();

/**
 * What tells the accounts of items apart within a run, without telling the key: an expression in the credential may give each its own. It is
 * read once for each item: n8n takes longer for one read than for the next, and what waits for them would change its order.
 */
export const accountOf = async (functions: IExecutePaginationFunctions): Promise<string> =>
	await getOrCreate(accounts, functions, async () => await readAccount(functions));

async function readAccount(functions: IExecutePaginationFunctions): Promise<string> {
	const apiKey = textField(await functions.getCredentials(CREDENTIAL_TYPE), 'apiKey') ?? '';
	return createHash('sha256').update(cleanApiKey(apiKey)).digest('base64url');
}

/** The ID of the credential; the endpoint where n8n gives none. */
export const credentialOf = ({ functions, connection }: Pick<Item, 'functions' | 'connection'>): string =>
	functions.getNode().credentials?.[CREDENTIAL_TYPE]?.id ?? connection.endpoint.href;

/** The key, to keep it out of every text; without a credential there is none to keep out. */
export async function apiKeyOf(functions: IExecutePaginationFunctions): Promise<string> {
	try {
		return textField(await functions.getCredentials(CREDENTIAL_TYPE), 'apiKey') ?? '';
	} catch {
		return '';
	}
}
