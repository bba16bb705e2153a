import type { BudgetName } from '../limits';
import { budgetState } from '../store/accounts';
import type { Account } from '../store/accounts';
import { MEDIA_LABELS } from '../store/labels';
import { POST_TAGS } from '../store/postTags';
import type { SocialAccount } from '../store/socialAccounts';
import { html } from './html';
import type { Html } from './html';
import { copyButton, PLATFORM_NAMES } from './texts';

const BUDGET_TEXTS: Record<BudgetName, { readonly title: string; readonly window: string }> = {
	general: { title: 'API requests', window: 'in the last 10 minutes' },
	uploads: { title: 'Media uploads', window: 'in the last hour' },
};

/** From this share of a budget on, its bar warns. */
const WARNING_SHARE = 0.8;

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

/** The connected accounts. */
export function renderSocialAccounts({ socialAccounts }: Account): Html {
	const rows = socialAccounts.map((account) => {
		const { id, username, name, platform } = account;
		return html`<tr>
			<td>${id}</td>
			<td><bdi>@${username}</bdi> ${copyButton(username, 'Copy the handle')}</td>
			<td class="platform">${PLATFORM_NAMES[platform]}</td>
			<td>${name}</td>
			<td>${connection(account)}</td>
		</tr>`;
	});
	return html`<table>
		<thead>
			<tr>
				<th>Id</th>
				<th>Handle</th>
				<th>Platform</th>
				<th>Name</th>
				<th></th>
			</tr>
		</thead>
		<tbody>
			${rows}
		</tbody>
	</table>`;
}

function connection({ isConnected, isEnabled }: SocialAccount): Html {
	if (!isConnected) return html`<span class="failure">must be connected again</span>`;
	return isEnabled ? html`connected` : html`switched off`;
}

/** The labels of the library. */
export const renderLabels = (): Html =>
	renderTags(MEDIA_LABELS.map(({ id, text, color }) => ({ id, name: text, color })));

/** The tags of posts that are in use. */
export const renderPostTags = (): Html => renderTags(POST_TAGS.filter(({ dateArchived }) => dateArchived === null));

function renderTags(tags: ReadonlyArray<{ id: string; name: string; color: string }>): Html {
	const shown = tags.map(
		({ id, name, color }) =>
			html`<span class="label"
				><i style="background: ${color}"></i>${name}, id ${id} ${copyButton(id, 'Copy the id')}</span
			>`,
	);
	return html`<p class="row">${shown}</p>`;
}
