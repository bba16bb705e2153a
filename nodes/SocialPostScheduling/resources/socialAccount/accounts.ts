import type { IDataObject } from 'n8n-workflow';
import { query } from '../../transport/request';
import { booleanField, idField, listOf, textField } from '../../utils/json';
import { err, ok, type Result } from '../../utils/result';

/** An account on a platform that the service can post to (public reference, section 4.4). */
export interface SocialAccount extends IDataObject {
	id: string;
	/** The handle, as scheduling a post takes it. */
	username: string;
	name: string | null;
	/** In capital letters, whatever the service uses. */
	platform: string | null;
	profileUrl: string | null;
	/** Whether the platform takes posts of it at the moment. */
	isConnected: boolean | null;
	/** Whether its owner has it switched on. */
	isEnabled: boolean | null;
}

/** Query `socialAccounts` (public reference, section 5): all of them, without pages. */
export const SOCIAL_ACCOUNTS = query(
	{
		name: 'socialAccounts',
		retryClass: 'safe',
		failed: 'The accounts were not read',
		fields: { platform: 'Platform' },
	},
	`query GetSocialAccounts($platform: String) {
		socialAccounts(platform: $platform) { id username name platform profileUrl isConnected isEnabled }
	}`,
	listOf(readSocialAccount),
);

/** The variables for one platform, or for all. The service takes its name in small letters. */
export const ofPlatform = (platform: string | undefined): IDataObject =>
	platform === undefined ? {} : { platform: platform.toLowerCase() };

function readSocialAccount(account: unknown): Result<SocialAccount, string> {
	const id = idField(account, 'id');
	if (id === null) return err('id');
	const username = textField(account, 'username');
	if (username === null) return err('username');
	return ok({
		id,
		username,
		name: textField(account, 'name'),
		platform: textField(account, 'platform')?.toUpperCase() ?? null,
		profileUrl: textField(account, 'profileUrl'),
		isConnected: booleanField(account, 'isConnected'),
		isEnabled: booleanField(account, 'isEnabled'),
	});
}
