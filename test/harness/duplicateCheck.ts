/** What the tests of "Duplicate Check" share: the node with the option, the faults that leave a post in doubt, what the service then has. */
import type { INode } from 'n8n-workflow';
import type { RunOptions } from './engine';
import { hidePosts, POST_AT, refuseLists, scheduleParameters, texts } from './posts';
import type { Service } from './service';

/** What an error says of a post that two looks did not find. */
export const IS_SAFE =
	/^Two looks at the posts of that day, 10 seconds apart, did not find it\. Wait some minutes, as a slow service may still be working on it\. Then use "Retry" in the list of executions: it looks once more before it sends\. That is safe if no other execution sends the post, and nothing changes it in the service before that\./;

/** The first post of the service, as the output has it where it was not sent again. */
export const FOUND = {
	success: true,
	username: 'my_brand',
	postAt: POST_AT,
	alreadyScheduled: true,
	post: { id: '2001' },
};

type Check = 'always' | 'never' | 'whenInDoubt';

export function duplicateCheckOf(service: () => Service) {
	const options = (
		check?: Check,
		more: Partial<RunOptions> & { parameters?: INode['parameters'] } = {},
	): RunOptions => ({
		items: texts('a'),
		credential: service().credential,
		...more,
		parameters: {
			...scheduleParameters(),
			...(check !== undefined && { options: { duplicateCheck: check } }),
			...more.parameters,
		},
	});

	/** The texts of the posts that are not in the trash. */
	const posts = () =>
		service()
			.sandbox.state()
			.posts.filter(({ dateDeleted }) => dateDeleted === null)
			.map(({ submissions }) => submissions.map(({ text }) => text).join(' / '));
	const calls = (kind: string) =>
		service()
			.sandbox.state()
			.log.filter((entry) => entry.kind === kind).length;
	/** How many posts were sent, how many pages of the list were read, and how many posts were moved to the trash. */
	const requests = () => [calls('scheduleTweet'), calls('twitterSubmissions'), calls('deletePlatformPost')];
	/** The call is carried out, and its response is lost. */
	const lose = (nth = 1) =>
		service().sandbox.control.addFault({ on: 'scheduleTweet', nth, fault: { kind: 'reset', when: 'after' } });
	/** The call is lost on its way. */
	const loseBefore = (nth = 1) =>
		service().sandbox.control.addFault({ on: 'scheduleTweet', nth, fault: { kind: 'reset', when: 'before' } });
	/** The next lists show nothing. */
	const hide = (times: number, nth = 1) => hidePosts(service().sandbox, times, nth);
	/** The next lists count one post, and show none. */
	const showFewer = (times: number | 'always') =>
		service().sandbox.control.addFault({
			on: 'twitterSubmissions',
			times,
			fault: { kind: 'body', json: { data: { twitterSubmissions: { total: 1, objects: [] } } } },
		});
	const failLists = (status: number, nth = 1) =>
		service().sandbox.control.addFault({
			on: 'twitterSubmissions',
			nth,
			times: 'always',
			fault: { kind: 'status', status },
		});
	const withoutLists = () => refuseLists(service().sandbox, 400);

	return { options, posts, calls, requests, lose, loseBefore, hide, showFewer, failLists, withoutLists };
}
