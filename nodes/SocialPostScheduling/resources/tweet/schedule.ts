import type { IDataObject } from 'n8n-workflow';
import { idOfCaller } from '../../execution/caller';
import { fieldAt } from '../../execution/executionScope';
import type { StoredResult } from '../../execution/idempotency/storedResult';
import { invalidInput, type ItemResult, type ItemSuccess } from '../../execution/itemResult';
import type { Item, Once } from '../../execution/operation';
import { isRetry } from '../../execution/isRetry';
import { isTool } from '../../execution/tool';
import { createItemHandler } from '../../execution/itemHandler';
import { idField, isRecord } from '../../utils/json';
import { passedPostAt } from '../../validation/postAt';
import { readableTime } from '../../validation/time';
import { readCreation } from '../../transport/reply';
import { ERROR_FIELDS, mutation } from '../../transport/request';
import { callBefore, sayTimeComesFirst } from '../callBefore';
import type { OperationDefinition } from '../definition';
import { postTagsField } from '../postTags';
import type { PostFile } from '../files/check';
import { announceFiles, mediaIdsOf, rememberFiles, uploadAhead, uploadFiles } from '../files/upload';
import { sayUploaded, type UploadedFile } from '../../utils/uploadedFile';
import { checkPostToSchedule, type PostToSchedule } from './postToSchedule';
import { refuseDeleted } from '../post/lookup/deletedSince';
import { fields } from './fields';
import { adviseIfAbsent, adviseIfUnclear, adviseIfUnseen } from './lookUpAdvice';
import { findPost, LOOK_UP, MAX_AGE_MS } from '../post/lookup/findPost';
import { asKept, NEAR_TIME_MS, type WantedPost } from '../post/lookup/samePost';
import { asMatched, fieldsOf, toPreview, toThread, type Tweet, type TweetInput, uploadedIn, withTexts } from './thread';
import { IS_PREVIEW, refusePreview } from './preview';
import { sayEmpty, sayLong, sayMistakes } from './textWarnings';
import { withdrawIfSecond } from '../post/lookup/withdraw';
import { err, type InvalidInput, ok } from '../../utils/result';
import type { Failure } from '../../transport/failure';

const isDraft = ({ publishingStatus }: PostToSchedule['input']): boolean => publishingStatus === 'DRAFT';

const wantedOf = ({ input, tweets }: PostToSchedule): WantedPost => ({
	username: input.username,
	postAt: input.postAt,
	texts: tweets.map(({ text }) => text),
	isDraft: isDraft(input),
});

/**
 * Two posts are the same where account, time and texts are. Their media may differ where a file was uploaded again for another
 * try; two items with other media or options in one run are two posts.
 */
const ONCE: Once<PostToSchedule> = {
	key: ({ input: { username, postAt: at, ...rest }, tweets, stable, isComputed, isPreview }) =>
		isPreview
			? undefined
			: {
					identity: [username.toLowerCase(), tweets.map(({ text }) => asKept(text))],
					namesAccount: true,
					at,
					isComputed,
					...(stable && { changing: { stable, values: [username, ...tweets.map(({ text }) => text)] } }),
					details: { media: tweets.map(({ files }) => files.map(asMatched)), ...rest },
				},
	changes: 'its account or a text changes, or how a long text is split',
	withTime: (post, at) => ({
		...post,
		input: { ...post.input, postAt: at },
		readablePostAt: readableTime(at, post.timezone),
		// It was, when the earlier execution began it.
		hasClockSeconds: false,
	}),
	withBegunValues: (post, [username = post.input.username, ...texts]) => ({
		...post,
		input: { ...post.input, username },
		tweets: withTexts(post.tweets, texts),
	}),
	validateNew: ({ input, timezone, duplicateCheck }, item) => {
		const mayBeOut = isRetry(item.functions) || duplicateCheck === 'always';
		const whatToDo = isTool(item.functions) ? FOR_AGENT : SEARCH_FIRST;
		return passedPostAt(input.postAt, timezone, Date.now(), mayBeOut ? whatToDo : undefined);
	},
	reuse: {
		keep: ([scheduled], { input, tweets }) => {
			const postId = idField(scheduled?.post, 'id');
			const uploaded = keepUploaded(uploadedIn(scheduled?.thread, tweets));
			return { ...(postId !== null && { postId }), ...uploaded, ...(isDraft(input) && { draft: 'yes' }) };
		},
		restore: (post, result) => [asScheduledBefore(post, result)],
		readsClock: (post) => post.readsClock,
		warningIfOtherTime: ({ readablePostAt }, changed) => [
			`This post was scheduled before, for ${readablePostAt}, and stays at that time. This item now has ${changed.readablePostAt}. To move the post, use Reschedule. If it is meant to be another one, change a text.`,
		],
		warningIfEqual: (item, { readablePostAt }, changed) => [
			`Item ${item} is the same post, scheduled for ${readablePostAt}: this one${changed === undefined ? '' : `, for ${changed.readablePostAt},`} was not sent. If it is meant to be another post, look for an expression that gives all items the same value, such as .first() in place of .item, and schedule it alone in a new execution.`,
		],
		warningIfNear: (item, isOwn) => [
			`Item ${item} is the same post for nearly the same time${isOwn ? ', and both were sent. If one is enough, delete the other one' : ': "Duplicate Check" has left one of them. If this one is meant to be another post, change a text'}. Look for an expression that gives all items the same value, such as .first() in place of .item; to run the node for one item only, turn on "Execute Once" in its settings.`,
		],
		refuse: refuseDeleted,
		conflict: ({ functions }) => scheduledOtherwise(idOfCaller(functions) !== undefined),
		lookUp: {
			when: (post) => post.duplicateCheck,
			howToLook: 'set "Duplicate Check" to "When in Doubt"',
			sameTimeMs: NEAR_TIME_MS,
			isOfThisMoment: (post) => post.hasClockSeconds,
			find: async (item, post, siblings, isShared) =>
				await findPost(item, wantedOf(post), siblings, isShared ? MAX_AGE_MS[post.duplicateCheck] : 0),
			adviceIfAbsent: ({ functions }, { duplicateCheck }, seconds) =>
				adviseIfAbsent(functions, duplicateCheck, seconds),
			adviceIfUnclear: ({ functions }) => adviseIfUnclear(functions),
			notSeen: ({ functions }, post, failure) => ({
				ok: false,
				request: LOOK_UP,
				failure,
				notBegun: true,
				hints: [
					...sayTimeComesFirst(failure, post.input.postAt, post.readablePostAt),
					...adviseIfUnseen(functions, post, failure),
				],
			}),
			warningIfFound: ({ tweets }) => (tweets.some(({ files }) => files.length > 0) ? [MEDIA_NOT_COMPARED] : []),
			confirm: async (item, post, done, siblings) => {
				const postId = idField(done.output[0]?.post, 'id');
				const uploaded = keepUploaded(uploadedIn(done.output[0]?.thread, post.tweets));
				const asFound = (id: string): ItemSuccess => ({
					ok: true,
					output: [asScheduledBefore(post, { ...uploaded, postId: id })],
				});
				return await withdrawIfSecond(
					item,
					wantedOf(post),
					{ done, postId, request: SCHEDULE_TWEET, asFound },
					siblings,
				);
			},
		},
	},
};

/** @param isCalled whether the workflow was called as a sub-workflow: its calls know each other, and may each have uploaded a file */
const scheduledOtherwise = (isCalled: boolean): InvalidInput => ({
	field: 'Thread',
	problem: `was scheduled before, in this execution or in the one that you retry${isCalled ? ', or by another call of this workflow' : ''}, with the same account and texts, but with other media or options`,
	advice: `It was not sent, because it may be the same post. ${isCalled ? 'A file that each call uploads has another ID each time: if it is the same post, leave it out.' : 'To get its result, set its media and options again.'} If it is meant to be another one, change a text. A draft that was saved before goes out by "Publish Now", or if you schedule it in the service.`,
});

/** "Always" looks for posts that are still to come, and n8n stores nothing of an execution that crashed. */
const SEARCH_FIRST =
	'An earlier execution may have posted this item, and the others that are left: search the service for all of them first. If none is there, choose a time in the future. Else send only the missing ones in a new execution, and do not retry this one.';

/** A model that gives a time that has passed is mistaken as a rule. It knows of its calls, and not of executions. */
const FOR_AGENT =
	'Choose a time in the future, unless an earlier call, also one without an answer, may have posted it.';

const MEDIA_NOT_COMPARED =
	'A look found this post, and did not compare its media. If another execution has scheduled it with other media, those of this item are not posted: look at it in the service.';

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
	({ post }) => ok(isRecord(post) ? idField(post, 'id') : null),
	readCreation('post'),
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
	description: 'Schedule a tweet or a thread of tweets, with pictures and videos',
	fields,
	requests: [SCHEDULE_TWEET, SCHEDULE_TWEET_WITHOUT_POST],
	handler: createItemHandler<PostToSchedule>({
		request: SCHEDULE_TWEET,
		concurrency: 1,
		pastTense: 'scheduled',
		once: ONCE,
		validate: async (item) => {
			const post = await checkPostToSchedule(item.functions);
			if (!post.ok) return post;
			const lost = post.value.isPreview ? refusePreview(item, SCHEDULE_TWEET) : undefined;
			if (lost !== undefined) return err(lost);
			announceFiles(item, filesOf(post.value.tweets));
			return post;
		},
		execute: schedule,
		prepare: async (item, { tweets, isPreview }) => {
			if (!isPreview) await uploadAhead(item, filesOf(tweets));
		},
		remember: async (item, { tweets }) => await rememberFiles(item, filesOf(tweets)),
	}),
};

const filesOf = (tweets: readonly Tweet[]): PostFile[] => tweets.flatMap(({ files }) => files);

async function schedule(item: Item, post: PostToSchedule): Promise<ItemResult> {
	const notes = [
		...sayEmpty(post.emptyTweets),
		...sayLong(post.tweets, post.characterLimit),
		...sayMistakes(post.tweets),
		...sayClock(post),
	];
	if (post.isPreview) {
		const preview = { preview: true, ...toItem(post, toPreview(post.tweets), null) };
		return { ok: true, output: [preview], warnings: [IS_PREVIEW, ...notes], nothingDone: true };
	}
	const uploaded = await uploadFiles(item, filesOf(post.tweets), `${SCHEDULE_TWEET.failed}.`);
	if (!uploaded.ok) return uploaded.error;
	const thread = toThread(
		post.tweets,
		uploaded.value.map(({ id }) => id),
	);
	const isTooLate = () => passedPostAt(post.input.postAt, post.timezone, Date.now());
	const passed = isTooLate();
	if (passed !== undefined) return withUploaded(passed, uploaded.value);
	const warnings = [...uploaded.value.flatMap((file) => file.warnings), ...notes];
	const { connection, scope } = item;
	const variables = { input: { ...post.input, thread } };
	const { refusedFields } = scope;
	const postField = fieldAt(connection, 'post');
	const first = refusedFields.has(postField) ? SCHEDULE_TWEET_WITHOUT_POST : SCHEDULE_TWEET;
	let outcome = await callBefore(post.input.postAt, connection, first, variables);
	if (!outcome.ok && !refusedFields.has(postField) && refusesPost(outcome.error)) {
		refusedFields.add(postField);
		const late = isTooLate();
		if (late !== undefined) return withUploaded(late, uploaded.value);
		outcome = await callBefore(post.input.postAt, connection, SCHEDULE_TWEET_WITHOUT_POST, variables);
	}
	if (outcome.ok) {
		const { value: postId, warnings: said } = outcome.value;
		return { ok: true, output: [toItem(post, thread, postId)], warnings: [...said, ...warnings] };
	}
	const tooLate = sayTimeComesFirst(outcome.error, post.input.postAt, post.readablePostAt);
	return {
		ok: false,
		request: { ...SCHEDULE_TWEET, fields: { ...SCHEDULE_TWEET.fields, ...fieldsOf(post.tweets) } },
		failure: outcome.error,
		hints: [...tooLate, ...sayUploaded(uploaded.value)],
		warnings,
		details: mediaIdsOf(uploaded.value),
		kept: keepUploaded(uploaded.value.map(({ id }) => id)),
	};
}

/** Why a post is not sent whose time has passed while its files were uploaded. */
const withUploaded = (problem: InvalidInput, files: readonly UploadedFile[]): ItemResult => ({
	...invalidInput(SCHEDULE_TWEET, problem),
	notBegun: true,
	hints: sayUploaded(files),
	warnings: files.flatMap(({ warnings }) => warnings),
	details: mediaIdsOf(files),
});

/** Two runs have the same time only if nothing of it comes from the clock: a person sets the hour, and forgets the seconds. */
const sayClock = ({ duplicateCheck, hasClockSeconds, readablePostAt }: PostToSchedule): string[] =>
	duplicateCheck === 'always' && hasClockSeconds
		? [
				`Post At is ${readablePostAt}, with the seconds of the clock: a second run has another time, and "Duplicate Check" does not find this post. Set a fixed time of the day, as in {{ $now.plus({ days: 1 }).set({ hour: 9, minute: 0, second: 0, millisecond: 0 }).toISO() }}.`,
			]
		: [];

const toItem = (
	{ input: { username, postAt, ...rest }, readablePostAt }: PostToSchedule,
	thread: ReadonlyArray<TweetInput | IDataObject>,
	postId: string | null,
	sign: { readonly alreadyScheduled?: true } = {},
): IDataObject => ({
	success: true,
	...sign,
	username,
	postAt,
	readablePostAt,
	...rest,
	thread: [...thread],
	...(postId !== null && { post: { id: postId } }),
});

/** The ids of the files that were uploaded for a post, to be remembered with it. */
const keepUploaded = (ids: readonly string[]): StoredResult => (ids.length === 0 ? {} : { uploaded: ids.join(' ') });

const asScheduledBefore = (post: PostToSchedule, { postId, uploaded }: StoredResult): IDataObject =>
	toItem(post, toThread(post.tweets, uploaded?.split(' ') ?? []), postId ?? null, { alreadyScheduled: true });

/** Whether a document was refused, before anything was executed, for no other reason than its field `post`. */
function refusesPost(failure: Failure): boolean {
	if (failure.kind !== 'graphqlErrors' || !failure.unknownFields.includes('post')) return false;
	return failure.unknownFields.every((name) => name === 'post' || name === 'id');
}
