import type { AccountName } from '../store/accounts';
import { firstPostAt } from '../store/posts';
import type { Post } from '../store/posts';
import type { World } from '../world';
import { renderBudgets, renderSocialAccounts } from './account';
import { renderFaults } from './faults';
import { findPosts, shownState } from './find';
import type { PostFilter } from './find';
import { html } from './html';
import { renderLibrary } from './library';
import { renderPosts } from './posts';
import { renderRequests, renderSessions } from './requests';
import { clockTime, dayOf, readableTime } from './texts';

/** How many posts the calendar shows. */
const MOST_EVENTS = 500;

/** A post in the calendar. */
export interface CalendarEvent {
	readonly id: string;
	readonly title: string;
	readonly start: string;
	readonly classNames: readonly string[];
}

/** The parts of the page that change. The page's script puts each where it belongs when it differs from what is there. */
export interface PageContent {
	/** Markup by the id of the element that holds it. */
	readonly sections: Readonly<Record<string, string>>;
	/** The day that the calendar marks. */
	readonly today: string;
	readonly events: readonly CalendarEvent[];
}

/** What the page shows of an account now. */
export function pageContent(world: World, name: AccountName, filter: PostFilter): PageContent {
	world.publish();
	const account = world.accounts[name];
	const posts = findPosts(account, filter);
	return {
		sections: {
			clock: html`${readableTime(new Date(world.now()))}${world.clock.frozen ? ' (stopped)' : ''}`.markup,
			budgets: renderBudgets(account, world.now()).markup,
			library: renderLibrary(account).markup,
			'library-count': String(account.library.length),
			posts: renderPosts(posts, account).markup,
			'posts-count': String(posts.length),
			plan: `${account.plan} plan`,
			faults: renderFaults(world).markup,
			requests: renderRequests(world).markup,
			'requests-count': String(world.log.entries.length),
			sessions: renderSessions(world, name).markup,
			accounts: renderSocialAccounts(account).markup,
		},
		today: dayOf(new Date(world.now())),
		events: calendarEvents(posts),
	};
}

function calendarEvents(posts: readonly Post[]): CalendarEvent[] {
	return posts.slice(0, MOST_EVENTS).map((post) => {
		const { id, socialAccount, submissions } = post;
		const postAt = firstPostAt(post);
		return {
			id,
			title: `${clockTime(postAt)} ${isolated(`@${socialAccount.username}`)}: ${isolated(submissions[0]?.text ?? '')}`,
			start: postAt.toISOString(),
			classNames: ['event', shownState(post).toLowerCase()],
		};
	});
}

/** Keeps the direction of a text to itself where there is no markup: what the element `bdi` does elsewhere. */
function isolated(text: string): string {
	return `\u2068${text}\u2069`;
}
