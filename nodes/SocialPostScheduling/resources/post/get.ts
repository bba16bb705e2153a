import type { IExecutePaginationFunctions } from 'n8n-workflow';
import { createItemHandler } from '../../execution/itemHandler';
import { DEFAULT_CONCURRENCY } from '../../execution/operation';
import { callService } from '../../transport/graphql';
import { query } from '../../transport/request';
import { type InvalidInput, ok, type Result } from '../../utils/result';
import type { OperationDefinition } from '../definition';
import { type Platform, PLATFORMS } from '../platform';
import { checkPostReference, namePost, platform, postId, type PostReference } from './fields';
import { readSimplify, simplify, toItem } from './output';
import { postFields, readPost } from './post';

/** On Reddit the type of the ID is a number in one version of the service and ID in another: a number in the document is both. */
const mustBeInDocument = (of: Platform, id: string): boolean => of === 'REDDIT' && /^\d+$/.test(id);

/** Query `twitterPost` and its sisters (public reference, section 5): null where there is no post with this ID. */
function postOn(of: Platform, id = '0') {
	const name = `${of.toLowerCase()}Post`;
	const inDocument = mustBeInDocument(of, id);
	const [declared, given] = inDocument ? ['', id] : ['($id: ID!)', '$id'];
	return query(
		{ name, retryClass: 'safe', failed: 'The post was not read', ...(!inDocument && { checkVariables: { id: '0' } }) },
		`query GetPost${declared} {
			${name}(id: ${given}) { ${postFields(of)} }
		}`,
		(value) => (value === null ? ok(null) : readPost(value)),
	);
}

interface Wanted {
	readonly post: PostReference;
	readonly isSimplified: boolean;
}

export const getPost: OperationDefinition = {
	name: 'Get',
	value: 'get',
	action: 'Get post',
	description: 'Get a post with its state, its address on the platform, or its error',
	fields: [platform, postId, simplify],
	requests: PLATFORMS.map(({ value }) => postOn(value)),
	handler: createItemHandler<Wanted>({
		request: postOn('TWITTER'),
		concurrency: DEFAULT_CONCURRENCY,
		pastTense: 'read',
		validate: ({ functions }) => checkWanted(functions),
		execute: async ({ connection }, { post, isSimplified }) => {
			const { platform: of, postId: id } = post;
			const request = postOn(of, id);
			const outcome = await callService(connection, request, mustBeInDocument(of, id) ? {} : { id });
			if (!outcome.ok) return { ok: false, request, failure: outcome.error };
			return outcome.value === null
				? { ok: false, request, failure: { kind: 'notFound', what: namePost(post) } }
				: { ok: true, output: [toItem(outcome.value, isSimplified)] };
		},
	}),
};

function checkWanted(functions: IExecutePaginationFunctions): Result<Wanted, InvalidInput> {
	const post = checkPostReference(functions);
	if (!post.ok) return post;
	const isSimplified = readSimplify(functions);
	return isSimplified.ok ? ok({ post: post.value, isSimplified: isSimplified.value }) : isSimplified;
}
