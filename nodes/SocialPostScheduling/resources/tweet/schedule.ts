import { fieldAt } from '../../execution/executionScope';
import { createItemHandler } from '../../execution/itemHandler';
import { invalidInput, type ItemResult } from '../../execution/itemResult';
import type { Item } from '../../execution/operation';
import { err, type InvalidInput } from '../../utils/result';
import { sayUploaded, type UploadedFile } from '../../utils/uploadedFile';
import { passedPostAt } from '../../validation/postAt';
import { callBefore, sayTimeComesFirst } from '../callBefore';
import type { OperationDefinition } from '../definition';
import type { PostFile } from '../files/check';
import { announceFiles, mediaIdsOf, rememberFiles, uploadAhead, uploadFiles } from '../files/upload';
import { fields } from './fields';
import { keepUploaded, toItem } from './output';
import { checkPostToSchedule, type PostToSchedule } from './postToSchedule';
import { IS_PREVIEW, refusePreview } from './preview';
import { refusesPost, SCHEDULE_TWEET, SCHEDULE_TWEET_WITHOUT_POST } from './scheduleMutation';
import { SCHEDULE_ONCE } from './scheduleOnce';
import { sayEmpty, sayLong, sayMistakes } from './textWarnings';
import { fieldsOf, toPreview, toThread, type Tweet } from './thread';

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
		once: SCHEDULE_ONCE,
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
