import type { Service } from './service';

/** A post in the field "Post". */
export const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** Two scheduled posts of X, 2001 and 2002, before each test, and what becomes of them. */
export function deletionsOf(service: () => Service) {
	const control = () => service().sandbox.control;
	beforeEach(() => control().fillPosts({ platform: 'TWITTER', state: 'SCHEDULED', posts: 2 }));
	return {
		control,
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
