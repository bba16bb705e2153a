import type { INode } from 'n8n-workflow';
import { runNode, type RunOptions } from './engine';
import { postParameters } from './posts';
import type { Service } from './service';

/** The post that is deleted where nothing else is said. */
export const ID = '2001';
export const PERMANENTLY = { options: { permanently: true } };
/** How an error begins that leaves it open whether a post is deleted. */
export const IN_DOUBT = /^The post may have been deleted: /;

/** Two scheduled posts of X, 2001 and 2002, before each test, and what becomes of them. */
export function deletionsOf(service: () => Service) {
	const control = () => service().sandbox.control;
	beforeEach(() => control().fillPosts({ platform: 'TWITTER', state: 'SCHEDULED', posts: 2 }));
	return {
		control,
		remove: async (parameters: INode['parameters'] = {}, more: Partial<RunOptions> = {}) =>
			await runNode({
				parameters: postParameters('delete', ID, parameters),
				credential: service().credential,
				...more,
			}),
		calls: () =>
			service()
				.sandbox.state()
				.log.filter(({ kind }) => kind === 'deletePlatformPost'),
		/** The posts at the service, and whether they are in the trash. */
		left: () =>
			service()
				.sandbox.state()
				.posts.map(({ id, dateDeleted }) => (dateDeleted === null ? id : `${id} in the trash`)),
	};
}
