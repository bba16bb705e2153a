import type { IDataObject } from 'n8n-workflow';
import type { Connection } from '../transport/connection';
import { callService } from '../transport/graphql';
import type { GraphQlRequest } from '../transport/request';
import type { InvalidInput } from '../utils/result';
import { formatValue } from '../utils/values';
import { accountsField } from './accounts';
import { MEDIA_LABELS, type MediaLabel } from './mediaLabel/getMany';
import { labelOf, SOCIAL_ACCOUNTS, type SocialAccount } from './socialAccount/accounts';

/** A list whose entries a filter names by their IDs. */
interface IdList<T extends IDataObject> {
	/** Reads all of it. */
	readonly request: Exclude<GraphQlRequest<T[]>, { retryClass: 'nonIdempotent' }>;
	/** What an entry is, in a sentence. */
	readonly one: string;
	/** The operation that gives the IDs. */
	readonly source: string;
	/** What a person may take for the ID of an entry. */
	readonly namesOf: (entry: T) => ReadonlyArray<string | null>;
	/** The entry in a sentence. */
	readonly label: (entry: T) => string;
}

const ACCOUNTS: IdList<SocialAccount> = {
	request: SOCIAL_ACCOUNTS,
	one: 'account',
	source: 'Social Account: Get Many',
	namesOf: ({ username, name }) => [username, username && `@${username}`, name],
	label: (account) => `${labelOf(account)}${account.platform === null ? '' : ` (${account.platform})`}`,
};

const LABELS: IdList<MediaLabel> = {
	request: MEDIA_LABELS,
	one: 'label',
	source: 'Media Label: Get Many',
	namesOf: ({ text }) => [text],
	label: ({ text }) => `"${text}"`,
};

/**
 * Why a list that is filtered by IDs may be empty, or not have all: for one that it does not have, and so for a name, the service gives
 * nothing, and no error. Undefined where it has all of them, or does not give the list that would tell: nothing is its answer then.
 *
 * @param ids undefined where there is no such filter
 * @param isEmpty whether nothing came. What came for one ID shows that it is there; of several, it may be of the others only
 */
async function findUnknownId<T extends IDataObject>(
	connection: Connection,
	field: string,
	ids: readonly string[] | undefined,
	isEmpty: boolean,
	{ request, one, source, namesOf, label }: IdList<T>,
): Promise<InvalidInput | undefined> {
	if (ids === undefined || (ids.length === 1 && !isEmpty)) return undefined;
	const list = await callService(connection, request, {});
	if (!list.ok) return undefined;
	const unknown = ids.find((given) => !list.value.some(({ id }) => id === given));
	if (unknown === undefined) return undefined;
	const meant = list.value.filter((entry) =>
		namesOf(entry).some((name) => name?.toLowerCase() === unknown.toLowerCase()),
	);
	return {
		field,
		problem: `holds ${formatValue(unknown)}, and the service has no ${one} with this ID`,
		advice: [
			`Choose the ${one} from the list. An expression takes IDs, not names: the "id" of ${source}.`,
			...meant.map((entry) => `${label(entry)} has the ID ${String(entry.id)}.`),
			`If the ${one} was removed and added again, it has another ID.`,
		].join(' '),
	};
}

/** The same for a filter by accounts. */
export const findUnknownAccount = async (
	connection: Connection,
	ids: readonly string[] | undefined,
	isEmpty: boolean,
): Promise<InvalidInput | undefined> =>
	await findUnknownId(connection, accountsField.displayName, ids, isEmpty, ACCOUNTS);

/** The same for a filter by labels. */
export const findUnknownLabel = async (
	connection: Connection,
	field: string,
	ids: readonly string[] | undefined,
	isEmpty: boolean,
): Promise<InvalidInput | undefined> => await findUnknownId(connection, field, ids, isEmpty, LABELS);
