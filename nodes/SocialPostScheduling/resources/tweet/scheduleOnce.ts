import type { IExecutePaginationFunctions } from 'n8n-workflow';
import { idOfCaller } from '../../execution/caller';
import { isRetry } from '../../execution/isRetry';
import type { ItemSuccess } from '../../execution/itemResult';
import type { Once } from '../../execution/operation';
import { mayBeMeant, unreadableDate } from '../../execution/storedData';
import { isTool } from '../../execution/tool';
import { idField } from '../../utils/json';
import type { InvalidInput } from '../../utils/result';
import { passedPostAt } from '../../validation/postAt';
import { INVALID_DATE_TIME, readableTime } from '../../validation/time';
import { sayTimeComesFirst } from '../callBefore';
import { refuseDeleted } from '../post/lookup/deletedSince';
import { findPost, LOOK_UP, MAX_AGE_MS } from '../post/lookup/findPost';
import { asKept, NEAR_TIME_MS, type WantedPost } from '../post/lookup/samePost';
import { withdrawIfSecond } from '../post/lookup/withdraw';
import { adviseIfAbsent, adviseIfUnclear, adviseIfUnseen } from './lookUpAdvice';
import { asScheduledBefore, keepUploaded } from './output';
import type { PostToSchedule } from './postToSchedule';
import { SCHEDULE_TWEET } from './scheduleMutation';
import { asMatched, uploadedIn, withTexts } from './thread';

const isDraft = ({ publishingStatus }: PostToSchedule['input']): boolean => publishingStatus === 'DRAFT';

const wantedOf = ({ input, tweets }: PostToSchedule): WantedPost => ({
	username: input.username,
	postAt: input.postAt,
	texts: tweets.map(({ text }) => text),
	isDraft: isDraft(input),
});

/**
 * Two posts are the same where account, time and texts are; in a retry, also those of the same item. Their media may differ where a file was
 * uploaded again for another try; two items with other media or options in one run are two posts.
 */
export const SCHEDULE_ONCE: Once<PostToSchedule> = {
	key: ({ input: { username, postAt: at, ...rest }, tweets, stable, isComputed, isPreview }) =>
		isPreview
			? undefined
			: {
					identity: [username.toLowerCase(), tweets.map(({ text }) => asKept(text))],
					namesAccount: true,
					at,
					isComputed,
					inRetry: { stable, values: [username, ...tweets.map(({ text }) => text)] },
					details: { media: tweets.map(({ files }) => files.map(asMatched)), ...rest },
				},
	withTime: (post, at) => ({
		...post,
		input: { ...post.input, postAt: at },
		readablePostAt: readableTime(at, post.timezone),
		// It was, when the earlier execution began it.
		isOfThisMoment: false,
		hasClockSeconds: false,
	}),
	withBegunValues: (post, [username = post.input.username, ...texts]) => ({
		...post,
		input: { ...post.input, username },
		tweets: withTexts(post.tweets, texts),
	}),
	validateNew: ({ input, timezone, duplicateCheck, tweets }, item) => {
		const unreadable = tweets.find(({ text }) => text.includes(INVALID_DATE_TIME));
		if (unreadable !== undefined && isRetry(item.functions) && !mayBeMeant(item.functions))
			return unreadableDate(item.functions, unreadable.places.text);
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
		isOfClock: (post) => post.isOfClock,
		timeAt: (post, nowMs) => post.timeAt(nowMs),
		warningIfOtherTime: ({ readablePostAt }, changed) => [
			`This post was scheduled before, for ${readablePostAt}, and stays at that time. This item now has ${changed.readablePostAt}. To move the post, use Reschedule. If it is meant to be another one, schedule it in a new execution, with a text of its own.`,
		],
		warningIfRewritten: ({ readablePostAt }) => [
			`This item was scheduled before, for ${readablePostAt}, and its post stays as it is: its account or a text is another one by now, and that was not sent. If it is to be sent as well, do that in a new execution, with this item alone.`,
		],
		warningIfNotAt: ({ readablePostAt, timezone }, tried) => [
			`This is the post for ${readablePostAt}, which another execution may have scheduled. This item had ${tried.map((at) => readableTime(at, timezone)).join(', and ')} before: no look has shown the post at that time, and it was not sent for it now.`,
		],
		warningIfEqual: (item, { readablePostAt }, changed) => [
			`Item ${item} is the same post, scheduled for ${readablePostAt}: this one${changed === undefined ? '' : `, for ${changed.readablePostAt},`} was not sent. If it is meant to be another post, look for an expression that gives all items the same value, such as .first() in place of .item, and schedule it alone in a new execution.`,
		],
		warningIfBefore: ({ input, timezone, readablePostAt }) =>
			isDraft(input) || passedPostAt(input.postAt, timezone, Date.now()) === undefined
				? []
				: [
						`This post was scheduled before, for ${readablePostAt}, which has passed: it was not sent again. If the platform has refused it, and no part of it is out, give it another time with Reschedule.`,
					],
		warningIfNear: (item, isSame) => [
			`Item ${item} is the same post for nearly the same time${isSame ? ', and this item has got its post. If this one is meant to be another post, schedule it in a new execution, with a text of its own' : ', and both are in the service. If one is enough, delete the other one'}. Look for an expression that gives all items the same value, such as .first() in place of .item; to run the node for one item only, turn on "Execute Once" in its settings.`,
		],
		refuse: refuseDeleted,
		conflict: ({ functions }) => scheduledOtherwise(functions),
		lookUp: {
			when: (post) => post.duplicateCheck,
			howToLook: 'set "Duplicate Check" to "When in Doubt"',
			sameTimeMs: NEAR_TIME_MS,
			isOfThisMoment: (post) => post.isOfThisMoment,
			find: async (item, post, siblings, isShared, wasOtherwise) => {
				const wanted = wantedOf(post);
				// It may have been sent as a draft.
				const isDraft = wanted.isDraft || wasOtherwise;
				return await findPost(item, { ...wanted, isDraft }, siblings, isShared ? MAX_AGE_MS[post.duplicateCheck] : 0);
			},
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

function scheduledOtherwise(functions: IExecutePaginationFunctions): InvalidInput {
	// The calls of a sub-workflow know each other, and may each have uploaded a file.
	const isCalled = idOfCaller(functions) !== undefined;
	const asAnother = isTool(functions) ? 'change a text' : 'schedule it in a new execution, with a text of its own';
	return {
		field: 'Thread',
		problem: `was scheduled before, in this execution or in the one that you retry${isCalled ? ', or by another call of this workflow' : ''}, but with other media or options`,
		advice: `It was not sent, because it may be the same post. ${isCalled ? 'A file that each call uploads has another ID each time: if it is the same post, leave it out.' : 'To get its result, set its media and options again.'} If it is meant to be another one, ${asAnother}. A draft that was saved before goes out by "Publish Now", or if you schedule it in the service.`,
	};
}

/** "Always" looks for posts that are still to come, and n8n stores nothing of an execution that crashed. */
const SEARCH_FIRST =
	'An earlier execution may have posted this item, and the others that are left: search the service for all of them first. If none is there, choose a time in the future. Else send only the missing ones in a new execution, and do not retry this one.';

/** A model that gives a time that has passed is mistaken as a rule. It knows of its calls, and not of executions. */
const FOR_AGENT =
	'Choose a time in the future, unless an earlier call, also one without an answer, may have posted it.';

const MEDIA_NOT_COMPARED =
	'A look found this post, and did not compare its media. If another execution has scheduled it with other media, those of this item are not posted: look at it in the service.';
