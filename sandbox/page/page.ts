import { ACCOUNT_NAMES } from '../store/accounts';
import type { AccountName } from '../store/accounts';
import type { World } from '../world';
import { renderLabels, renderPostTags } from './account';
import { renderControls } from './controls';
import { FAVICON_PATH } from './favicon';
import { html } from './html';
import { renderLegend, renderPostFilter } from './posts';
import { dayOf } from './texts';

/** Accounts whose page can be looked at. */
export const SHOWN_ACCOUNTS = ACCOUNT_NAMES.filter((name) => name !== 'noAccess');

/** The whole page. It loads nothing from elsewhere. */
export function renderPage(world: World, name: AccountName): string {
	const { user } = world.accounts[name];
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
				<link rel="stylesheet" href="/page/controls.css" />
				<script src="/page/fullcalendar.js" defer></script>
				<script src="/page/browser.js" defer></script>
				<script src="/page/actions.js" defer></script>
			</head>
			<body data-account="${name}" data-today="${dayOf(new Date(world.now()))}">
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
					<p class="notice" id="refused" role="alert"></p>
					<section class="card" aria-label="Account">
						<p class="account"><b>${user.username}</b> ${user.email} <span class="plan" id="plan"></span></p>
						<div class="budgets" id="budgets"></div>
					</section>
					<section class="card controls">
						<h2>Test controls</h2>
						${renderControls(name)}
					</section>
					<section class="card">
						<h2>Content library <span class="count" id="library-count"></span></h2>
						<div id="library"></div>
					</section>
					<div class="columns">
						<section class="card">
							<h2>Calendar</h2>
							<div id="calendar"></div>
							${renderLegend()}
						</section>
						<section class="card">
							<h2>Posts <span class="count" id="posts-count"></span></h2>
							${renderPostFilter()}
							<div id="posts"></div>
						</section>
					</div>
					<div class="columns">
						<section class="card">
							<h2>Requests <span class="count" id="requests-count"></span></h2>
							<div class="scroll" id="requests"></div>
						</section>
						<section class="card">
							<h2>Open uploads</h2>
							<div class="scroll" id="sessions"></div>
							<h2>Labels</h2>
							${renderLabels()}
							<h2>Post tags</h2>
							${renderPostTags()}
						</section>
					</div>
					<section class="card">
						<h2>Social accounts</h2>
						<div class="scroll" id="accounts"></div>
					</section>
				</main>
			</body>
		</html>`.markup;
}
