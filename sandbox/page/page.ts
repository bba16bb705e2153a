import { ACCOUNT_NAMES } from '../store/accounts';
import type { Account, AccountName } from '../store/accounts';
import { firstPostAt, postStateOf } from '../store/posts';
import type { World } from '../world';
import { FAVICON_PATH } from './favicon';
import { html } from './html';
import { clockTime, readableTime, renderBudgets, renderLibrary, renderPosts } from './sections';

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
	readonly events: readonly CalendarEvent[];
}

/** Accounts whose page can be looked at. */
export const SHOWN_ACCOUNTS = ACCOUNT_NAMES.filter((name) => name !== 'noAccess');

/** What the page shows of an account now. */
export function pageContent(world: World, name: AccountName): PageContent {
	world.publish();
	const account = world.accounts[name];
	return {
		sections: {
			clock: html`${readableTime(new Date(world.now()))}${world.clock.frozen ? ' (stopped)' : ''}`.markup,
			budgets: renderBudgets(account, world.now()).markup,
			library: renderLibrary(account).markup,
			'library-count': String(account.library.length),
			posts: renderPosts(account).markup,
			'posts-count': String(account.posts.length),
		},
		events: calendarEvents(account),
	};
}

function calendarEvents(account: Account): CalendarEvent[] {
	return account.posts.map((post) => ({
		id: post.id,
		title: `${clockTime(firstPostAt(post))} ${isolated(`@${post.socialAccount.username}`)}: ${isolated(post.submissions[0]?.text ?? '')}`,
		start: firstPostAt(post).toISOString(),
		classNames: ['event', postStateOf(post).toLowerCase()],
	}));
}

/** Keeps the direction of a text to itself where there is no markup: what the element `bdi` does elsewhere. */
function isolated(text: string): string {
	return `\u2068${text}\u2069`;
}

/** The whole page. It loads nothing from elsewhere. */
export function renderPage(world: World, name: AccountName): string {
	const { plan, user } = world.accounts[name];
	const links = SHOWN_ACCOUNTS.map((other) => {
		const { username } = world.accounts[other].user;
		return other === name
			? html`<a href="/?account=${other}" aria-current="page">${username}</a>`
			: html`<a href="/?account=${other}">${username}</a>`;
	});
	return html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<title>Library and calendar</title>
				<link rel="icon" href="${FAVICON_PATH}" />
				<link rel="stylesheet" href="/page/base.css" />
				<link rel="stylesheet" href="/page/library.css" />
				<link rel="stylesheet" href="/page/posts.css" />
				<script src="/page/fullcalendar.js" defer></script>
				<script src="/page/browser.js" defer></script>
			</head>
			<body data-account="${name}" data-today="${new Date(world.now()).toISOString()}">
				<header class="top">
					<img src="${FAVICON_PATH}" alt="" />
					<div>
						<h1>Social post scheduling</h1>
						<p>Sandbox on this machine · <span id="clock"></span></p>
					</div>
					<nav>
						<span class="accounts" role="group" aria-label="Account">${links}</span>
						<a class="button" href="/gql">API explorer</a>
					</nav>
				</header>
				<main>
					<noscript><p class="notice">This page needs JavaScript.</p></noscript>
					<p class="notice" id="notice" role="alert"></p>
					<section class="card" aria-label="Account">
						<p class="account"><b>${user.username}</b> ${user.email} <span class="plan">${plan} plan</span></p>
						<div class="budgets" id="budgets"></div>
					</section>
					<section class="card">
						<h2>Content library <span class="count" id="library-count"></span></h2>
						<div id="library"></div>
					</section>
					<div class="columns">
						<section class="card">
							<h2>Calendar</h2>
							<div id="calendar"></div>
							<p class="legend">
								<span class="state draft">Draft</span><span class="state scheduled">Scheduled</span>
								<span class="state submitted">Submitted</span><span class="state failed">Failed</span>
							</p>
						</section>
						<section class="card">
							<h2>Posts <span class="count" id="posts-count"></span></h2>
							<div id="posts"></div>
						</section>
					</div>
				</main>
			</body>
		</html>`.markup;
}
