import type { IDataObject } from 'n8n-workflow';
import { singleRequest } from '../../execution/singleRequest';
import { query } from '../../transport/request';
import { idField, listOf, textField } from '../../utils/json';
import { err, ok, type Result } from '../../utils/result';
import type { OperationDefinition } from '../definition';

/** A tag that posts are sorted by (public reference, section 4.6). */
interface PostTag extends IDataObject {
	id: string;
	name: string | null;
	/** Hexadecimal. */
	color: string | null;
}

/** Query `postTags` (public reference, section 5): those in use, without pages. */
export const POST_TAGS = query(
	{ name: 'postTags', retryClass: 'safe', failed: 'The post tags were not read' },
	'query GetPostTags { postTags { id name color } }',
	listOf(readTag),
);

export const getManyPostTags: OperationDefinition = {
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many post tags',
	description: 'Get the tags that posts are sorted by',
	fields: [],
	requests: [POST_TAGS],
	handler: singleRequest({ request: POST_TAGS, pastTense: 'read', variables: () => ok({}) }),
};

function readTag(tag: unknown): Result<PostTag, string> {
	const id = idField(tag, 'id');
	return id === null ? err('id') : ok({ id, name: textField(tag, 'name'), color: textField(tag, 'color') });
}
