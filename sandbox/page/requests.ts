import { humanReadableSize } from '../api/views';
import type { CallEnd, LogEntry } from '../log';
import type { AccountName } from '../store/accounts';
import { hasExpired } from '../store/sessions';
import type { UploadSession } from '../store/sessions';
import type { World } from '../world';
import { html } from './html';
import type { Html } from './html';
import { clockTime, copyButton, renderRest } from './texts';

/** How many requests are shown. */
const MOST_REQUESTS = 40;

const FIRST_FAILURE_STATUS = 400;

/** What is said of a call that has no HTTP status. */
const END_NAMES: Record<Exclude<CallEnd, number>, string> = {
	pending: 'under way',
	reset: 'connection reset',
	hang: 'no response',
	aborted: 'the client broke off',
};

/** The newest requests of all accounts, and what went wrong with them. */
export function renderRequests({ log }: World): Html {
	if (log.entries.length === 0) return html`<p class="empty">No requests yet.</p>`;
	const newest = log.entries.slice(-MOST_REQUESTS).reverse();
	return html`<table>
			<thead>
				<tr>
					<th>Time</th>
					<th>Request</th>
					<th>Response</th>
				</tr>
			</thead>
			<tbody>
				${newest.map(renderRequest)}
			</tbody>
		</table>
		${renderRest(log.entries.length - newest.length)}`;
}

function renderRequest({ at, kind, method, path, status, problem }: LogEntry): Html {
	const isGood = status === 'pending' || (typeof status === 'number' && status < FIRST_FAILURE_STATUS);
	const end = typeof status === 'number' ? `HTTP ${status}` : END_NAMES[status];
	return html`<tr>
		<td>${at.slice(11, 19)}</td>
		<td>${kind === 'other' ? `${method} ${path}` : kind}</td>
		<td class="${isGood && problem === null ? '' : 'failure'}">${end} <bdi>${problem ?? ''}</bdi></td>
	</tr>`;
}

/** The upload sessions of an account that are not done and not expired. */
export function renderSessions(world: World, account: AccountName): Html {
	const open = [...world.sessions.values()].filter(
		(session) => session.account === account && session.media === undefined && !hasExpired(session, world.now()),
	);
	if (open.length === 0) return html`<p class="empty">No upload is open.</p>`;
	return html`<table>
		<thead>
			<tr>
				<th>Upload token</th>
				<th>File</th>
				<th>Expires</th>
				<th></th>
			</tr>
		</thead>
		<tbody>
			${open.map(renderSession)}
		</tbody>
	</table>`;
}

function renderSession(session: UploadSession): Html {
	const { token, mimeType, size, expiresAt, file } = session;
	return html`<tr>
		<td>${token.slice(0, 8)}... ${copyButton(token, 'Copy the upload token')}</td>
		<td>${mimeType}, ${humanReadableSize(size)}</td>
		<td>${clockTime(new Date(expiresAt))} UTC</td>
		<td>${file ? 'waits for completion' : 'waits for the PUT'}</td>
	</tr>`;
}
