/** Posts as the tests schedule them: what the panel is set to, the items, and what the service then holds. */
import { DateTime } from 'luxon';
import type { INode, INodeExecutionData } from 'n8n-workflow';
import type { Sandbox } from '../../sandbox/server';

/** A time tomorrow, as the node gives it back. */
export const POST_AT = DateTime.utc().plus({ days: 1 }).startOf('hour').toISO({ suppressMilliseconds: true });

/** How an error begins that leaves it open whether a post is scheduled. */
export const IN_DOUBT = /^The thread may have been scheduled: /;

/** How an error begins of a post that is not sent, because the service did not show its posts. */
export const NOT_SEEN = /^The thread was not scheduled, because "Duplicate Check" could not look it up: /;

/** Parameters of Schedule for one tweet; by default each item brings its text. */
export const scheduleParameters = (text = '={{ $json.text }}'): INode['parameters'] => ({
	resource: 'tweet',
	operation: 'schedule',
	username: { __rl: true, mode: 'name', value: 'my_brand' },
	postAt: POST_AT,
	specifyThread: 'tweets',
	thread: { tweet: [{ text }] },
});

/** A post in the field "Post". */
export const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** Parameters of an operation on one post of X, by its ID. */
export const postParameters = (operation: string, id: string, more: INode['parameters'] = {}): INode['parameters'] => ({
	resource: 'post',
	operation,
	postId: byId(id),
	...more,
});

/** An item for each text. */
export const texts = (...words: string[]): INodeExecutionData[] => words.map((text) => ({ json: { text } }));

/** The texts of the scheduled posts; those of a thread stand in one line. */
export const scheduledTexts = (sandbox: Sandbox): string[] =>
	sandbox.state().posts.map(({ submissions }) => submissions.map(({ text }) => text).join(' / '));

/** The service schedules posts, and its lists do not show them: as one that is slow with them. */
export const hidePosts = (sandbox: Sandbox, times: number | 'always' = 'always', nth = 1): void =>
	sandbox.control.addFault({
		on: 'twitterSubmissions',
		nth,
		times,
		fault: { kind: 'body', json: { data: { twitterSubmissions: { total: 0, objects: [] } } } },
	});

/** The service does not have the list by which posts are looked up. */
export const refuseLists = (sandbox: Sandbox, status = 200): void =>
	sandbox.control.addFault({
		on: 'twitterSubmissions',
		times: 'always',
		fault: {
			kind: 'status',
			status,
			body: { errors: [{ message: 'Cannot query field "twitterSubmissions" on type "Query".' }] },
		},
	});
