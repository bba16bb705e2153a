import type { IDataObject, IExecutePaginationFunctions, INodeProperties } from 'n8n-workflow';
import { type ListQuery, pagedRequest } from '../../execution/pagedRequest';
import type { JsonRecord } from '../../utils/json';
import { invalid, type InvalidInput, ok, type Result } from '../../utils/result';
import { readOption, readText } from '../../validation/parameters';
import { checkOptionalTime } from '../../validation/time';
import { accountsField, checkAccounts } from '../accounts';
import type { OperationDefinition } from '../definition';
import { readFilters } from '../filters';
import { checkPaging, pagingFields } from '../paging';
import { type Platform, PLATFORMS } from '../platform';
import { findUnknownAccount } from '../unknownId';
import { platform, readPlatform } from './fields';
import { MAX_PAGE_SIZE, postsIn, postsOn, type StateArguments, type SubmissionEntry } from './list';
import { readSimplify, simplify, toItem } from './output';
import { type PostState, stateOfPost } from './state';

/** The states of a post, with the arguments that ask the service for no more than it must look at. */
const STATES: ReadonlyArray<{ name: string; value: PostState; description: string; ask: StateArguments }> = [
	{ name: 'Draft', value: 'draft', description: 'It is not to be posted yet', ask: { publishingStatus: 'DRAFT' } },
	{ name: 'Failed', value: 'failed', description: 'It was not posted', ask: { submissionType: 'FAILED' } },
	{
		name: 'Partly Submitted',
		value: 'partly',
		description: 'A part of a thread was posted, and another was not',
		ask: { submissionType: 'ATTEMPTED' },
	},
	{ name: 'Scheduled', value: 'scheduled', description: 'It waits for its time', ask: { submissionType: 'SCHEDULED' } },
	{ name: 'Submitted', value: 'submitted', description: 'It was posted', ask: { submissionType: 'SUBMITTED' } },
];

const from: INodeProperties = {
	displayName: 'From',
	name: 'from',
	type: 'dateTime',
	default: '',
	description: 'The earliest time of the posts, in the time zone of the workflow settings',
};
const search: INodeProperties = {
	displayName: 'Search',
	name: 'search',
	type: 'string',
	default: '',
	placeholder: 'e.g. release',
	description: 'Words of the post, as the search of the service finds them',
};
const state: INodeProperties = {
	displayName: 'State',
	name: 'state',
	type: 'options',
	options: STATES.map(({ name, value, description }) => ({ name, value, description })),
	default: 'scheduled',
	description: 'What became of the posts',
};
const to: INodeProperties = {
	displayName: 'To',
	name: 'to',
	type: 'dateTime',
	default: '',
	description: 'The latest time of the posts, in the time zone of the workflow settings',
};

const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [accountsField, from, search, state, to],
};

const fields: INodeProperties[] = [platform, ...pagingFields, filters, simplify];

/** All that can be asked on every platform, for what looks at the documents. */
const ALL_ARGUMENTS = { startDate: '', endDate: '', socialAccountIds: [], search: '' };

export const getManyPosts: OperationDefinition = {
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many posts',
	description: 'Get the posts of a platform with their states',
	fields,
	requests: PLATFORMS.map(({ value }) => postsOn(value, ALL_ARGUMENTS, { submissionType: 'SCHEDULED' })),
	handler: pagedRequest({ request: postsOn('TWITTER', {}), pastTense: 'read', validate: checkList }),
};

function checkList(functions: IExecutePaginationFunctions): Result<ListQuery<SubmissionEntry>, InvalidInput> {
	const of = readPlatform(functions);
	if (!of.ok) return of;
	const paging = checkPaging(functions, MAX_PAGE_SIZE);
	if (!paging.ok) return paging;
	const isSimplified = readSimplify(functions);
	if (!isSimplified.ok) return isSimplified;
	const writtenFilters = readFilters(functions, filters);
	if (!writtenFilters.ok) return writtenFilters;
	const wanted = readOption(writtenFilters.value.state, state.displayName, STATES);
	if (!wanted.ok) return wanted;
	const variables = readVariables(writtenFilters.value, functions.getTimezone());
	if (!variables.ok) return variables;
	return ok({
		request: postsOn(of.value, variables.value, argumentsFor(wanted.value, of.value)),
		variables: variables.value,
		// A page has submissions, of which a post may have several.
		paging: { limit: paging.value.limit, pageSize: MAX_PAGE_SIZE },
		select: (entries) =>
			postsIn(entries)
				.filter((post) => wanted.value === undefined || stateOfPost(post) === wanted.value)
				.map((post) => toItem(post, isSimplified.value)),
		findProblem: async (connection, isEmpty) =>
			await findUnknownAccount(connection, variables.value.socialAccountIds, isEmpty),
	});
}

/** Reddit's list does not know drafts: there they are told by their state alone (public reference, section 13). */
function argumentsFor(wanted: PostState | undefined, of: Platform): StateArguments {
	const ask = STATES.find(({ value }) => value === wanted)?.ask ?? {};
	return of === 'REDDIT' && ask.publishingStatus !== undefined ? {} : ask;
}

interface Variables extends IDataObject {
	readonly socialAccountIds?: string[];
}

function readVariables(filters: JsonRecord, timezone: string): Result<Variables, InvalidInput> {
	const words = readText(filters.search, search.displayName);
	if (!words.ok) return words;
	const socialAccountIds = checkAccounts(filters.accounts);
	if (!socialAccountIds.ok) return socialAccountIds;
	const startDate = checkOptionalTime(filters.from, timezone, from.displayName);
	if (!startDate.ok) return startDate;
	const endDate = checkOptionalTime(filters.to, timezone, to.displayName);
	if (!endDate.ok) return endDate;
	if (Date.parse(startDate.value ?? '') > Date.parse(endDate.value ?? '')) {
		return invalid(to.displayName, 'is before "From"', 'Set a later time, or an earlier one in "From".');
	}
	return ok({
		...(startDate.value !== undefined && { startDate: startDate.value }),
		...(endDate.value !== undefined && { endDate: endDate.value }),
		...(socialAccountIds.value !== undefined && { socialAccountIds: socialAccountIds.value }),
		...(words.value !== '' && { search: words.value }),
	});
}
