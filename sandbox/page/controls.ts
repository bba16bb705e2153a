import { CALL_KINDS } from '../calls';
import type { Fault } from '../faults/rules';
import type { AccountName } from '../store/accounts';
import type { World } from '../world';
import { html } from './html';
import type { Html } from './html';

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Faults to choose from; the control over HTTP takes many more. */
const FAULTS: ReadonlyArray<readonly [string, Fault]> = [
	['responds with HTTP 503', { kind: 'status', status: 503 }],
	['responds with HTTP 429', { kind: 'status', status: 429 }],
	['responds with an empty body', { kind: 'emptyBody', when: 'before' }],
	['breaks off before it is handled', { kind: 'reset', when: 'before' }],
	['breaks off after it was handled', { kind: 'reset', when: 'after' }],
	['takes 30 seconds', { kind: 'slow', ms: 30_000 }],
	['never responds', { kind: 'hang', when: 'before' }],
	['finds its upload session expired', { kind: 'expireSession' }],
];

/** A button that sends a JSON body to one of the test controls. */
function button(path: string, body: object, text: string, method = 'POST'): Html {
	return html`<button type="button" data-control="${path}" data-method="${method}" value="${JSON.stringify(body)}">
		${text}
	</button>`;
}

/** The test controls that a person can use on the page. The fields of a form are the JSON body that it sends. */
export function renderControls(account: AccountName): Html {
	const calls = CALL_KINDS.map((kind) => html`<option>${kind}</option>`);
	const faults = FAULTS.map(([text, fault]) => html`<option value="${JSON.stringify(fault)}">${text}</option>`);
	return html`<form class="row" data-control="/clock">
			<b>Clock</b>
			${button('/clock', { advanceMs: MINUTE_MS }, '+1 minute')} ${button('/clock', { advanceMs: HOUR_MS }, '+1 hour')}
			${button('/clock', { advanceMs: DAY_MS }, '+1 day')}
			<input type="datetime-local" name="set" required aria-label="Time, in UTC" />
			<button>Set (UTC)</button>
			${button('/clock', { frozen: true }, 'Stop')} ${button('/clock', { frozen: false }, 'Run')}
			${button('/clock', { frozen: false, skewMs: 0 }, 'Real time')}
		</form>
		<p class="row">
			<b>Plan</b>
			${button('/plan', { plan: 'free', account }, 'Free')} ${button('/plan', { plan: 'paid', account }, 'Paid')}
			<b>Budgets</b>
			${button('/budget', { budget: 'general', left: 0, account }, 'No requests left')}
			${button('/budget', { budget: 'uploads', left: 0, account }, 'No uploads left')}
		</p>
		<form class="row" data-control="/faults">
			<b>Fault</b>
			<select name="times" aria-label="How often" data-json>
				<option value="1">The next</option>
				<option value="${JSON.stringify('always')}">Every</option>
			</select>
			<select name="on" aria-label="Request">
				${calls}
			</select>
			<select name="fault" aria-label="Fault" data-json>
				${faults}
			</select>
			<button>Set</button>
			${button('/faults', {}, 'Remove all', 'DELETE')}
		</form>
		<div id="faults"></div>
		<p class="row">
			<b>Sandbox</b>
			${button('/reset', {}, 'Reset everything')}
		</p>`;
}

/** The fault rules in force. */
export function renderFaults({ faults }: World): Html {
	const rules = faults.report().map(({ on, times = 1, fault, struck }) => {
		const calls = times === 1 ? `the next ${on}` : times === 'always' ? `every ${on}` : `${times} times ${on}`;
		return html`<li>${calls}: <code>${JSON.stringify(fault)}</code>, done ${struck} times</li>`;
	});
	return html`<ul class="faults">
		${rules}
	</ul>`;
}
