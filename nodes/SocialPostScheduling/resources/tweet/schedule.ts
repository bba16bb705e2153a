import type { IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';
import type { ItemResult } from '../../execution/itemResult';
import type { Item, Once } from '../../execution/operation';
import { createItemHandler } from '../../execution/itemHandler';
import { checkAccount } from '../../validation/account';
import { idField, isRecord } from '../../utils/json';
import { checkPostAt, passedPostAt } from '../../validation/postAt';
import { readableTime } from '../../validation/time';
import type { MediaReference } from '../../validation/files';
import { checkThread, type ThreadTweet } from '../../validation/thread';
import { callService } from '../../transport/graphql';
import { type Payload, wordsOfErrors } from '../../transport/reply';
import { ERROR_FIELDS, mutation } from '../../transport/request';
import { readBoolean, readCollection } from '../../validation/parameters';
import type { OperationDefinition } from '../definition';
import { checkPostTags, postTagsField } from '../postTags';
import { fields, options, saveAsDraft } from './fields';
import { type Result, ok, type InvalidInput } from '../../utils/result';
import type { Failure } from '../../transport/failure';

/** `ScheduleTweetInput` (service API, section 2); the last two are in public descriptions of the service (public reference, section 7). */
interface ScheduleTweetInput {
	username: string;
	postAt: string;
	thread: ThreadTweet[];
	postTags?: string[];
	publishingStatus?: 'DRAFT';
}

interface Post {
	readonly input: ScheduleTweetInput;
	/** The time as a person reads it. */
	readonly readablePostAt: string;
	/** Whether an expression gave the time: it may be another one whenever n8n evaluates it. */
	readonly isComputed: boolean;
	/** The workflow's, an IANA name. */
	readonly timezone: string;
}

/**
 * Two posts are the same where account, time and texts are. Their media may differ where a file was uploaded again for another
 * try; two items with other media or options in one run are two posts.
 */
const ONCE: Once<Post> = {
	key: ({ input: { username, postAt: at, thread, ...rest }, isComputed }) => ({
		identity: [username.toLowerCase(), thread.map(({ text }) => text)],
		at,
		isComputed,
		details: { media: thread.map(({ media = [] }) => media.map(asMatched)), ...rest },
	}),
	withTime: (post, at) => ({
		...post,
		input: { ...post.input, postAt: at },
		readablePostAt: readableTime(at, post.timezone),
	}),
	validateNew: ({ input, timezone }) => passedPostAt(input.postAt, timezone, Date.now()),
	reuse: {
		keep: ([scheduled]) => {
			const postId = idField(scheduled?.post, 'id');
			return postId === null ? {} : { postId };
		},
		restore: (post, { postId = null }) => [{ ...toItem(post, postId), alreadyScheduled: true }],
		conflict: {
			field: 'Thread',
			problem:
				'was scheduled before in this execution with the same account and texts, at this time or shortly before, but with other media or options',
			advice:
				'It was not sent, because it may be the same post. If it is meant to be another one, change a text, or set another time without an expression.',
		},
	},
};

/** A reference as the service matches it: names in upper and lower case alike (service API, section 4). */
const asMatched = (reference: MediaReference): MediaReference =>
	'name' in reference ? { name: reference.name.toLowerCase() } : reference;

/** Mutation `scheduleTweet` (service API, section 4). `post` is not in that document, but in public descriptions of the service. */
const SCHEDULE_TWEET = mutation(
	{
		name: 'scheduleTweet',
		retryClass: 'nonIdempotent',
		failed: 'The thread was not scheduled',
		doubt: {
			uncertain: 'The thread may have been scheduled',
			advice:
				'Check the scheduled posts in the service before you run this again: sending it again could post it twice.',
		},
		fields: { username: 'Account', postAt: 'Post At', thread: 'Thread', postTags: postTagsField.displayName },
		checkVariables: { input: { username: '', postAt: '2000-01-01T00:00:00Z', thread: [] } },
	},
	`mutation ScheduleTweet($input: ScheduleTweetInput!) {
		scheduleTweet(input: $input) { success post { id } ${ERROR_FIELDS} }
	}`,
	readScheduled,
);

/** The same as the service API, section 4, describes it. */
const SCHEDULE_TWEET_WITHOUT_POST = {
	...SCHEDULE_TWEET,
	document: `mutation ScheduleTweet($input: ScheduleTweetInput!) {
		scheduleTweet(input: $input) { success ${ERROR_FIELDS} }
	}`,
};

export const scheduleTweet: OperationDefinition = {
	name: 'Schedule',
	value: 'schedule',
	action: 'Schedule tweet',
	description: 'Schedule a tweet or a thread of tweets, with media of the content library',
	fields,
	requests: [SCHEDULE_TWEET, SCHEDULE_TWEET_WITHOUT_POST],
	handler: createItemHandler<Post>({
		request: SCHEDULE_TWEET,
		concurrency: 1,
		pastTense: 'scheduled',
		once: ONCE,
		validate: ({ functions }) => checkPost(functions),
		execute: schedule,
	}),
};

function checkPost(functions: IExecutePaginationFunctions): Result<Post, InvalidInput> {
	const username = checkAccount(functions.getNodeParameter('username', '', { extractValue: true }));
	if (!username.ok) return username;
	const timezone = functions.getTimezone();
	const time = checkPostAt(functions.getNodeParameter('postAt', ''), timezone);
	if (!time.ok) return time;
	const thread = checkThread(functions.getNodeParameter('thread', {}));
	if (!thread.ok) return thread;
	const settings = checkOptions(functions);
	if (!settings.ok) return settings;
	return ok({
		input: { username: username.value, postAt: time.value, thread: thread.value, ...settings.value },
		readablePostAt: readableTime(time.value, timezone),
		isComputed: String(functions.getNode().parameters.postAt).startsWith('='),
		timezone,
	});
}

function checkOptions(
	functions: IExecutePaginationFunctions,
): Result<Pick<ScheduleTweetInput, 'postTags' | 'publishingStatus'>, InvalidInput> {
	const written = readCollection(functions.getNodeParameter(options.name, {}), options.displayName);
	if (!written.ok) return written;
	const postTags = checkPostTags(written.value.postTagIds);
	if (!postTags.ok) return postTags;
	const isDraft = readBoolean(written.value.saveAsDraft, saveAsDraft.displayName, false);
	if (!isDraft.ok) return isDraft;
	return ok({
		...(postTags.value !== undefined && { postTags: postTags.value }),
		...(isDraft.value && { publishingStatus: 'DRAFT' }),
	});
}

async function schedule({ connection, scope }: Item, post: Post): Promise<ItemResult> {
	const variables = { input: { ...post.input } };
	const { refusedFields } = scope;
	const first = refusedFields.has('post') ? SCHEDULE_TWEET_WITHOUT_POST : SCHEDULE_TWEET;
	let outcome = await callService(connection, first, variables);
	if (!outcome.ok && !refusedFields.has('post') && refusesPost(outcome.error)) {
		refusedFields.add('post');
		outcome = await callService(connection, SCHEDULE_TWEET_WITHOUT_POST, variables);
	}
	return outcome.ok
		? { ok: true, output: [toItem(post, outcome.value.postId)], warnings: outcome.value.warnings }
		: { ok: false, request: SCHEDULE_TWEET, failure: outcome.error };
}

function toItem({ input, readablePostAt }: Post, postId: string | null): IDataObject {
	return { success: true, ...input, readablePostAt, ...(postId !== null && { post: { id: postId } }) };
}

/** Whether a document was refused, before anything was executed, for no other reason than its field `post`. */
function refusesPost(failure: Failure): boolean {
	if (failure.kind !== 'graphqlErrors' || !failure.unknownFields.includes('post')) return false;
	return failure.unknownFields.every((name) => name === 'post' || name === 'id');
}

/** What the service says beside a success is shown with the item. */
function readScheduled({ post, errors }: Payload): Result<{ postId: string | null; warnings: string[] }, string> {
	return ok({ postId: isRecord(post) ? idField(post, 'id') : null, warnings: wordsOfErrors(errors) });
}
