import { humanReadableSize } from '../api/views';
import type { BudgetName } from '../limits';
import { budgetState } from '../store/accounts';
import type { Account } from '../store/accounts';
import { mediaPath } from '../store/library';
import type { Media } from '../store/library';
import { firstPostAt, postStateOf } from '../store/posts';
import type { Post, PostState, Submission } from '../store/posts';
import { html } from './html';
import type { Html } from './html';

const TIME_FORMAT = new Intl.DateTimeFormat('en-GB', {
	weekday: 'short',
	day: 'numeric',
	month: 'short',
	year: 'numeric',
	hour: '2-digit',
	minute: '2-digit',
	timeZone: 'UTC',
});

const STATE_NAMES: Record<PostState, string> = {
	DRAFT: 'Draft',
	SCHEDULED: 'Scheduled',
	SUBMITTED: 'Submitted',
	PARTLY: 'Partly failed',
	FAILED: 'Failed',
};

const BUDGET_TEXTS: Record<BudgetName, { readonly title: string; readonly window: string }> = {
	general: { title: 'API requests', window: 'in the last 10 minutes' },
	uploads: { title: 'Media uploads', window: 'in the last hour' },
};

/** From this share of a budget on, its bar warns. */
const WARNING_SHARE = 0.8;

/** A time for people, in UTC like the API. */
export function readableTime(time: Date): string {
	return `${TIME_FORMAT.format(time)} UTC`;
}

/** Hour and minute of a time, in UTC. */
export function clockTime(time: Date): string {
	return time.toISOString().slice(11, 16);
}

/** Both budgets of an account. */
export function renderBudgets(account: Account, now: number): Html {
	const meters = (['general', 'uploads'] as const).map((name) => {
		const { limit, used } = budgetState(account, name, now);
		const { title, window } = BUDGET_TEXTS[name];
		const level = used >= limit ? 'full' : used >= limit * WARNING_SHARE ? 'high' : 'normal';
		return html`<div class="budget ${level}">
			<p><b>${title}</b><span>${used} of ${limit} ${window}</span></p>
			<meter min="0" max="${limit}" value="${used}">${used} of ${limit}</meter>
		</div>`;
	});
	return html`${meters}`;
}

/** The content library, newest first. */
export function renderLibrary(account: Account): Html {
	if (account.library.length === 0) return html`<p class="empty">No files yet. An upload shows up here at once.</p>`;
	return html`<ul class="library">
		${[...account.library].reverse().map(renderMedia)}
	</ul>`;
}

function renderMedia(media: Media): Html {
	return html`<li>
		<div class="preview">${renderPreview(media, true)}</div>
		<p class="name" title="${media.name}"><bdi>${media.name}</bdi></p>
		<p class="facts">
			<span>id ${media.id}</span><span>${media.mimeType}</span><span>${humanReadableSize(media.file.size)}</span>
		</p>
	</li>`;
}

/** Browsers show a picture of a video's first moment when the address names a time. */
const FIRST_FRAME = '#t=0.1';

function renderPreview(media: Media, controls: boolean): Html {
	const address = mediaPath(media);
	if (media.mimeType === 'image/heic') return html`<span class="no-picture">HEIC</span>`;
	if (media.mimeType.startsWith('image/')) return html`<img src="${address}" alt="${media.name}" loading="lazy" />`;
	const source = `${address}${FIRST_FRAME}`;
	if (controls) return html`<video src="${source}" controls muted playsinline preload="metadata"></video>`;
	return html`<video src="${source}" muted playsinline preload="metadata" title="${media.name}"></video>`;
}

/** The posts with their threads, by time. */
export function renderPosts(account: Account): Html {
	if (account.posts.length === 0)
		return html`<p class="empty">No posts yet. A scheduled thread shows up here at once.</p>`;
	const byTime = [...account.posts].sort((a, b) => firstPostAt(a).getTime() - firstPostAt(b).getTime());
	return html`<ol class="posts">
		${byTime.map(renderPost)}
	</ol>`;
}

function renderPost(post: Post): Html {
	const state = postStateOf(post);
	const postAt = firstPostAt(post);
	return html`<li class="post" id="post-${post.id}">
		<header>
			<b><bdi>@${post.socialAccount.username}</bdi></b>
			<span class="state ${state.toLowerCase()}">${STATE_NAMES[state]}</span>
			<time datetime="${postAt.toISOString()}">${readableTime(postAt)}</time>
		</header>
		<ol class="thread">
			${post.submissions.map(renderSubmission)}
		</ol>
		<footer>Post ${post.id}${renderOutcome(post)}</footer>
	</li>`;
}

function renderSubmission({ id, text, media }: Submission): Html {
	const pictures = media.map((item) => html`<span class="thumbnail">${renderPreview(item, false)}</span>`);
	return html`<li id="submission-${id}">
		<p><bdi>${text}</bdi></p>
		${media.length > 0 ? html`<div class="thumbnails">${pictures}</div>` : html``}
	</li>`;
}

function renderOutcome({ submissions }: Post): Html {
	const outcome = submissions[0]?.outcome;
	if (!outcome) return html``;
	if ('result' in outcome) return html` · submitted ${readableTime(outcome.result.dateSubmitted)}`;
	return html` · <span class="failure">${outcome.error.message}</span>`;
}
