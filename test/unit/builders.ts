/** Small makers of the values that the pure functions take, shared by all unit tests. */
import type { INode } from 'n8n-workflow';
import type { Failure } from '../../nodes/SocialPostScheduling/transport/failure';
import type { RequestInfo } from '../../nodes/SocialPostScheduling/transport/request';
import { uniqBy } from 'lodash';
import { RESOURCES } from '../../nodes/SocialPostScheduling/resources';
import type { Reply } from '../../nodes/SocialPostScheduling/transport/reply';
import type { BeginningState, SessionState, UploadLimits } from '../../nodes/SocialPostScheduling/upload/stateMachine';
import type { MutationSuccess } from '../../nodes/SocialPostScheduling/transport/request';
import type { Media } from '../../nodes/SocialPostScheduling/upload/media';
import type { UploadSession } from '../../nodes/SocialPostScheduling/upload/session';
import type { Result, InvalidInput } from '../../nodes/SocialPostScheduling/utils/result';

/** A moment that all tests of time share, in milliseconds since 1970: 2027-01-15T12:00:00Z. */
export const NOW = Date.UTC(2027, 0, 15, 12);

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

/** The words that stand for those of the service: none of them is a word that a test looks for. */
export const WORDS = 'Say it another way';

/** What is wrong with a value; fails the test where nothing is. */
export function problemOf(checked: Result<unknown, InvalidInput>): InvalidInput {
	if (checked.ok) throw new Error(`Accepted, but should be refused: ${JSON.stringify(checked.value)}`);
	return checked.error;
}

export type AnsweredReply = Extract<Reply, { answered: true }>;

export const reply = (status: number, body: unknown = '', headers: Record<string, string> = {}): AnsweredReply => ({
	answered: true,
	status,
	headers,
	body,
});

/** The reply to a mutation, with the given payload. */
export const payloadReply = (mutation: string, payload: unknown, headers: Record<string, string> = {}) =>
	reply(200, { data: { [mutation]: payload } }, headers);

/** The refusal of a mutation, with the given list of errors. */
export const refusedReply = (mutation: string, errors: unknown) => payloadReply(mutation, { success: false, errors });

export const MEDIA: Media = { id: '4711', name: 'Balloons', url: null, mimeType: 'image/png', size: 12 };

/** What comes of its completion. */
export const COMPLETED: MutationSuccess<Media> = { value: MEDIA, warnings: [] };

export const SESSION: UploadSession = {
	uploadToken: '0b0c6e3c-6c2c-4b56-9d0f-2f6c1c5d7e10',
	uploadUrl: 'https://storage.example.com/put/1?signature=5up3r-s3cr3t',
	expiresAt: new Date(NOW + HOUR).toISOString(),
	endsAt: NOW + HOUR,
	mayEndAt: NOW + HOUR,
};

/** Two hours, a restart where the session has expired, and nothing of the options that ask for more. */
export const limitsOf = (more: Partial<UploadLimits> = {}): UploadLimits => ({
	restartExpired: true,
	giveUpAt: NOW + 2 * HOUR,
	maxLimitedMs: 0,
	useExisting: false,
	...more,
});

export const atStart = (more: Partial<BeginningState> = {}): BeginningState => ({
	step: 'start',
	attempts: 0,
	waitedMs: 0,
	rateLimitedMs: 0,
	restarted: false,
	limitedMs: 0,
	...more,
});

export const atPut = (more: Partial<SessionState> = {}): SessionState => ({
	step: 'put',
	attempts: 0,
	waitedMs: 0,
	rateLimitedMs: 0,
	restarted: false,
	limitedMs: 0,
	session: SESSION,
	...more,
});

export const atComplete = (more: Partial<SessionState> = {}) => atPut({ step: 'complete', ...more });

export const NODE: INode = {
	id: 'a3d9f0de-0000-4000-8000-000000000001',
	name: 'Social Post Scheduling',
	type: 'n8n-nodes-social-post-scheduling.socialPostScheduling',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const ALL_REQUESTS = RESOURCES.flatMap(({ operations }) => operations.flatMap(({ requests }) => requests));
const REQUESTS = new Map(ALL_REQUESTS.map((words) => [words.name, words]));

/** Every request that an operation may send. Of those that say the same, such as one for each platform, the first. */
export const REQUEST_NAMES = uniqBy(ALL_REQUESTS, 'failed').map(({ name }) => name);

/** The words of a request. */
export function requestNamed(name: string): RequestInfo {
	const words = REQUESTS.get(name);
	if (words === undefined) throw new Error(`No operation states a request "${name}"`);
	return words;
}

const PROBLEM: InvalidInput = { field: 'Post At', problem: 'is empty', advice: 'Enter a date and a time.' };

const httpStatus = (status: number, words = '') => ({ kind: 'httpStatus', status, words }) as const;

/** At least one cause of each kind. The compiler asks for a new one here when a kind is added. */
const FAILURES_BY_KIND: { readonly [K in Failure['kind']]: Readonly<Record<string, Extract<Failure, { kind: K }>>> } = {
	invalidInput: { invalidInput: { kind: 'invalidInput', problem: PROBLEM } },
	blockedByN8n: { blockedByN8n: { kind: 'blockedByN8n', words: WORDS } },
	doubted: { doubted: { kind: 'doubted', last: { kind: 'unauthorized', words: '' } } },
	startedBefore: {
		startedBefore: { kind: 'startedBefore' },
		'startedBefore, by an earlier execution': { kind: 'startedBefore', words: 'the service returned HTTP 400' },
	},
	unreachable: { unreachable: { kind: 'unreachable', code: 'ECONNREFUSED' } },
	untrusted: { untrusted: { kind: 'untrusted', code: 'CERT_HAS_EXPIRED' } },
	connectionLost: { connectionLost: { kind: 'connectionLost', code: 'ECONNRESET' } },
	timedOut: {
		'timedOut before sending': { kind: 'timedOut', sent: false },
		'timedOut after sending': { kind: 'timedOut', sent: true },
	},
	canceled: {
		'canceled before sending': { kind: 'canceled', sent: false },
		'canceled after sending': { kind: 'canceled', sent: true },
	},
	unauthorized: { unauthorized: { kind: 'unauthorized', words: WORDS } },
	forbidden: {
		forbidden: { kind: 'forbidden', words: '' },
		'forbidden by a page': { kind: 'forbidden', words: '', page: true },
	},
	rateLimited: {
		'rateLimited until a stated time': { kind: 'rateLimited', resetsInMs: 90 * SECOND, words: WORDS },
		'rateLimited, unstated': { kind: 'rateLimited', resetsInMs: null, words: '' },
	},
	redirected: {
		'redirected with HTTP 302': { kind: 'redirected', status: 302 },
		'redirected with HTTP 307': { kind: 'redirected', status: 307 },
	},
	httpStatus: {
		'HTTP 400': httpStatus(400, WORDS),
		'HTTP 404': httpStatus(404),
		'HTTP 408': httpStatus(408),
		'HTTP 101': httpStatus(101),
		'HTTP 406': httpStatus(406),
		'HTTP 409': httpStatus(409),
		'HTTP 412': httpStatus(412),
		'HTTP 413': httpStatus(413),
		'HTTP 500': httpStatus(500, WORDS),
		'HTTP 501': httpStatus(501),
		'HTTP 502': httpStatus(502),
		'HTTP 503': httpStatus(503),
		'HTTP 504': httpStatus(504),
		'HTTP 520': httpStatus(520),
	},
	notJson: {
		'notJson, a page': { kind: 'notJson', html: true, empty: false },
		'notJson, text': { kind: 'notJson', html: false, empty: false },
		'notJson, empty': { kind: 'notJson', html: false, empty: true },
	},
	responseTooLong: { responseTooLong: { kind: 'responseTooLong' } },
	graphqlErrors: {
		'graphqlErrors, refused document': {
			kind: 'graphqlErrors',
			status: 200,
			messages: [WORDS],
			hasWordless: false,
			executed: false,
			unknownFields: [],
		},
		'graphqlErrors, not offered': {
			kind: 'graphqlErrors',
			status: 200,
			messages: [WORDS],
			hasWordless: false,
			executed: false,
			unknownFields: ['profile', 'scheduleTweet', 'completeMediaUpload'],
		},
		'graphqlErrors, executed': {
			kind: 'graphqlErrors',
			status: 200,
			messages: [],
			hasWordless: false,
			executed: true,
			unknownFields: [],
		},
	},
	dataPathNotFound: {
		dataPathNotFound: {
			kind: 'dataPathNotFound',
			path: 'media.entries',
			holds: '"media" has the fields: total, objects.',
		},
	},
	unexpectedResponse: { unexpectedResponse: { kind: 'unexpectedResponse', missing: 'data.profile.id' } },
	notFound: { notFound: { kind: 'notFound', what: 'a post "9001" on LinkedIn' } },
	refused: {
		'refused without a reason': { kind: 'refused', errors: [] },
		'refused for one reason': { kind: 'refused', errors: [{ field: 'postAt', code: 'too_far', message: WORDS }] },
		'refused for several reasons': {
			kind: 'refused',
			errors: [
				{ field: null, code: 'first_code', message: null },
				{ field: 'thread', code: null, message: WORDS },
				{ field: null, code: null, message: null },
			],
		},
	},
	uploadLimit: { uploadLimit: { kind: 'uploadLimit' } },
	completionTimedOut: { completionTimedOut: { kind: 'completionTimedOut', words: '' } },
	sessionExpired: { sessionExpired: { kind: 'sessionExpired', words: '' } },
	unsafeUploadUrl: { unsafeUploadUrl: { kind: 'unsafeUploadUrl', problem: 'is not encrypted (http)' } },
	fileChanged: { fileChanged: { kind: 'fileChanged', words: 'It has 3 bytes, not the declared 4.' } },
	unexpected: {
		'unexpected before sending': { kind: 'unexpected', words: WORDS, sent: false },
		'unexpected after sending, without words': { kind: 'unexpected', words: '', sent: true },
	},
	doneTwice: { doneTwice: { kind: 'doneTwice', ids: ['2001', '2002'], last: httpStatus(503, WORDS) } },
	deadlineExceeded: {
		'deadlineExceeded after connectionLost': {
			kind: 'deadlineExceeded',
			last: { kind: 'connectionLost', code: 'ECONNRESET' },
		},
		'deadlineExceeded after unreachable': {
			kind: 'deadlineExceeded',
			last: { kind: 'unreachable', code: 'ENOTFOUND' },
		},
		'deadlineExceeded of a time that no option gives': {
			kind: 'deadlineExceeded',
			last: { kind: 'uploadLimit' },
			isFixed: true,
		},
		'deadlineExceeded after completionTimedOut': {
			kind: 'deadlineExceeded',
			last: { kind: 'completionTimedOut', words: '' },
		},
	},
};

/** Every cause by a short name of its own. */
export const FAILURES: Readonly<Record<string, Failure>> = Object.assign(
	{},
	...Object.values(FAILURES_BY_KIND),
) as Record<string, Failure>;

export const FAILURE_NAMES = Object.keys(FAILURES);

/** The cause of that name; fails the test where there is none. */
export function failureNamed(name: string): Failure {
	const failure = FAILURES[name];
	if (failure === undefined) throw new Error(`No failure is named "${name}"`);
	return failure;
}

const KINDS: ReadonlySet<string> = new Set(Object.keys(FAILURES_BY_KIND));

/** Whether a value is a cause of a known kind, down to the last one where it is nested. */
export function isFailure(value: Failure): boolean {
	return KINDS.has(value.kind) && (value.kind !== 'deadlineExceeded' || isFailure(value.last));
}

/** Lets everything that is ready run. */
export const turn = async () => await new Promise<void>((resolve) => setImmediate(resolve));

/** Why something failed. */
export const causeIn = (outcome: Result<unknown, Failure>): Failure => {
	if (outcome.ok) throw new Error(`Read as a success: ${JSON.stringify(outcome.value)}`);
	return outcome.error;
};
