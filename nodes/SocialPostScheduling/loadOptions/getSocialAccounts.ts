import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { toOptionsError } from '../errors/nodeError';
import { ask } from '../listSearch/ask';
import { PLATFORMS } from '../resources/platform';
import { labelOf, SOCIAL_ACCOUNTS, type SocialAccount } from '../resources/socialAccount/accounts';

/** The accounts of all platforms, to choose several from. */
export async function getSocialAccounts(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const accounts = await ask(this, SOCIAL_ACCOUNTS, {}, toOptionsError);
	return accounts.map((account) => ({ name: labelOf(account), value: account.id, ...descriptionOf(account) }));
}

function descriptionOf({ platform }: SocialAccount): Pick<INodePropertyOptions, 'description'> {
	if (platform === null) return {};
	return { description: PLATFORMS.find(({ value }) => value === platform)?.name ?? platform };
}
