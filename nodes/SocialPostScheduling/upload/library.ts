import { writeArguments } from '../transport/arguments';
import { readPage } from '../transport/page';
import { query } from '../transport/request';
import { MEDIA_FIELDS, readMedia } from './media';

/** The largest page of the library (public reference, section 5). */
export const MAX_LIBRARY_PAGE_SIZE = 100;

/** Orders that all known versions of the service write in the same way; a later file has a greater ID. */
export const NEWEST_FIRST = '-id';
export const OLDEST_FIRST = 'id';

/** What every document of the library has, and what can be asked of it besides. */
const PAGE_ARGUMENTS = { page: 'Int', limit: 'Int', orderBy: 'String' };
const FILTER_ARGUMENTS = { search: 'String', unusedOnly: 'Boolean', labelIds: '[ID!]' };
export const LIBRARY_FILTERS = Object.keys(FILTER_ARGUMENTS);

/**
 * Query `media` (public reference, section 5), with variables for the page and for the filters that are used.
 *
 * @param wantedType a value of the service's enum of file types
 */
export const libraryRequest = (used: readonly string[], wantedType?: string) =>
	query(
		{
			name: 'media',
			retryClass: 'safe',
			failed: 'The content library was not read',
			checkVariables: { page: 1, limit: 1 },
		},
		documentOf(used, wantedType),
		readPage(readMedia),
	);

function documentOf(used: readonly string[], wantedType: string | undefined): string {
	const { declared, given } = writeArguments(PAGE_ARGUMENTS, FILTER_ARGUMENTS, used, {
		...(wantedType !== undefined && { fileType: wantedType }),
	});
	return `query GetMedia(${declared}) {
		media(${given}) { total objects { ${MEDIA_FIELDS} } }
	}`;
}
