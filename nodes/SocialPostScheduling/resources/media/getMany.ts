import type { IDataObject, IExecutePaginationFunctions, INodeProperties } from 'n8n-workflow';
import { type ListQuery, pagedRequest } from '../../execution/pagedRequest';
import { writeArguments } from '../../transport/arguments';
import { readPage } from '../../transport/page';
import { query } from '../../transport/request';
import { type Media, MEDIA_FIELDS, readMedia } from '../../upload/media';
import { type InvalidInput, ok, type Result } from '../../utils/result';
import { checkIds } from '../../validation/ids';
import { readBoolean, readCollection, readOption, readText } from '../../validation/parameters';
import type { OperationDefinition } from '../definition';
import { checkPaging, pagingFields } from '../paging';
import { mediaLabelIds } from './fields';

/** The largest page of the library (public reference, section 5). */
const MAX_PAGE_SIZE = 100;

const FILE_TYPES = [
	{ name: 'GIF', value: 'GIF' },
	{ name: 'Image', value: 'IMAGE' },
	{ name: 'Video', value: 'VIDEO' },
];

/** Only orders that all known versions of the service write in the same way. */
const ORDERS = [
	{ name: 'Name, A to Z', value: 'name' },
	{ name: 'Name, Z to A', value: '-name' },
	{ name: 'Newest First', value: '-id' },
	{ name: 'Oldest First', value: 'id' },
];
const NEWEST_FIRST = '-id';

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

const fields: INodeProperties[] = [
	...pagingFields,
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options: [
			fileType,
			{
				...mediaLabelIds,
				displayName: 'Label Names or IDs',
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
	},
	sort,
];

/** What every document of the library has, and what can be asked of it besides. */
const PAGE_ARGUMENTS = { page: 'Int', limit: 'Int', orderBy: 'String' };
const FILTER_ARGUMENTS = { search: 'String', unusedOnly: 'Boolean', labelIds: '[ID!]' };

/** Query `media` (public reference, section 5). */
function documentOf(used: readonly string[], wantedType: string | undefined): string {
	const { declared, given } = writeArguments(PAGE_ARGUMENTS, FILTER_ARGUMENTS, used, {
		...(wantedType !== undefined && { fileType: wantedType }),
	});
	return `query GetMedia(${declared}) {
		media(${given}) { total objects { ${MEDIA_FIELDS} } }
	}`;
}

const MEDIA = query(
	{
		name: 'media',
		retryClass: 'safe',
		failed: 'The content library was not read',
		checkVariables: { page: 1, limit: 1 },
	},
	documentOf(Object.keys(FILTER_ARGUMENTS), 'IMAGE'),
	readPage(readMedia),
);

/** The request for files of the library, in an order, with the variables but for those of its pages. */
export const libraryOf = (filters: IDataObject, wantedType?: string, orderBy = NEWEST_FIRST) => ({
	request: { ...MEDIA, document: documentOf(Object.keys(filters), wantedType) },
	variables: { ...filters, orderBy },
});

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
	const paging = checkPaging(functions, MAX_PAGE_SIZE);
	if (!paging.ok) return paging;
	const filters = readCollection(functions.getNodeParameter('filters', {}), 'Filters');
	if (!filters.ok) return filters;
	const search = readText(filters.value.search, 'Search');
	if (!search.ok) return search;
	const unusedOnly = readBoolean(filters.value.unusedOnly, 'Unused Only', false);
	if (!unusedOnly.ok) return unusedOnly;
	const labelIds = checkIds(filters.value.labelIds, 'Label Names or IDs');
	if (!labelIds.ok) return labelIds;
	const wantedType = readOption(filters.value.fileType, fileType.displayName, FILE_TYPES);
	if (!wantedType.ok) return wantedType;
	const orderBy = readOption(functions.getNodeParameter('sort', NEWEST_FIRST), sort.displayName, ORDERS);
	if (!orderBy.ok) return orderBy;

	const used = {
		...(search.value !== '' && { search: search.value }),
		...(unusedOnly.value && { unusedOnly: true }),
		...(labelIds.value !== undefined && { labelIds: labelIds.value }),
	};
	return ok({
		...libraryOf(used, wantedType.value, orderBy.value),
		paging: paging.value,
		select: (entries) => entries,
	});
}
