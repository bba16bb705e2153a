import type { IExecutePaginationFunctions } from 'n8n-workflow';
import type { ExecutionState } from '../../execution/executionState';
import { isRetry } from '../../execution/isRetry';
import { createItemHandler } from '../../execution/itemHandler';
import { invalidInput } from '../../execution/itemResult';
import type { Item } from '../../execution/operation';
import { sayRetryOfFound } from '../../execution/retryAdvice';
import { mayHaveSucceeded } from '../../transport/failure';
import { ERROR_FIELDS, mutation } from '../../transport/request';
import { getOrCreate } from '../../utils/getOrCreate';
import { textField } from '../../utils/json';
import { isSameTime } from '../../utils/sameTime';
import { type InvalidInput, ok, type Result } from '../../utils/result';
import { checkPostAt, passedPostAt } from '../../validation/postAt';
import { readableTime } from '../../validation/time';
import { callBefore, sayTimeComesFirst } from '../callBefore';
import type { OperationDefinition } from '../definition';
import type { Platform } from '../platform';
import { postAt } from '../postAt';
import { notePostsChanged } from './lookup/findPost';
import { changedItem, changedSubmissions } from './changed';
import { sayNamedBefore } from './namedBefore';
import { checkPostToChange, platformToChange, postId, type PostReference } from './fields';

/** Mutation `reschedulePlatformPost` (public reference, section 6.2). To the same time once more changes nothing. */
const rescheduleOn = (of: Platform) =>
	mutation(
		{
			name: 'reschedulePlatformPost',
			retryClass: 'idempotent',
			failed: 'The post was not rescheduled',
			doubt: {
				uncertain: 'The post may have been rescheduled',
				advice: 'Check its time with "Get". Setting the same time again does no harm.',
			},
			checkVariables: { postId: '', postAt: '2000-01-01T00:00:00Z' },
			fields: { postId: 'Post', postAt: 'Post At', platform: 'Platform' },
		},
		`mutation ReschedulePost($postId: ID!, $postAt: DateTime!) {
			reschedulePlatformPost(platform: ${of}, postId: $postId, postAt: $postAt) {
				success post { submissions { id postAt } } ${ERROR_FIELDS}
			}
		}`,
		(payload) => ok(changedSubmissions(payload, (submission) => ({ postAt: textField(submission, 'postAt') }))),
	);
const RESCHEDULE = rescheduleOn('TWITTER');

interface NewTime {
	readonly post: PostReference;
	readonly postAt: string;
	/** The time as a person reads it. */
	readonly readablePostAt: string;
}

export const reschedulePost: OperationDefinition = {
	name: 'Reschedule',
	value: 'reschedule',
	action: 'Reschedule post',
	description: 'Give a scheduled post another time',
	fields: [platformToChange, postId, postAt],
	requests: [RESCHEDULE],
	handler: createItemHandler<NewTime>({
		request: RESCHEDULE,
		// In the order of the items: of two times for one post, the last one stands.
		concurrency: 1,
		pastTense: 'rescheduled',
		validate: checkNewTime,
		execute: async (item, { post, postAt: time, readablePostAt }) => {
			const { connection, functions, state } = item;
			const index = functions.getItemIndex();
			const moves = movesOf(state, post);
			const problem = overtakenBy(moves, index) ?? passedPostAt(time, functions.getTimezone(), Date.now());
			if (problem !== undefined) return { ...invalidInput(RESCHEDULE, problem), notBegun: true };
			const variables = { postId: post.postId, postAt: time };
			const outcome = await callBefore(time, connection, rescheduleOn(post.platform), variables);
			notePostsChanged(connection);
			if (!outcome.ok) {
				const hints = [
					...sayTimeComesFirst(outcome.error, time, readablePostAt),
					...(mayHaveSucceeded(outcome.error) ? sayRetryOfFound(functions) : sayDoneBefore(functions)),
				];
				return { ok: false, request: RESCHEDULE, failure: outcome.error, hints };
			}
			const others = [...moves].filter((other) => other !== index);
			moves.add(index);
			const { value: submissions, warnings } = outcome.value;
			return {
				ok: true,
				output: [changedItem(post, { postAt: time, readablePostAt, submissions })],
				warnings: [
					...warnings,
					...sayOtherTime(time, submissions, functions.getTimezone()),
					...others.slice(0, 1).flatMap((other) => sayNamedBefore(other)),
				],
			};
		},
	}),
};

/** A success does not say that the service has taken the time as it is. One part of a thread is enough to show it. */
function sayOtherTime(wanted: string, parts: ReadonlyArray<{ postAt: string | null }>, timezone: string): string[] {
	const times = parts.flatMap(({ postAt: time }) => (time === null ? [] : [time]));
	const given = times.map((time) => Date.parse(time)).find((ms) => !Number.isNaN(ms));
	if (given === undefined || times.some((time) => isSameTime(time, wanted))) return [];
	const readable = readableTime(new Date(given).toISOString(), timezone);
	return [`The service gives the post another time: ${readable}. Look at it in the service.`];
}

/** The items of each run that have moved a post, by the post. */
const movesOfRuns = new WeakMap<ExecutionState, Map<string, Set<number>>>();

function movesOf(run: ExecutionState, { platform, postId: id }: PostReference): Set<number> {
	const posts = getOrCreate(movesOfRuns, run, () => new Map<string, Set<number>>());
	return getOrCreate(posts, `${platform} ${id}`, () => new Set<number>());
}

/** "Retry On Fail" runs an item again that failed, after those behind it: it must not move the post back. */
function overtakenBy(moves: ReadonlySet<number>, item: number): InvalidInput | undefined {
	const later = Math.max(...moves);
	if (later <= item) return undefined;
	return {
		field: postAt.displayName,
		problem: `was not set, because item ${later} has given the post another time meanwhile`,
		advice: 'Of several items for one post, the time of the last one stands.',
	};
}

/** n8n does not tell a retry what the execution before has done. */
const sayDoneBefore = (functions: IExecutePaginationFunctions): string[] =>
	isRetry(functions)
		? ['The execution that you retry may have given the post this time: look at the post with "Get".']
		: [];

function checkNewTime({ functions }: Item): Result<NewTime, InvalidInput> {
	const post = checkPostToChange(functions);
	if (!post.ok) return post;
	const timezone = functions.getTimezone();
	const time = checkPostAt(functions.getNodeParameter(postAt.name, ''), timezone);
	if (!time.ok) return time;
	const passed = passedPostAt(time.value, timezone, Date.now());
	if (passed === undefined) {
		return ok({ post: post.value, postAt: time.value, readablePostAt: readableTime(time.value, timezone) });
	}
	return { ok: false, error: { ...passed, advice: [passed.advice, ...sayDoneBefore(functions)].join(' ') } };
}
