/** Posts that are scheduled at the service by its API, and its clock. */
import { request } from 'graphql-request';
import { SandboxClient } from '../../../../scripts/lib/sandbox-client';
import { FIRST_KEYS } from '../../../../sandbox/store/keys';
import { sandboxUrl, stateOfService } from '../../support/service';

export const service = new SandboxClient(sandboxUrl);

const HOUR_MS = 60 * 60_000;
const DOCUMENT = `mutation ($input: ScheduleTweetInput!) { scheduleTweet(input: $input) { post { id } } }`;

/** Schedules a post an hour from now, by the service's clock, and gives its id. */
export async function schedule(username: string): Promise<string> {
	const postAt = new Date(Date.parse((await stateOfService()).now) + HOUR_MS).toISOString();
	const input = { username, postAt, thread: [{ text: 'Hello', order: 0 }] };
	const { scheduleTweet } = await request<{ scheduleTweet: { post: { id: string } } }>(
		`${sandboxUrl}/gql`,
		DOCUMENT,
		{ input },
		{ authorization: `Bearer ${FIRST_KEYS.paid}` },
	);
	return scheduleTweet.post.id;
}

/** Moves the clock on, so that all that is scheduled so far becomes due. */
export async function letPass(): Promise<void> {
	await service.advance(2 * HOUR_MS);
}
