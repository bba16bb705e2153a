import { isDeepStrictEqual } from 'node:util';
import type { CallKind } from '../calls';
import type { RuleReport } from '../faults/book';
import type { Fault } from '../faults/rules';
import { POST_STEMS, SOCIAL_PLATFORMS, stemOf } from '../store/platforms';
import type { World } from '../world';
import { html } from './html';
import type { Html } from './html';
import { PLATFORM_NAMES } from './texts';

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

/** What the queries for the posts of a platform do. */
const POST_QUERIES = POST_STEMS.flatMap((stem): Array<readonly [CallKind, string]> => {
	const platform = SOCIAL_PLATFORMS.find((candidate) => stemOf(candidate) === stem);
	const name = platform === undefined ? stem : PLATFORM_NAMES[platform];
	return [
		[`${stem}Post`, `read one ${name} post`],
		[`${stem}Submissions`, `list ${name} posts`],
	];
});

/** What each kind of request does, in words that go on after "request to"; first what is tried most. */
const CALLS: ReadonlyArray<readonly [string, ReadonlyArray<readonly [CallKind, string]>]> = [
	[
		'Posts',
		[
			['scheduleTweet', `schedule an ${PLATFORM_NAMES.TWITTER} post`],
			['submitPlatformPost', 'publish a post now'],
			['reschedulePlatformPost', 'reschedule a post'],
			['deletePlatformPost', 'delete a post'],
		],
	],
	[
		'Uploads',
		[
			['startMediaUpload', 'start an upload'],
			['put', 'send the file'],
			['completeMediaUpload', 'complete an upload'],
			['uploadMediaFromUrl', 'upload a file from a URL'],
		],
	],
	[
		'Account and library',
		[
			['profile', 'read the profile'],
			['socialAccounts', 'list the accounts'],
			['nextScheduleDates', 'find the next slots'],
			['media', 'list the files'],
			['mediaLabels', 'list the labels'],
			['postTags', 'list the post tags'],
		],
	],
	['Posts of each platform', POST_QUERIES],
	[
		'Metrics and the rest',
		[
			['aggregatePostMetrics', 'read metrics of posts'],
			['postTimeSeriesMetrics', 'read metrics of posts over time'],
			['other', 'do anything else'],
		],
	],
];

const CALL_TEXTS: ReadonlyMap<CallKind, string> = new Map(
	CALLS.flatMap(([, calls]) => calls.map(([kind, text]) => [kind, `${text} (${kind})`])),
);

/** The fields with which a fault is chosen: they read as one sentence. */
export function renderFaultFields(): Html {
	const calls = CALLS.map(
		([title, kinds]) =>
			html`<optgroup label="${title}">
				${kinds.map(([kind]) => html`<option value="${kind}">${callText(kind)}</option>`)}
			</optgroup>`,
	);
	const faults = FAULTS.map(([text, fault]) => html`<option value="${JSON.stringify(fault)}">${text}</option>`);
	return html`<select name="times" aria-label="How often" data-json>
			<option value="1">${requestsOf(1, 1)}</option>
			<option value="${JSON.stringify('always')}">${requestsOf(1, 'always')}</option>
		</select>
		<select name="on" aria-label="Request">
			${calls}
		</select>
		<select name="fault" aria-label="Fault" data-json>
			${faults}
		</select>`;
}

/** The fault rules in force, in the words with which they were chosen. */
export function renderFaults({ faults }: World): Html {
	const rules = faults.report().map((rule) => {
		const { on, nth = 1, times = 1, fault } = rule;
		return html`<li>${requestsOf(nth, times)} ${callText(on)} ${faultText(fault)} · <b>${struckText(rule)}</b></li>`;
	});
	return html`<ul class="faults">
		${rules}
	</ul>`;
}

const callText = (kind: CallKind): string => CALL_TEXTS.get(kind) ?? kind;

/** Which requests of its kind a fault strikes, counted since it was set. */
function requestsOf(first: number, times: number | 'always'): string {
	if (times === 'always') return first === 1 ? 'Every request to' : `Every request from number ${first} on to`;
	if (times === 1) return first === 1 ? 'The next request to' : `Request number ${first} to`;
	if (first === 1) return `Each of the next ${times} requests to`;
	return `Each of the requests number ${first}-${first + times - 1} to`;
}

/** What is not among those to choose from came over HTTP, and is shown as it came. */
function faultText(fault: Fault): Html {
	const known = FAULTS.find(([, candidate]) => isDeepStrictEqual(candidate, fault));
	return known ? html`${known[0]}` : html`gets <code>${JSON.stringify(fault)}</code>`;
}

function struckText({ nth = 1, times = 1, seen, struck }: RuleReport): string {
	const isOver = times !== 'always' && seen >= nth + times - 1;
	const end = isOver ? ', and is over' : '';
	if (struck === 0) return isOver ? 'has never struck, and is over' : 'has not struck yet';
	return `has struck ${struck === 1 ? 'once' : `${struck} times`}${end}`;
}
