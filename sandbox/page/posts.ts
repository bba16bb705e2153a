import type { Account, AccountName } from '../store/accounts';
import { SOCIAL_PLATFORMS } from '../store/platforms';
import { firstPostAt } from '../store/posts';
import type { Post, Submission } from '../store/posts';
import { SHOWN_STATES, shownState } from './find';
import type { ShownState } from './find';
import { html } from './html';
import type { Html } from './html';
import { renderPreview } from './library';
import { copyButton, PLATFORM_NAMES, readableTime, renderRest } from './texts';

/** How many posts are shown. */
const MOST_POSTS = 50;

/** What a state is called. */
export const STATE_NAMES: Record<ShownState, string> = {
	DRAFT: 'Draft',
	SCHEDULED: 'Scheduled',
	SUBMITTED: 'Submitted',
	PARTLY: 'Partly failed',
	FAILED: 'Failed',
	TRASH: 'In the trash',
};

/** What a person narrows the posts with; its fields are the query of the page's content. */
export function renderPostFilter(): Html {
	const states = SHOWN_STATES.map((state) => html`<option value="${state}">${STATE_NAMES[state]}</option>`);
	const platforms = SOCIAL_PLATFORMS.map(
		(platform) => html`<option value="${platform}">${PLATFORM_NAMES[platform]}</option>`,
	);
	return html`<form class="row" id="filter">
		<select name="state" aria-label="State">
			<option value="">All states</option>
			${states}
		</select>
		<select name="platform" aria-label="Platform">
			<option value="">All platforms</option>
			${platforms}
		</select>
		<input type="search" name="search" placeholder="Text, handle or id" aria-label="Text, handle or id" />
	</form>`;
}

/** What the colours of the calendar mean. */
export function renderLegend(): Html {
	const states = SHOWN_STATES.map(renderState);
	return html`<p class="legend">${states}</p>`;
}

function renderState(state: ShownState): Html {
	return html`<span class="state ${state.toLowerCase()}">${STATE_NAMES[state]}</span>`;
}

/** Posts of an account with their submissions. */
export function renderPosts(posts: readonly Post[], account: Account): Html {
	if (posts.length === 0) return html`<p class="empty">No posts here. A scheduled thread shows up at once.</p>`;
	const shown = posts.slice(0, MOST_POSTS);
	return html`<ol class="posts">
			${shown.map((post) => renderPost(post, account))}
		</ol>
		${renderRest(posts.length - shown.length)}`;
}

function renderPost(post: Post, account: Account): Html {
	const postAt = firstPostAt(post);
	return html`<li class="post" id="post-${post.id}">
		<header>
			<p>
				<b><bdi>@${post.socialAccount.username}</bdi></b> ${unlistedNote(post, account)}
			</p>
			${renderState(shownState(post))}
			<time datetime="${postAt.toISOString()}">${readableTime(postAt)}</time>
			${(post.postTags ?? []).map(
				({ name, color }) => html`<span class="label"><i style="background: ${color}"></i>${name}</span>`,
			)}
		</header>
		<ol class="thread">
			${post.submissions.map(renderSubmission)}
		</ol>
		<footer class="row">
			<span>${PLATFORM_NAMES[post.platform]} post ${post.id}</span>${copyButton(post.id, 'Copy the id')}
			${deleteButton(post, account.name)}
		</footer>
	</li>`;
}

/** The sandbox takes a post of any handle; whoever learns with it should know which accounts are connected. */
function unlistedNote({ socialAccount }: Post, { socialAccounts }: Account): Html {
	if (socialAccounts.includes(socialAccount)) return html``;
	return html`<span class="unlisted">not in the list of accounts</span>`;
}

function deleteButton({ id, dateDeleted }: Post, account: AccountName): Html {
	const permanently = dateDeleted !== undefined;
	const body = JSON.stringify({ id, permanently, account });
	return html`<button type="button" class="small" data-control="/posts" data-method="DELETE" value="${body}">
		${permanently ? 'Delete for good' : 'Move to trash'}
	</button>`;
}

function renderSubmission(submission: Submission): Html {
	const { id, text, media } = submission;
	const pictures = media.map((item) => html`<span class="thumbnail">${renderPreview(item, false)}</span>`);
	return html`<li id="submission-${id}">
		<p><bdi>${text}</bdi></p>
		${media.length > 0 ? html`<div class="thumbnails">${pictures}</div>` : html``} ${renderOutcome(submission)}
	</li>`;
}

function renderOutcome({ outcome }: Submission): Html {
	if (!outcome) return html``;
	if ('error' in outcome) {
		const { errorCode, message, suggestedFix, dateFailed } = outcome.error;
		return html`<p class="outcome failure">
			Failed ${readableTime(dateFailed)} · ${errorCode}: ${message} ${suggestedFix}
		</p>`;
	}
	const { url, dateSubmitted } = outcome.result;
	if (url === null) return html`<p class="outcome">Taken ${readableTime(dateSubmitted)} · its address comes later</p>`;
	return html`<p class="outcome">Submitted ${readableTime(dateSubmitted)} · <a href="${url}">${url}</a></p>`;
}
