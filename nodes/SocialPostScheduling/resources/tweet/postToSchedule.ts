import type { IExecutePaginationFunctions } from 'n8n-workflow';
import type { LookUpTime } from '../../execution/operation';
import { type ClockPart, clockPartOf, type ComputedTime, isOfClock, readsClock, timeAt } from '../../execution/clock';
import { hasChance } from '../../execution/stableValues';
import type { JsonRecord } from '../../utils/json';
import { err, type InvalidInput, ok, type Result } from '../../utils/result';
import { isExpression } from '../../utils/values';
import { checkAccount } from '../../validation/account';
import { readCollection, readSwitch } from '../../validation/parameters';
import { checkPostAt, passedPostAt } from '../../validation/postAt';
import { readableTime } from '../../validation/time';
import { checkPostTags } from '../postTags';
import { checkCharacterLimit, checkTweets } from './checkTweets';
import { checkDuplicateCheck } from './duplicateCheck';
import { stablePost } from './stablePost';
import { options, previewOnly, saveAsDraft } from './fields';
import type { Tweet, TweetInput } from './thread';

/** `ScheduleTweetInput` (service API, section 2); the last two are in public descriptions of the service (public reference, section 7). */
interface ScheduleTweetInput {
	username: string;
	postAt: string;
	thread: TweetInput[];
	postTags?: string[];
	publishingStatus?: 'DRAFT';
}

/** A post as an item asks for it. */
export interface PostToSchedule extends ClockPart {
	/** All of the input but the thread. */
	readonly input: Omit<ScheduleTweetInput, 'thread'>;
	readonly tweets: readonly Tweet[];
	/** The numbers of the tweets of its text that are left out because they are empty, the first is 1. */
	readonly emptyTweets: readonly number[];
	/** The time as a person reads it. */
	readonly readablePostAt: string;
	/** Whether an expression gave the time: it may be another one whenever n8n evaluates it. */
	readonly isComputed: boolean;
	/** Whether that reads the clock, also where it has given the time of a table. */
	readonly readsClock: boolean;
	/** Whether the time comes from the clock. */
	readonly isOfClock: boolean;
	/** What the expression gives where the clock shows another moment; both in milliseconds since 1970. */
	readonly timeAt: (nowMs: number) => number | undefined;
	/** What its account and texts are in a retry as well, by `stablePost`. */
	readonly stable: readonly unknown[] | undefined;
	/** The workflow's, an IANA name. */
	readonly timezone: string;
	/** Whether it is only shown, and not sent. */
	readonly isPreview: boolean;
	/** What a tweet of the account may have, in characters as X counts them. */
	readonly characterLimit: number;
	/** When it is looked up whether the account has it already. */
	readonly duplicateCheck: LookUpTime;
}

/** Reads and checks the parameters of a post. Nothing is sent. */
export async function checkPostToSchedule(
	functions: IExecutePaginationFunctions,
): Promise<Result<PostToSchedule, InvalidInput>> {
	const username = checkAccount(functions.getNodeParameter('username', '', { extractValue: true }));
	if (!username.ok) return username;
	const timezone = functions.getTimezone();
	const time = checkPostAt(functions.getNodeParameter('postAt', ''), timezone);
	if (!time.ok) return time;
	const computed: ComputedTime = {
		written: functions.getNode().parameters.postAt,
		given: Date.parse(time.value),
		read: (given) => {
			const read = checkPostAt(given, timezone);
			return read.ok ? Date.parse(read.value) : undefined;
		},
	};
	// At once: its own time has been evaluated just now.
	const ofClock = { isOfClock: isOfClock(functions, computed), ...clockPartOf(functions, computed) };
	const written = readCollection(functions.getNodeParameter(options.name, {}), options);
	if (!written.ok) return written;
	const settings = checkOptions(written.value);
	if (!settings.ok) return settings;
	const thread = await checkTweets(functions, written.value, settings.value.characterLimit);
	if (!thread.ok) return thread;
	const duplicateCheck = checkDuplicateCheck(written.value);
	if (!duplicateCheck.ok) return duplicateCheck;
	const { isPreview, characterLimit, ...rest } = settings.value;
	const passed = isPreview ? passedPostAt(time.value, timezone, Date.now()) : undefined;
	if (passed !== undefined) return err(passed);
	return ok({
		input: { username: username.value, postAt: time.value, ...rest },
		isPreview,
		characterLimit,
		...thread.value,
		readablePostAt: readableTime(time.value, timezone),
		isComputed: isExpression(computed.written),
		readsClock: readsClock(computed.written),
		...ofClock,
		timeAt: hasChance(computed.written) ? () => undefined : timeAt(functions, computed),
		stable: stablePost(functions),
		timezone,
		duplicateCheck: duplicateCheck.value,
	});
}

function checkOptions(
	written: JsonRecord,
): Result<
	Pick<ScheduleTweetInput, 'postTags' | 'publishingStatus'> & Pick<PostToSchedule, 'isPreview' | 'characterLimit'>,
	InvalidInput
> {
	const postTags = checkPostTags(written.postTagIds);
	if (!postTags.ok) return postTags;
	const isDraft = readSwitch(written, saveAsDraft.name, saveAsDraft.displayName);
	if (!isDraft.ok) return isDraft;
	const isPreview = readSwitch(written, previewOnly.name, previewOnly.displayName);
	if (!isPreview.ok) return isPreview;
	const characterLimit = checkCharacterLimit(written);
	if (!characterLimit.ok) return characterLimit;
	return ok({
		isPreview: isPreview.value,
		characterLimit: characterLimit.value,
		...(postTags.value !== undefined && { postTags: postTags.value }),
		...(isDraft.value && { publishingStatus: 'DRAFT' }),
	});
}
