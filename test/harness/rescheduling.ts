import type { INode } from 'n8n-workflow';
import { runNode, type RunOptions } from './engine';
import { postParameters } from './posts';
import type { Service } from './service';

/** The post that is rescheduled where nothing else is said. */
export const ID = '2001';
/** The time that it gets, as the node gives it back, and as the service does. */
export const NEW_TIME = '2099-05-04T05:30:00Z';
export const STANDS = '2099-05-04T05:30:00.000Z';
/** How an error begins that leaves it open whether a post is moved. */
export const IN_DOUBT = /^The post may have been rescheduled: /;
/** How an error begins of a post that is surely not moved. */
export const NOT_DONE = /^The post was not rescheduled: /;

/** Two scheduled posts of X, 2001 and 2002, before each test, and what becomes of them. */
export function reschedulingOf(service: () => Service) {
	const control = () => service().sandbox.control;
	beforeEach(() => control().fillPosts({ platform: 'TWITTER', state: 'SCHEDULED', posts: 2 }));
	const posts = () => service().sandbox.state().posts;
	return {
		control,
		reschedule: async (parameters: INode['parameters'] = {}, more: Partial<RunOptions> = {}) =>
			await runNode({
				parameters: postParameters('reschedule', ID, { postAt: NEW_TIME, ...parameters }),
				credential: service().credential,
				...more,
			}),
		posts,
		calls: () =>
			service()
				.sandbox.state()
				.log.filter(({ kind }) => kind === 'reschedulePlatformPost'),
		/** The times at which the posts stand at the service. */
		times: () => posts().map(({ postAt }) => postAt),
	};
}
