import { collectPages } from '../SocialPostScheduling/execution/pages';
import type { Platform } from '../SocialPostScheduling/resources/platform';
import { MAX_PAGE_SIZE, postsIn } from '../SocialPostScheduling/resources/post/list';
import type { Post } from '../SocialPostScheduling/resources/post/post';
import { SOCIAL_ACCOUNTS } from '../SocialPostScheduling/resources/socialAccount/accounts';
import type { Connection } from '../SocialPostScheduling/transport/connection';
import { type Failure, isTrouble } from '../SocialPostScheduling/transport/failure';
import { callService } from '../SocialPostScheduling/transport/graphql';
import type { RequestInfo } from '../SocialPostScheduling/transport/request';
import { withServedAt } from '../SocialPostScheduling/transport/servedAt';
import { err, ok, type Result } from '../SocialPostScheduling/utils/result';
import { disconnected, eventOf, type TriggerEvent } from './events';
import { isNews } from './marks';
import type { PlatformProgress, Progress } from './progress';
import { triedPosts } from './requests';
import type { Settings } from './settings';
import { prune, SWEEP_MS, type Window, windowOf } from './window';

/** A request that failed. */
export interface PollFailure {
	readonly request: RequestInfo;
	readonly failure: Failure;
}

/** Failures that a later poll may not meet, beside those that say nothing of the request. */
const PASSING: ReadonlySet<Failure['kind']> = new Set(['rateLimited', 'unreachable']);

/** Failures of an address that is not the API, or not the one of this version. */
const LASTING: ReadonlySet<Failure['kind']> = new Set(['redirected', 'unexpectedResponse']);

/** Whether a later poll may succeed although nobody corrects anything. */
export const mayPass = (failure: Failure): boolean =>
	PASSING.has(failure.kind) || (isTrouble(failure) && !LASTING.has(failure.kind));

/** What came of a poll: the events that were not given yet, in their order, and what is known from now on. */
interface Polled {
	readonly events: readonly TriggerEvent[];
	readonly progress: Progress;
}

/**
 * Looks at everything that the trigger listens to. Where one request fails, nothing is given, and the next poll looks again.
 *
 * @param begunAt when the poll began, in milliseconds since 1970 by this machine's clock: what is new to the trigger begins then
 */
export async function poll(
	connection: Connection,
	settings: Settings,
	progress: Progress,
	begunAt: number,
): Promise<Result<Polled, PollFailure>> {
	const found: Array<readonly TriggerEvent[]> = [];
	const platforms: Record<string, PlatformProgress> = {};
	for (const platform of settings.platforms) {
		const outcome = await pollPlatform(connection, platform, settings, progress.platforms[platform], begunAt);
		if (!outcome.ok) return outcome;
		found.push(outcome.value.events);
		platforms[platform] = outcome.value.progress;
	}
	let { accounts } = progress;
	if (settings.events.has('accountDisconnected')) {
		const outcome = await pollAccounts(connection, settings, accounts);
		if (!outcome.ok) return outcome;
		found.push(outcome.value.events);
		accounts = outcome.value.accounts;
	} else {
		accounts = undefined;
	}
	return ok({
		events: found
			.flat()
			.filter(({ event }) => settings.events.has(event))
			.sort((one, other) => Date.parse(one.occurredAt) - Date.parse(other.occurredAt)),
		progress: { ...progress, platforms, accounts },
	});
}

/** A clock that is this far ahead of the service's would hide posts, in milliseconds. */
const MAX_CLOCK_AHEAD_MS = 30 * 60_000;

async function pollPlatform(
	connection: Connection,
	platform: Platform,
	settings: Settings,
	before: PlatformProgress | undefined,
	begunAt: number,
): Promise<Result<{ events: TriggerEvent[]; progress: PlatformProgress }, PollFailure>> {
	let window = windowOf(before, Date.now());
	let outcome = await readPosts(connection, platform, settings, window, begunAt);
	if (before === undefined && outcome.ok && Date.now() - outcome.value.servedAt > MAX_CLOCK_AHEAD_MS) {
		window = { ...window, from: outcome.value.servedAt - SWEEP_MS };
		outcome = await readPosts(connection, platform, settings, window, begunAt);
	}
	if (!outcome.ok) return outcome;
	const { posts, servedAt, isBusy, hasFewer } = outcome.value;
	const isFirst = before === undefined;
	const beganAt = isFirst ? outcome.value.begunAt : before.beganAt;
	const known: Record<string, number> = { ...before?.known };
	const events: TriggerEvent[] = [];
	// A response with a wrong time must not make the trigger forget what the next poll sees again.
	const seenAt = Math.max(servedAt, window.from);
	for (const post of posts) {
		// What was there when the trigger began is none of its events, nor is its address that comes later.
		const event = eventOf(post, servedAt, { from: window.from, withoutUrl: isFirst });
		if (event === undefined) continue;
		const isOld = event.at <= (beganAt ?? Number.NEGATIVE_INFINITY) || (isFirst && Number.isNaN(event.at));
		// What has happened since then waits for its address, as in the polls to come.
		if (isFirst && !isOld && eventOf(post, servedAt, { from: window.from }) === undefined) continue;
		if (!isOld && isNews(event.marks, event.earlier, known)) events.push(event);
		for (const key of event.marks.flatMap(({ keys }) => keys)) known[key] = seenAt;
	}
	// The others may come a moment later. Where the next list has fewer as well, it is how the service counts.
	if (before !== undefined && hasFewer && !before.hasFewer) {
		return ok({ events, progress: { ...before, hasFewer, known } });
	}
	const keepsBegin = beganAt !== undefined && (!isFirst || hasFewer);
	return ok({
		events,
		progress: {
			hasFewer,
			...(keepsBegin && { beganAt }),
			checkedUntil: servedAt,
			sweptAt: window.isSweep ? servedAt : (before?.sweptAt ?? servedAt),
			sweptFrom: window.isSweep ? window.from : (before?.sweptFrom ?? window.from),
			isBusy: window.isSweep ? isBusy : true,
			known: window.isSweep ? prune(known, window.from) : known,
		},
	});
}

/**
 * How many requests a poll sends for the posts of a platform at most. With 100 posts each, far more than anybody schedules: a list that
 * goes on is one without an end.
 */
const MAX_REQUESTS = 200;

interface PostsRead {
	readonly posts: readonly Post[];
	/** When the first page was served. */
	readonly servedAt: number;
	/** When the poll began, by the clock of the service. */
	readonly begunAt: number;
	readonly isBusy: boolean;
	/** Whether the list counts more entries than it has. */
	readonly hasFewer: boolean;
}

/** `Date` of a response has whole seconds. */
const DATE_RESOLUTION_MS = 1000;

/**
 * When a poll began, by the clock of the service. Where a response has a time between those of its request and of its end, the two clocks
 * are the same. Else the time since then counts: `Date` is that of the end where the service has taken long for the list.
 *
 * @param begunAt by this machine's clock, as the two others
 * @param servedAt by the clock of the service
 */
export function begunByService(begunAt: number, sentAt: number, servedAt: number, receivedAt: number): number {
	const isSameClock = servedAt > sentAt - DATE_RESOLUTION_MS && servedAt <= receivedAt;
	// What comes in the last second that `Date` has is from before.
	return isSameClock ? begunAt : servedAt + DATE_RESOLUTION_MS - (receivedAt - begunAt);
}

/**
 * The posts whose time is in the window, or later, and that were tried.
 *
 * @param begunAt when the poll began, by this machine's clock
 */
async function readPosts(
	connection: Connection,
	platform: Platform,
	{ accounts }: Settings,
	{ from }: Window,
	begunAt: number,
): Promise<Result<PostsRead, PollFailure>> {
	const variables = {
		startDate: new Date(from).toISOString(),
		...(accounts !== undefined && { socialAccountIds: [...accounts] }),
	};
	const request = withServedAt(triedPosts(platform, variables));
	let served = { at: begunAt, begunAt };
	let requests = 0;
	const outcome = await collectPages(
		async (page) => {
			if (requests === MAX_REQUESTS) return err({ kind: 'unexpectedResponse', missing: 'end of the list of posts' });
			const sentAt = Date.now();
			const response = await callService(connection, request, { ...variables, ...page });
			if (!response.ok) return response;
			const { servedAt: at } = response.value;
			if (requests === 0) served = { at, begunAt: begunByService(begunAt, sentAt, at, Date.now()) };
			requests += 1;
			return ok(response.value.value);
		},
		{ limit: Number.POSITIVE_INFINITY, pageSize: MAX_PAGE_SIZE },
		postsIn,
	);
	if (!outcome.ok) return err({ request, failure: outcome.error });
	const { results, size, total } = outcome.value;
	return ok({
		posts: results,
		servedAt: served.at,
		begunAt: served.begunAt,
		isBusy: requests > 1,
		hasFewer: size < (total ?? 0),
	});
}

async function pollAccounts(
	connection: Connection,
	{ accounts: wanted }: Settings,
	before: Progress['accounts'],
): Promise<Result<{ events: TriggerEvent[]; accounts: Record<string, boolean> }, PollFailure>> {
	const request = withServedAt(SOCIAL_ACCOUNTS);
	const outcome = await callService(connection, request, {});
	if (!outcome.ok) return err({ request, failure: outcome.error });
	const { value, servedAt } = outcome.value;
	const watched = value.filter(({ id }) => wanted === undefined || wanted.includes(id));
	return ok({
		events: watched
			.filter(({ id, isConnected }) => isConnected === false && before?.[id] === true)
			.map((account) => disconnected(account, servedAt)),
		// An account that a list leaves out, and one of which the service does not say it, are as they were.
		accounts: {
			...before,
			...Object.fromEntries(watched.map(({ id, isConnected }) => [id, isConnected ?? before?.[id] ?? true])),
		},
	});
}
