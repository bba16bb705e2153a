import type { IExecutePaginationFunctions, INodeProperties } from 'n8n-workflow';
import { type ListQuery, pagedRequest } from '../../execution/pagedRequest';
import {
	LIBRARY_FILTERS,
	libraryRequest,
	MAX_LIBRARY_PAGE_SIZE,
	NEWEST_FIRST,
	OLDEST_FIRST,
} from '../../upload/library';
import type { Media } from '../../upload/media';
import { type InvalidInput, ok, type Result } from '../../utils/result';
import { checkIds } from '../../validation/ids';
import { readBoolean, readOption, readOptional, readText } from '../../validation/parameters';
import type { OperationDefinition } from '../definition';
import { readFilters } from '../filters';
import { checkPaging, pagingFields } from '../paging';
import { findUnknownLabel } from '../unknownId';
import { mediaLabelIds } from './fields';

const FILE_TYPES = [
	{ name: 'GIF', value: 'GIF' },
	{ name: 'Image', value: 'IMAGE' },
	{ name: 'Video', value: 'VIDEO' },
];

/** Only orders that all known versions of the service write in the same way. */
const ORDERS = [
	{ name: 'Name, A to Z', value: 'name' },
	{ name: 'Name, Z to A', value: '-name' },
	{ name: 'Newest First', value: NEWEST_FIRST },
	{ name: 'Oldest First', value: OLDEST_FIRST },
];

const fileType: INodeProperties = {
	displayName: 'File Type',
	name: 'fileType',
	type: 'options',
	options: FILE_TYPES,
	default: 'IMAGE',
	description: 'The kind of file',
};

const sort: INodeProperties = {
	displayName: 'Sort',
	name: 'sort',
	type: 'options',
	options: ORDERS,
	default: NEWEST_FIRST,
	description: 'The order of the files',
};

const LABELS = 'Label Names or IDs';

const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [
		fileType,
		{
			...mediaLabelIds,
			displayName: LABELS,
			name: 'labelIds',
			description:
				'Files that have one of these labels. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		},
		{
			displayName: 'Search',
			name: 'search',
			type: 'string',
			default: '',
			placeholder: 'e.g. teaser',
			description: 'A part of the name of the file. Upper and lower case make no difference.',
		},
		{
			displayName: 'Unused Only',
			name: 'unusedOnly',
			type: 'boolean',
			default: true,
			description: 'Whether to leave out files that are used in a post',
		},
	],
};

const fields: INodeProperties[] = [...pagingFields, filters, sort];

const MEDIA = libraryRequest(LIBRARY_FILTERS, 'IMAGE');

export const getManyMedia: OperationDefinition = {
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many media files',
	description: 'Get the media of the content library',
	fields,
	requests: [MEDIA],
	handler: pagedRequest({ request: MEDIA, pastTense: 'read', validate: checkList }),
};

function checkList(functions: IExecutePaginationFunctions): Result<ListQuery<Media>, InvalidInput> {
	const paging = checkPaging(functions, MAX_LIBRARY_PAGE_SIZE);
	if (!paging.ok) return paging;
	const writtenFilters = readFilters(functions, filters);
	if (!writtenFilters.ok) return writtenFilters;
	const search = readText(writtenFilters.value.search, 'Search');
	if (!search.ok) return search;
	const unusedOnly = readBoolean(writtenFilters.value.unusedOnly, 'Unused Only', false);
	if (!unusedOnly.ok) return unusedOnly;
	const labelIds = checkIds(writtenFilters.value.labelIds, LABELS);
	if (!labelIds.ok) return labelIds;
	const wantedType = readOption(writtenFilters.value.fileType, fileType.displayName, FILE_TYPES);
	if (!wantedType.ok) return wantedType;
	const writtenSort = readOptional(functions.getNodeParameter(sort.name, NEWEST_FIRST), sort);
	if (!writtenSort.ok) return writtenSort;
	const orderBy = readOption(writtenSort.value, sort.displayName, ORDERS);
	if (!orderBy.ok) return orderBy;

	const used = {
		...(search.value !== '' && { search: search.value }),
		...(unusedOnly.value && { unusedOnly: true }),
		...(labelIds.value !== undefined && { labelIds: labelIds.value }),
	};
	return ok({
		request: libraryRequest(Object.keys(used), wantedType.value),
		variables: { ...used, orderBy: orderBy.value ?? NEWEST_FIRST },
		paging: paging.value,
		select: (entries) => entries,
		findProblem: async (connection, isEmpty) => await findUnknownLabel(connection, LABELS, labelIds.value, isEmpty),
	});
}
