import type { INode } from 'n8n-workflow';
import { apiOf, type ScheduleInput } from '../sandbox/support/api';
import { runNode, type RunOptions } from './engine';
import { postParameters } from './posts';
import type { Service } from './service';

/** The post that is published where nothing else is said: the first one that the service has. */
export const ID = '2001';
/** How an error begins that leaves it open whether a post is out. */
export const IN_DOUBT = /^The post may have been published: /;
/** How an error begins of a post that is surely not out. */
export const NOT_DONE = /^The post was not published: /;

/** What the tests of Publish Now share: the node, its posts, and what becomes of them. */
export function publicationsOf(service: () => Service) {
	const control = () => service().sandbox.control;
	const options = (more: Partial<RunOptions> = {}): RunOptions => ({
		credential: service().credential,
		...more,
		parameters: postParameters('publishNow', ID, more.parameters),
	});
	return {
		control,
		options,
		publish: async (parameters?: INode['parameters'], more: Partial<RunOptions> = {}) =>
			await runNode(options({ ...more, ...(parameters && { parameters }) })),
		calls: () =>
			service()
				.sandbox.state()
				.log.filter(({ kind }) => kind === 'submitPlatformPost'),
		/** The states of the parts of each post. */
		states: () =>
			service()
				.sandbox.state()
				.posts.map(({ submissions }) => submissions.map(({ state }) => state).join(', ')),
		/** A thread of two tweets, scheduled by another client; gives its ID. */
		schedule: async (input: ScheduleInput = {}): Promise<string> => {
			const thread = ['One', 'Two'].map((text, order) => ({ text, order }));
			const { post } = await apiOf(service().sandbox).schedule({ username: 'my_brand', thread, ...input });
			return post?.id ?? '';
		},
	};
}
