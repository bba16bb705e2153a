import type { IDataObject } from 'n8n-workflow';
import { query } from '../../transport/request';
import { booleanField, idField, listOf, textField } from '../../utils/json';
import { err, ok, type Result } from '../../utils/result';

/** An account on a platform that the service can post to (public reference, section 4.4). */
export interface SocialAccount extends IDataObject {
	id: string;
	/** The handle, as scheduling a post takes it. Public schemas promise one; one account without it must not hide the others. */
	username: string | null;
	name: string | null;
	/** In capital letters, whatever the service uses. */
	platform: string | null;
	profileUrl: string | null;
	/** Whether the platform takes posts of it at the moment. */
	isConnected: boolean | null;
	/** Whether its owner has it switched on. */
	isEnabled: boolean | null;
}

/**
 * Query `socialAccounts` (public reference, section 5): all of them, without pages. The argument for one platform is left out: not
 * every version of the service may know it, and the list is short.
 */
export const SOCIAL_ACCOUNTS = query(
	{ name: 'socialAccounts', retryClass: 'safe', failed: 'The accounts were not read' },
	'query GetSocialAccounts { socialAccounts { id username name platform profileUrl isConnected isEnabled } }',
	listOf(readSocialAccount),
);

/** Whether posts can be scheduled for it at the moment, as far as the service says. */
export const canPost = ({ isConnected, isEnabled }: SocialAccount): boolean =>
	isConnected !== false && isEnabled !== false;

/** An account as a list in the editor shows it: `@my_brand, My Brand (switched off)`. */
export function labelOf(account: SocialAccount): string {
	const { id, username, name, isConnected } = account;
	const names = [username && `@${username}`, name].filter((part) => part !== null && part !== '');
	const state = canPost(account) ? '' : isConnected === false ? ' (must be connected again)' : ' (switched off)';
	return `${names.length === 0 ? id : names.join(', ')}${state}`;
}

function readSocialAccount(account: unknown): Result<SocialAccount, string> {
	const id = idField(account, 'id');
	if (id === null) return err('id');
	return ok({
		id,
		username: textField(account, 'username') || null,
		name: textField(account, 'name'),
		platform: textField(account, 'platform')?.toUpperCase() ?? null,
		profileUrl: textField(account, 'profileUrl'),
		isConnected: booleanField(account, 'isConnected'),
		isEnabled: booleanField(account, 'isEnabled'),
	});
}
