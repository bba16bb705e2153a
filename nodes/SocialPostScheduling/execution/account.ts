import { createHash } from 'crypto';
import type { IExecutePaginationFunctions } from 'n8n-workflow';
import { CREDENTIAL_TYPE } from '../transport/connection';
import { getOrCreate } from '../utils/getOrCreate';
import { textField } from '../utils/json';
import { cleanApiKey } from '../validation/apiKey';
import { readCredential } from './credential';
import type { Item } from './operation';

const accounts = new WeakMap<IExecutePaginationFunctions, Promise<string>>();

/**
 * What tells the accounts of items apart within a run, without telling the key: an expression in the credential may give each its own. It is
 * read once for each item: n8n takes longer for one read than for the next, and what waits for them would change its order.
 */
export const accountOf = async (functions: IExecutePaginationFunctions): Promise<string> =>
	await getOrCreate(accounts, functions, async () => await readAccount(functions));

async function readAccount(functions: IExecutePaginationFunctions): Promise<string> {
	const apiKey = textField(await readCredential(functions), 'apiKey') ?? '';
	return createHash('sha256').update(cleanApiKey(apiKey)).digest('base64url');
}

/** The ID of the credential; the endpoint where n8n gives none. */
export const credentialOf = ({ functions, connection }: Pick<Item, 'functions' | 'connection'>): string =>
	functions.getNode().credentials?.[CREDENTIAL_TYPE]?.id ?? connection.endpoint.href;
