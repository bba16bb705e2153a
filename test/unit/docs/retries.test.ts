/** The table of retries is made here from the code: each cell is what the code decides for a reply. */
import { readData, readPayload, type Reply } from '../../../nodes/SocialPostScheduling/transport/reply';
import {
	type RetryClass,
	MAX_RATE_LIMIT_DELAY_MS,
	retryDelay,
} from '../../../nodes/SocialPostScheduling/transport/retry';
import {
	afterComplete,
	afterPut,
	afterStart,
	COMPLETE_WAITS_MS,
	type Transition,
	PUT_WAITS_MS,
	type Step,
} from '../../../nodes/SocialPostScheduling/upload/stateMachine';
import { readCompletion, readPut } from '../../../nodes/SocialPostScheduling/upload/replies';
import {
	atComplete,
	atPut,
	atStart,
	limitsOf,
	COMPLETED,
	MINUTE,
	NOW,
	refusedReply,
	reply,
	SECOND,
	SESSION,
} from '../builders';
import type { Result } from '../../../nodes/SocialPostScheduling/utils/result';
import type { Failure } from '../../../nodes/SocialPostScheduling/transport/failure';
import { lacks, readPage, rowsOfTable } from './pages';

const PAGE = 'docs/retries.md';
const [HEAD, ...TABLE] = rowsOfTable(readPage(PAGE), 'retries');

/** The three kinds of partners: a query, a mutation with its payload, and the storage, which knows only statuses. */
type Partner = { readonly query: true } | { readonly mutation: string } | { readonly storage: true };

const everywhere = (...replies: Reply[]) => ({ query: replies, storage: replies, refusals: [] });
const lost = (failure: Failure): Reply => ({ answered: false, failure });
const OTHER_STATUSES = [302, 400, 404, 413].map((status) => reply(status));
const NOT_ACCEPTED = reply(200, { errors: [{ message: 'No' }] });

interface Came {
	/** What the API answers to any call. */
	readonly query: readonly Reply[];
	readonly storage: readonly Reply[];
	/** The messages with which a mutation refuses. */
	readonly refusals: readonly string[];
}

/** What comes back, as the page names it. */
const ROWS: ReadonlyArray<readonly [string, Came]> = [
	['no connection: nothing was sent', everywhere(lost({ kind: 'unreachable', code: 'ECONNREFUSED' }))],
	['HTTP 429: nothing was done', everywhere(reply(429))],
	['the connection was lost', everywhere(lost({ kind: 'connectionLost', code: 'ECONNRESET' }))],
	['no response in time', everywhere(lost({ kind: 'timedOut', sent: true }))],
	['HTTP 502, 503, 504', everywhere(...[502, 503, 504].map((status) => reply(status)))],
	['HTTP 500', everywhere(reply(500))],
	['HTTP 408', everywhere(reply(408))],
	['HTTP 409', everywhere(reply(409))],
	['HTTP 412', everywhere(reply(412))],
	['a success that is cut off or empty', everywhere(reply(200, '{"data":{"comp'), reply(200, ''))],
	['refused: the upload timed out', { query: [], storage: [], refusals: ['Upload timeout'] }],
	['refused: the session has expired', { query: [], storage: [reply(400, 'Expired')], refusals: ['Session expired'] }],
	['HTTP 401, 403', everywhere(reply(401), reply(403))],
	['any other refusal', { query: [...OTHER_STATUSES, NOT_ACCEPTED], storage: OTHER_STATUSES, refusals: ['No'] }],
];

function repliesOf({ query, storage, refusals }: Came, partner: Partner): readonly Reply[] {
	if ('storage' in partner) return storage;
	if ('query' in partner) return query;
	return [...query, ...refusals.map((message) => refusedReply(partner.mutation, [{ message }]))];
}

const limits = limitsOf();

/** As the page says it. */
const RETRIED = 'retried';
const NO = 'no';
const CONTINUES = 'continues';
const NEW_SESSION = 'new session';

function single(retryClass: RetryClass, outcome: Result<unknown, Failure>): string {
	if (outcome.ok) return CONTINUES;
	return retryDelay(retryClass, outcome.error, 1, 0) === null ? NO : RETRIED;
}

function inUpload(step: Step, next: Transition): string {
	if (next.type === 'fail') return NO;
	if (next.type === 'finish') return CONTINUES;
	if (next.state.step === step) return RETRIED;
	return next.state.step === 'start' ? NEW_SESSION : CONTINUES;
}

const as = <T>(outcome: Result<unknown, Failure>, value: T): Result<T, Failure> =>
	outcome.ok ? { ok: true, value } : outcome;

const QUERY: Partner = { query: true };
const STORAGE: Partner = { storage: true };
const mutation = (name: string): Partner => ({ mutation: name });

/** The calls, as the page names them, and what the code decides after a reply. */
const COLUMNS: ReadonlyArray<readonly [string, Partner, (given: Reply) => string]> = [
	['Get, Get Many, Get Next Slots, Get Post Metrics', QUERY, (given) => single('safe', readData(given))],
	[
		'Start of an upload',
		mutation('startMediaUpload'),
		(given) =>
			inUpload('start', afterStart(atStart(), as(readPayload(given, 'startMediaUpload'), SESSION), limits, NOW)),
	],
	['The file', STORAGE, (given) => inUpload('put', afterPut(atPut(), readPut(given), limits, NOW))],
	[
		'Completion',
		mutation('completeMediaUpload'),
		(given) => inUpload('complete', afterComplete(atComplete(), as(readCompletion(given), COMPLETED), limits, NOW)),
	],
	[
		'Upload From URL, Schedule, Publish Now',
		mutation('scheduleTweet'),
		(given) => single('nonIdempotent', readPayload(given, 'scheduleTweet')),
	],
	[
		'Reschedule, Delete',
		mutation('deletePlatformPost'),
		(given) => single('idempotent', readPayload(given, 'deletePlatformPost')),
	],
];

test.each(ROWS)('the page says what is done after: %s', (label, came) => {
	const cells = COLUMNS.map(([, partner, decide]) => [...new Set(repliesOf(came, partner).map(decide))].join(', '));
	const row = `| ${[label, ...cells].join(' | ')} |`;
	expect(TABLE.includes(row) ? [] : [`The table in ${PAGE} must have this row: ${row}`]).toEqual([]);
});

test('the table has these columns and no further rows', () => {
	expect(HEAD).toBe(`| ${['Response', ...COLUMNS.map(([name]) => name)].join(' | ')} |`);
	expect(TABLE).toHaveLength(ROWS.length);
});

const seconds = (waits: readonly number[]) => waits.map((ms) => ms / SECOND).join(', ');

test('the page names the waits', () => {
	const backoff = [1, 2, 3].map((tries) => retryDelay('safe', { kind: 'connectionLost', code: '' }, tries, 0) ?? 0);
	expect(retryDelay('safe', { kind: 'connectionLost', code: '' }, 4, 0)).toBeNull();
	expect(seconds(backoff)).toBe(seconds(PUT_WAITS_MS));
	const waits = [
		`up to 4 tries, after ${seconds(PUT_WAITS_MS).replace(/, (?=\d+$)/, ' and ')} seconds`,
		`after ${seconds(COMPLETE_WAITS_MS)} and then every ${(COMPLETE_WAITS_MS.at(-1) ?? 0) / SECOND} seconds`,
		`up to ${MAX_RATE_LIMIT_DELAY_MS / MINUTE} minutes in all`,
	];
	expect(waits.flatMap((text) => lacks(PAGE, text))).toEqual([]);
});
