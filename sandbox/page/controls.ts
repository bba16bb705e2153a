import type { AccountName } from '../store/accounts';
import { renderFaultFields } from './faults';
import { html } from './html';
import type { Html } from './html';

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** What is asked before everything goes. */
const RESET_QUESTION =
	'Reset everything? Files, posts, requests and faults of all accounts go, plans and settings are as at the start, and the clock shows real time again.';

/** A button that sends a JSON body to one of the test controls. Where there is a question, it is asked first. */
function button(path: string, body: object, text: string, method = 'POST', question = ''): Html {
	return html`<button
		type="button"
		data-control="${path}"
		data-method="${method}"
		value="${JSON.stringify(body)}"
		data-question="${question}"
	>
		${text}
	</button>`;
}

/** The test controls that a person can use on the page. The fields of a form are the JSON body that it sends. */
export function renderControls(account: AccountName): Html {
	return html`<form class="row" data-control="/clock">
			<b>Clock</b>
			${button('/clock', { advanceMs: MINUTE_MS }, '+1 minute')} ${button('/clock', { advanceMs: HOUR_MS }, '+1 hour')}
			${button('/clock', { advanceMs: DAY_MS }, '+1 day')}
			<input type="datetime-local" name="set" required aria-label="Time, in UTC" />
			<button>Set (UTC)</button>
			${button('/clock', { frozen: true }, 'Stop the clock')} ${button('/clock', { frozen: false }, 'Let it run')}
			${button('/clock', { frozen: false, skewMs: 0 }, 'Back to real time')}
		</form>
		<p class="row">
			<b>Plan</b>
			${button('/plan', { plan: 'free', account }, 'Free')} ${button('/plan', { plan: 'paid', account }, 'Paid')}
		</p>
		<p class="row">
			<b>Budgets</b>
			${button('/budget', { budget: 'general', left: 0, account }, 'No requests left')}
			${button('/budget', { budget: 'uploads', left: 0, account }, 'No uploads left')}
		</p>
		<form class="row" data-control="/faults">
			<b>Fault</b>
			${renderFaultFields()}
			<button>Set</button>
			${button('/faults', {}, 'Remove all', 'DELETE')}
		</form>
		<div id="faults"></div>
		<p class="row">
			<b>Sandbox</b>
			${button('/reset', {}, 'Reset everything', 'POST', RESET_QUESTION)}
		</p>`;
}
