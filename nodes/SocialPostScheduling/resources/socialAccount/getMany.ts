import type { IExecutePaginationFunctions, INodeProperties } from 'n8n-workflow';
import { createItemHandler } from '../../execution/itemHandler';
import { DEFAULT_CONCURRENCY } from '../../execution/operation';
import { callService } from '../../transport/graphql';
import { type InvalidInput, ok, type Result } from '../../utils/result';
import { readBoolean } from '../../validation/parameters';
import type { OperationDefinition } from '../definition';
import { readFilters } from '../filters';
import { checkPlatform, platformField } from '../platform';
import { canPost, SOCIAL_ACCOUNTS, type SocialAccount } from './accounts';

interface Filters {
	readonly platform: string | undefined;
	readonly connectedOnly: boolean;
}

const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [
		{
			displayName: 'Connected Only',
			name: 'connectedOnly',
			type: 'boolean',
			default: true,
			description: 'Whether to leave out accounts that must be connected again or are switched off',
		},
		platformField,
	],
};

export const getManySocialAccounts: OperationDefinition = {
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many social accounts',
	description: 'Get the social accounts that were added to the service',
	fields: [filters],
	requests: [SOCIAL_ACCOUNTS],
	handler: createItemHandler<Filters>({
		request: SOCIAL_ACCOUNTS,
		concurrency: DEFAULT_CONCURRENCY,
		pastTense: 'read',
		validate: ({ functions }) => checkFilters(functions),
		execute: async ({ connection }, filters) => {
			const accounts = await callService(connection, SOCIAL_ACCOUNTS, {});
			return accounts.ok
				? { ok: true, output: accounts.value.filter((account) => passes(account, filters)) }
				: { ok: false, request: SOCIAL_ACCOUNTS, failure: accounts.error };
		},
	}),
};

function checkFilters(functions: IExecutePaginationFunctions): Result<Filters, InvalidInput> {
	const writtenFilters = readFilters(functions, filters);
	if (!writtenFilters.ok) return writtenFilters;
	const platform = checkPlatform(writtenFilters.value.platform);
	if (!platform.ok) return platform;
	const connectedOnly = readBoolean(writtenFilters.value.connectedOnly, 'Connected Only', false);
	return connectedOnly.ok ? ok({ platform: platform.value, connectedOnly: connectedOnly.value }) : connectedOnly;
}

const passes = (account: SocialAccount, { platform, connectedOnly }: Filters): boolean =>
	(platform === undefined || account.platform === platform) && (!connectedOnly || canPost(account));
