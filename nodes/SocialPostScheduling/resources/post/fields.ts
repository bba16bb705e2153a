import type { IExecutePaginationFunctions, INodeProperties } from 'n8n-workflow';
import { type InvalidInput, invalid, ok, type Result } from '../../utils/result';
import { formatValue } from '../../utils/values';
import { readText } from '../../validation/parameters';
import { checkPlatform, type Platform, PLATFORMS, platformField } from '../platform';

/** The platform of a post. */
export const platform: INodeProperties = { ...platformField, description: 'The platform of the post' };

/** Reddit's posts are published and moved by other requests (public reference, section 6.2). */
const PLATFORMS_TO_CHANGE = PLATFORMS.filter(({ value }) => value !== 'REDDIT');

/** The platform of a post that is published or moved. */
export const platformToChange: INodeProperties = { ...platform, options: PLATFORMS_TO_CHANGE };

export const postId: INodeProperties = {
	displayName: 'Post',
	name: 'postId',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: 'The post, on the platform that is chosen above',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a post...',
			typeOptions: { searchListMethod: 'searchPosts', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 9001',
			hint: 'The ID that "Schedule" gives as post.id, and "Get Many" as id',
		},
	],
};

/** Which post is meant. */
export interface PostReference {
	readonly platform: Platform;
	readonly postId: string;
}

export function checkPostReference(functions: IExecutePaginationFunctions): Result<PostReference, InvalidInput> {
	const of = readPlatform(functions);
	if (!of.ok) return of;
	const id = readText(functions.getNodeParameter(postId.name, '', { extractValue: true }), postId.displayName);
	if (!id.ok) return id;
	return id.value === ''
		? invalid(
				postId.displayName,
				'is empty',
				'Choose a post from the list, or enter its ID. If an expression stands there, it returned nothing: after Schedule, the ID is {{ $json.post.id }}, after Get Many {{ $json.id }}.',
			)
		: ok({ platform: of.value, postId: id.value });
}

/** The same for a post that is published or moved. */
export function checkPostToChange(functions: IExecutePaginationFunctions): Result<PostReference, InvalidInput> {
	const post = checkPostReference(functions);
	return post.ok && post.value.platform === 'REDDIT'
		? invalid(
				platform.displayName,
				'is Reddit, where the service cannot do this',
				`Choose one of ${PLATFORMS_TO_CHANGE.map(({ name }) => name).join(', ')}.`,
			)
		: post;
}

/** The platform that is chosen. */
export function readPlatform(functions: IExecutePaginationFunctions): Result<Platform, InvalidInput> {
	const chosen = checkPlatform(functions.getNodeParameter(platform.name, 'TWITTER'));
	if (!chosen.ok) return chosen;
	return chosen.value === undefined
		? invalid(platform.displayName, 'is empty', 'Choose a platform, or correct the expression: it returned nothing.')
		: ok(chosen.value);
}

/** A post as an error names it. */
export const namePost = ({ platform: of, postId: id }: PostReference): string =>
	`a post ${formatValue(id)} on ${nameOf(of)}`;

const nameOf = (of: Platform): string => PLATFORMS.find(({ value }) => value === of)?.name ?? of;
