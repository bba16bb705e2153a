import { createHash } from 'crypto';
import type { IExecutePaginationFunctions } from 'n8n-workflow';
import { CREDENTIAL_TYPE } from '../transport/connection';
import { getExecutionState } from './executionState';
import type { Item } from './operation';
import { getOrCreate } from '../utils/getOrCreate';
import { textField } from '../utils/json';
import { cleanApiKey } from '../validation/apiKey';

const accounts = new WeakMap<IExecutePaginationFunctions, Promise<string>>();

/** The keys that were read last in the runs that n8n has in hand. */
const keysRead = new WeakMap<object, string>();

/**
 * What tells the accounts of items apart within a run, without telling the key: an expression in the credential may give each its own. It is
 * read once for each item: n8n takes longer for one read than for the next, and what waits for them would change its order.
 */
export const accountOf = async (functions: IExecutePaginationFunctions): Promise<string> =>
	await getOrCreate(accounts, functions, async () => await readAccount(functions));

async function readAccount(functions: IExecutePaginationFunctions): Promise<string> {
	return createHash('sha256')
		.update(cleanApiKey(await readKey(functions)))
		.digest('base64url');
}

async function readKey(functions: IExecutePaginationFunctions): Promise<string> {
	const apiKey = textField(await functions.getCredentials(CREDENTIAL_TYPE), 'apiKey') ?? '';
	keysRead.set(getExecutionState(functions).run, apiKey);
	return apiKey;
}

/** The ID of the credential; the endpoint where n8n gives none. */
export const credentialOf = ({ functions, connection }: Pick<Item, 'functions' | 'connection'>): string =>
	functions.getNode().credentials?.[CREDENTIAL_TYPE]?.id ?? connection.endpoint.href;

/**
 * The key, to keep it out of every text. If the credential was deleted meanwhile, as between two tries of "Retry On Fail", it is the one that was
 * read last: what the service said before may quote it. Without a credential there is none to keep out.
 */
export async function apiKeyOf(functions: IExecutePaginationFunctions): Promise<string> {
	const { run, pass } = getExecutionState(functions);
	const known = keysRead.get(run) ?? '';
	// For thousands of items, n8n would look for it in its database thousands of times.
	if ((await pass?.baseUrl)?.ok === false) return known;
	try {
		return await readKey(functions);
	} catch {
		return known;
	}
}
