/** The README's table of what is sent again is made here from the code: each cell is what the code decides for a reply. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	readCompletion,
	readData,
	readPayload,
	readPut,
	type Reply,
} from '../../nodes/SocialPostScheduling/transport/reply';
import { type RetryClass, MAX_RATE_LIMIT_DELAY_MS, retryDelay } from '../../nodes/SocialPostScheduling/transport/retry';
import {
	afterComplete,
	afterPut,
	afterStart,
	COMPLETE_WAITS_MS,
	type Transition,
	PUT_WAITS_MS,
	type Step,
} from '../../nodes/SocialPostScheduling/upload/stateMachine';
import { atComplete, atPut, atStart, HOUR, MEDIA, MINUTE, NOW, refusedReply, reply, SECOND, SESSION } from './builders';
import type { Result } from '../../nodes/SocialPostScheduling/utils/result';
import type { Failure } from '../../nodes/SocialPostScheduling/transport/failure';

const README = readFileSync(join(__dirname, '../../README.md'), 'utf8');
const SECTION = README.split('## What is sent again, and what never\n')[1]?.split('\n## ')[0] ?? '';

/** The three kinds of partners: a query, a mutation with its payload, and the storage, which knows only statuses. */
type Partner = { readonly query: true } | { readonly mutation: string } | { readonly storage: true };

const everywhere = (...replies: Reply[]) => ({ query: replies, storage: replies, refusals: [] });
const lost = (failure: Failure): Reply => ({ answered: false, failure });
const OTHER_STATUSES = [302, 400, 404, 409, 413].map((status) => reply(status));
const NOT_ACCEPTED = reply(200, { errors: [{ message: 'No' }] });

interface Came {
	/** What the API answers to any call. */
	readonly query: readonly Reply[];
	readonly storage: readonly Reply[];
	/** The messages with which a mutation refuses. */
	readonly refusals: readonly string[];
}

/** What comes back, as the README names it. */
const ROWS: ReadonlyArray<readonly [string, Came]> = [
	['no connection: nothing was sent', everywhere(lost({ kind: 'unreachable', code: 'ECONNREFUSED' }))],
	['HTTP 429: nothing was done', everywhere(reply(429))],
	['the connection broke', everywhere(lost({ kind: 'connectionLost', code: 'ECONNRESET' }))],
	['no answer in time', everywhere(lost({ kind: 'timedOut', sent: true }))],
	['HTTP 502, 503, 504', everywhere(...[502, 503, 504].map((status) => reply(status)))],
	['HTTP 500', everywhere(reply(500))],
	['HTTP 408', everywhere(reply(408))],
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

const limits = { restartExpired: true, giveUpAt: NOW + 2 * HOUR };

/** As the README says it. */
const AGAIN = 'again';
const NO = 'no';
const ON = 'goes on';
const NEW_SESSION = 'new session';

function single(effect: RetryClass, outcome: Result<unknown, Failure>): string {
	if (outcome.ok) return ON;
	return retryDelay(effect, outcome.error, 1, 0) === null ? NO : AGAIN;
}

function inUpload(step: Step, next: Transition): string {
	if (next.type === 'fail') return NO;
	if (next.type === 'finish') return ON;
	if (next.state.step === step) return AGAIN;
	return next.state.step === 'start' ? NEW_SESSION : ON;
}

const as = <T>(outcome: Result<unknown, Failure>, value: T): Result<T, Failure> =>
	outcome.ok ? { ok: true, value } : outcome;

const QUERY: Partner = { query: true };
const STORAGE: Partner = { storage: true };
const mutation = (name: string): Partner => ({ mutation: name });

/** The calls, as the README names them, and what the code decides after a reply. */
const COLUMNS: ReadonlyArray<readonly [string, Partner, (given: Reply) => string]> = [
	['Get profile', QUERY, (given) => single('safe', readData(given))],
	[
		'start of an upload',
		mutation('startMediaUpload'),
		(given) =>
			inUpload('start', afterStart(atStart(), as(readPayload(given, 'startMediaUpload'), SESSION), limits, NOW)),
	],
	['the file', STORAGE, (given) => inUpload('put', afterPut(atPut(), readPut(given), limits, NOW))],
	[
		'completion',
		mutation('completeMediaUpload'),
		(given) => inUpload('complete', afterComplete(atComplete(), as(readCompletion(given), MEDIA), limits, NOW)),
	],
	[
		'Upload from URL, Schedule',
		mutation('scheduleTweet'),
		(given) => single('nonIdempotent', readPayload(given, 'scheduleTweet')),
	],
];

test.each(ROWS)('the README says what is done after: %s', (label, came) => {
	const cells = COLUMNS.map(([, partner, decide]) => [...new Set(repliesOf(came, partner).map(decide))].join(', '));
	expect(SECTION).toContain(`| ${[label, ...cells].join(' | ')} |`);
});

test('the table has these columns and no further rows', () => {
	const lines = SECTION.split('\n').filter((line) => line.startsWith('| '));
	expect(lines[0]).toBe(`| ${['what came back', ...COLUMNS.map(([name]) => name)].join(' | ')} |`);
	expect(lines).toHaveLength(ROWS.length + 2);
});

const seconds = (waits: readonly number[]) => waits.map((ms) => ms / SECOND).join(', ');

test('the README names the waits', () => {
	const backoff = [1, 2, 3].map((tries) => retryDelay('safe', { kind: 'connectionLost', code: '' }, tries, 0) ?? 0);
	expect(retryDelay('safe', { kind: 'connectionLost', code: '' }, 4, 0)).toBeNull();
	expect(seconds(backoff)).toBe(seconds(PUT_WAITS_MS));
	const text = SECTION.replace(/\s+/g, ' ');
	expect(text).toContain(`up to 4 tries, after ${seconds(PUT_WAITS_MS).replace(/, (?=\d+$)/, ' and ')} seconds`);
	expect(text).toContain(
		`after ${seconds(COMPLETE_WAITS_MS)} and then every ${(COMPLETE_WAITS_MS.at(-1) ?? 0) / SECOND} seconds`,
	);
	expect(text).toContain(`up to ${MAX_RATE_LIMIT_DELAY_MS / MINUTE} minutes in all`);
});
