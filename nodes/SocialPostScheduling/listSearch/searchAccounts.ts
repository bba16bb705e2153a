import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { canPost, labelOf, SOCIAL_ACCOUNTS, type SocialAccount } from '../resources/socialAccount/accounts';
import { ask } from './ask';

/** The accounts of X that a post can be scheduled for; those that can post come first. */
export async function searchAccounts(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	const accounts = await ask(this, SOCIAL_ACCOUNTS, {});
	const found = accounts.filter((account) => isOfPlatform(account) && matches(account, filter));
	return { results: [...found.filter(canPost), ...found.filter((account) => !canPost(account))].flatMap(toResult) };
}

const PLATFORM = 'TWITTER';

const isOfPlatform = ({ platform }: SocialAccount): boolean => platform === PLATFORM;

function matches({ username, name }: SocialAccount, filter: string): boolean {
	const wanted = filter.trim().replace(/^@/, '').toLowerCase();
	return `${username ?? ''}\n${name ?? ''}`.toLowerCase().includes(wanted);
}

/** Nothing for an account without a handle: a post cannot name it. */
function toResult(account: SocialAccount): INodeListSearchItems[] {
	const { username, profileUrl } = account;
	if (username === null) return [];
	return [{ name: labelOf(account), value: username, ...(profileUrl !== null && { url: profileUrl }) }];
}
