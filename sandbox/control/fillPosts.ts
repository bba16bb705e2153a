import type { Account } from '../store/accounts';
import type { SocialPlatform } from '../store/platforms';
import type { Outcome, Post, PostState, Submission } from '../store/posts';
import { failed, submitted } from '../store/publisher';
import { socialAccountOf } from '../store/socialAccounts';
import type { World } from '../world';

/** Which posts are added to an account. */
export interface PostFilling {
	readonly platform: SocialPlatform;
	readonly state: PostState;
	/** How many. */
	readonly posts: number;
}

/** The account that they are for where none of the platform is connected. */
const OTHER_HANDLE = 'my_brand';

/** They lie this far apart, in milliseconds: back from now where they are done, else from now on. */
const APART_MS = 60 * 1000;

/** Adds posts named "Post 1" and so on; `PARTLY` are threads of two, of which the second failed. */
export function fillPosts(world: World, account: Account, filling: PostFilling): void {
	for (let count = 1; count <= filling.posts; count += 1) account.posts.push(newPost(world, account, filling, count));
}

function newPost(world: World, account: Account, { platform, state }: PostFilling, count: number): Post {
	const desk = world.publishingDesk();
	const isDone = state !== 'DRAFT' && state !== 'SCHEDULED';
	const postAt = new Date(desk.now + (isDone ? -count : count) * APART_MS);
	const connected = account.socialAccounts.find((candidate) => candidate.platform === platform);
	const { username = OTHER_HANDLE } = connected ?? {};
	const result = (submission: Submission): Outcome => ({ result: submitted(username, submission, postAt, desk) });
	const error = (): Outcome => ({ error: failed('ACCOUNT_REJECTED', postAt, desk) });
	const outcomes: ReadonlyArray<((submission: Submission) => Outcome) | undefined> = {
		DRAFT: [undefined],
		SCHEDULED: [undefined],
		SUBMITTED: [result],
		PARTLY: [result, error],
		FAILED: [error],
	}[state];
	return {
		id: world.nextId('post'),
		platform,
		socialAccount: socialAccountOf(account.socialAccounts, platform, username),
		publishingStatus: state === 'DRAFT' ? 'DRAFT' : 'READY_TO_PUBLISH',
		dateCreated: new Date(desk.now),
		submissions: outcomes.map((outcomeOf, order) => {
			const submission = { id: world.nextId('submission'), text: `Post ${count}`, order, media: [], postAt };
			return { ...submission, outcome: outcomeOf?.(submission) };
		}),
	};
}
