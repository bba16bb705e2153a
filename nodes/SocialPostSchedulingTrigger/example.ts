import type { Platform } from '../SocialPostScheduling/resources/platform';
import { MAX_PAGE_SIZE, postsIn, type StateArguments } from '../SocialPostScheduling/resources/post/list';
import type { Post } from '../SocialPostScheduling/resources/post/post';
import { SOCIAL_ACCOUNTS } from '../SocialPostScheduling/resources/socialAccount/accounts';
import type { Connection } from '../SocialPostScheduling/transport/connection';
import { callService } from '../SocialPostScheduling/transport/graphql';
import { err, ok, type Result } from '../SocialPostScheduling/utils/result';
import { disconnected, eventOf, type EventName, type TriggerEvent } from './events';
import type { PollFailure } from './poll';
import { triedPosts } from './requests';
import type { Settings } from './settings';

/** The latest event of what the trigger listens to, whether it was given or not; undefined where there is none. */
export async function findExample(
	connection: Connection,
	settings: Settings,
): Promise<Result<TriggerEvent | undefined, PollFailure>> {
	const found: TriggerEvent[] = [];
	for (const platform of settings.platforms) {
		const outcome = await firstAndLastPosts(connection, platform, settings);
		if (!outcome.ok) return outcome;
		for (const post of outcome.value) {
			const event = eventOf(post, Date.now());
			if (event !== undefined && settings.events.has(event.event)) found.push(event);
		}
	}
	const latest = found.sort((one, other) => Date.parse(other.occurredAt) - Date.parse(one.occurredAt))[0];
	return latest === undefined && settings.events.has('accountDisconnected')
		? await findAccount(connection, settings)
		: ok(latest);
}

/** Which posts are asked for: those that may be events of the trigger. */
const wantedOf = (events: ReadonlySet<EventName>): StateArguments['submissionType'] => {
	if (!events.has('postSubmitted')) return 'FAILED';
	return events.has('postFailed') ? 'ATTEMPTED' : 'SUBMITTED';
};

/** The posts at both ends of the list, by two requests at most: whether its first or its last ones are the latest is not stated. */
async function firstAndLastPosts(
	connection: Connection,
	platform: Platform,
	{ events, accounts }: Settings,
): Promise<Result<Post[], PollFailure>> {
	const variables = accounts === undefined ? {} : { socialAccountIds: [...accounts] };
	const request = triedPosts(platform, variables, wantedOf(events));
	const first = await callService(connection, request, { ...variables, page: 1, limit: MAX_PAGE_SIZE });
	if (!first.ok) return err({ request, failure: first.error });
	const { total, entries, size } = first.value;
	if (total === null || size === 0 || total <= size) return ok(postsIn(entries));
	// Pages of the same size, so that the last one is not nearly empty.
	const pages = Math.ceil(total / size);
	const limit = Math.ceil(total / pages);
	const last = await callService(connection, request, { ...variables, page: Math.ceil(total / limit), limit });
	return last.ok ? ok(postsIn([...entries, ...last.value.entries])) : err({ request, failure: last.error });
}

/** An account that is disconnected. */
async function findAccount(
	connection: Connection,
	{ accounts }: Settings,
): Promise<Result<TriggerEvent | undefined, PollFailure>> {
	const outcome = await callService(connection, SOCIAL_ACCOUNTS, {});
	if (!outcome.ok) return err({ request: SOCIAL_ACCOUNTS, failure: outcome.error });
	const account = outcome.value.find(
		({ id, isConnected }) => isConnected === false && (accounts === undefined || accounts.includes(id)),
	);
	return ok(account && disconnected(account, Date.now()));
}
