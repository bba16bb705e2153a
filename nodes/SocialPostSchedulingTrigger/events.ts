import type { IDataObject } from 'n8n-workflow';
import type { SocialAccount } from '../SocialPostScheduling/resources/socialAccount/accounts';
import { simplified } from '../SocialPostScheduling/resources/post/output';
import type { Post, Submission } from '../SocialPostScheduling/resources/post/post';
import { earlierMarks, failureMarks, type Mark, submittedMark } from './marks';

/** What a trigger can be started by. */
export const EVENTS = [
	{
		name: 'Account Disconnected',
		value: 'accountDisconnected',
		description: 'A social account must be connected again',
	},
	{
		name: 'Post Failed',
		value: 'postFailed',
		description: 'A post, or a part of a thread, was not taken by the platform',
	},
	{ name: 'Post Submitted', value: 'postSubmitted', description: 'A post, or the last part of a thread, is out' },
] as const;

export type EventName = (typeof EVENTS)[number]['value'];

/** Something that happened. */
export interface TriggerEvent {
	readonly event: EventName;
	/** ISO 8601, as the service writes it. */
	readonly occurredAt: string;
	readonly platform: string | null;
	readonly account: IDataObject;
	readonly post?: IDataObject;
}

/** An event of a post, with what tells it from all others. */
interface PostEvent extends TriggerEvent {
	/** The same for the same event, in every poll. */
	readonly marks: readonly Mark[];
	/** What tells it from what the parts may have been before that are none of it. */
	readonly earlier: readonly Mark[];
	/** When it happened, in milliseconds since 1970; the time of its last part where the service does not say it, NaN where that has none. */
	readonly at: number;
}

/**
 * How long a post that is out may be without an address, in milliseconds. Some platforms give it a moment later; one that never
 * does must not keep the event back for ever.
 */
const MAX_WAIT_FOR_URL_MS = 60 * 60_000;

/** How a post is looked at. */
interface Look {
	/** Milliseconds since 1970: failures of parts before that are none of the trigger's. */
	readonly from?: number;
	/** Whether a post is out also as long as it has no address. */
	readonly withoutUrl?: boolean;
}

/**
 * The event that a post is at the moment: it is out when all its parts are, with their addresses; it has failed when one part has.
 * A post that is still on its way is none.
 *
 * @param now milliseconds since 1970, by the clock of the service
 */
export function eventOf(post: Post, now: number, { from, withoutUrl = false }: Look = {}): PostEvent | undefined {
	const { submissions } = post;
	if (submissions.length === 0) return undefined;
	if (submissions.some(({ result, error }) => result === null && error !== null)) {
		const marks = failureMarks(post, now, from);
		const dates = submissions.map(({ error }) => error?.dateFailed);
		return marks.length === 0 ? undefined : asEvent('postFailed', post, dates, now, marks, earlierMarks(post));
	}
	return submissions.every((submission) => isOut(submission, now, withoutUrl))
		? asEvent('postSubmitted', post, submissions.map(dateSubmitted), now, [submittedMark(post)])
		: undefined;
}

const dateSubmitted = ({ result }: Submission): string | null => result?.dateSubmitted ?? null;

function isOut({ result, postAt }: Submission, now: number, withoutUrl: boolean): boolean {
	if (result === null) return false;
	if (withoutUrl || result.url !== null) return true;
	const since = Date.parse(result.dateSubmitted ?? postAt ?? '');
	return Number.isNaN(since) || now - since > MAX_WAIT_FOR_URL_MS;
}

/** A time in ISO 8601, if there is one. */
type Time = string | null | undefined;

/** The latest of some times, in milliseconds since 1970; NaN where there is none. */
function lastOf(times: readonly Time[]): number {
	const moments = times.map((time) => Date.parse(time ?? '')).filter((moment) => !Number.isNaN(moment));
	return moments.length === 0 ? Number.NaN : moments.reduce((one, other) => Math.max(one, other));
}

function asEvent(
	event: EventName,
	post: Post,
	dates: readonly Time[],
	now: number,
	marks: readonly Mark[],
	earlier: readonly Mark[] = [],
): PostEvent {
	const stated = lastOf(dates);
	const isStated = !Number.isNaN(stated);
	return {
		marks,
		earlier,
		at: isStated ? stated : lastOf(post.submissions.map(({ postAt }) => postAt)),
		event,
		occurredAt: new Date(isStated ? stated : now).toISOString(),
		platform: post.platform,
		account: { id: post.socialAccount?.id ?? null, username: post.socialAccount?.username ?? null },
		post: simplified(post),
	};
}

/** @param now milliseconds since 1970, by the clock of the service */
export const disconnected = (account: SocialAccount, now: number): TriggerEvent => ({
	event: 'accountDisconnected',
	occurredAt: new Date(now).toISOString(),
	platform: account.platform,
	account,
});

/** An event as an item of the output. */
export const toItem = ({ event, occurredAt, platform, account, post }: TriggerEvent): IDataObject => ({
	event,
	occurredAt,
	platform,
	account,
	...(post !== undefined && { post }),
});
