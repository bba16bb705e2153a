import { postsIn } from '../SocialPostScheduling/resources/post/list';
import { SOCIAL_ACCOUNTS } from '../SocialPostScheduling/resources/socialAccount/accounts';
import type { Connection } from '../SocialPostScheduling/transport/connection';
import { callService } from '../SocialPostScheduling/transport/graphql';
import { err, ok, type Result } from '../SocialPostScheduling/utils/result';
import { disconnected, eventOf, type TriggerEvent } from './events';
import type { PollFailure } from './poll';
import { triedPosts } from './requests';
import type { Settings } from './settings';

/** How many posts are looked at for an example. */
const EXAMPLE_PAGE_SIZE = 25;

/** The latest event of what the trigger listens to, whether it was given or not; undefined where there is none. */
export async function findExample(
	connection: Connection,
	{ events, platforms, accounts }: Settings,
): Promise<Result<TriggerEvent | undefined, PollFailure>> {
	const variables = accounts === undefined ? {} : { socialAccountIds: [...accounts] };
	const found: TriggerEvent[] = [];
	for (const platform of platforms) {
		const request = triedPosts(platform, variables);
		const outcome = await callService(connection, request, { ...variables, page: 1, limit: EXAMPLE_PAGE_SIZE });
		if (!outcome.ok) return err({ request, failure: outcome.error });
		for (const post of postsIn(outcome.value.entries)) {
			const event = eventOf(post, Date.now());
			if (event !== undefined && events.has(event.event)) found.push(event);
		}
	}
	const latest = found.sort((one, other) => Date.parse(other.occurredAt) - Date.parse(one.occurredAt))[0];
	if (latest !== undefined || !events.has('accountDisconnected')) return ok(latest);
	const outcome = await callService(connection, SOCIAL_ACCOUNTS, {});
	if (!outcome.ok) return err({ request: SOCIAL_ACCOUNTS, failure: outcome.error });
	const watched = outcome.value.filter(({ id }) => accounts === undefined || accounts.includes(id));
	const account = watched.find(({ isConnected }) => isConnected === false) ?? watched[0];
	return ok(account && disconnected(account, Date.now()));
}
