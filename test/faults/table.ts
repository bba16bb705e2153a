/** The rows of the fault table: one fault each, struck once at a step, and what becomes of it at every step that it concerns. */
import { pick } from 'lodash';
import type { Fault } from '../../sandbox/server';
import { again, doubt, fails, notRead, once, refused, restarted, type Row } from './cells';
import { IDEMPOTENT, MUTATIONS, QUERIES, type Step, STEPS } from './steps';

export interface FaultRow {
	readonly fault: string;
	readonly inject: (step: Step) => Fault;
	readonly cells: Row;
	/** The requests that the fault is about, where it is not about all of them. */
	readonly at?: readonly Step[];
	/** Time limit of a request, in milliseconds, for calls that are never answered. */
	readonly timeout?: number;
}

const LOST = 'the connection was lost before a response arrived';
const LATE = 'the request timed out';
/**
 * Time limit of a request where an answer stays away, in milliseconds: far more than the service and the repeated request
 * need on a machine that is busy, for the limit holds for them too.
 */
const PATIENCE_MS = 3000;
const REPEATABLE: readonly Step[] = [...QUERIES, ...IDEMPOTENT, 'put', 'completeMediaUpload'];
const HTML = '<!doctype html><html><body><h1>Trouble</h1></body></html>';
const answered = (status: number) =>
	[`the service returned HTTP ${status}`, `the upload storage returned HTTP ${status}`] as const;
const status =
	(code: number, more: { headers?: Record<string, string>; body?: unknown } = {}) =>
	(): Fault => ({
		kind: 'status',
		status: code,
		...more,
	});

/** A body instead of the real answer. At the PUT, a 200 of any content is a success: there the file has arrived before it. */
const instead =
	(json: unknown) =>
	(step: Step): Fault =>
		step === 'put' ? { kind: 'status', status: 200, body: json, when: 'after' } : { kind: 'body', json };

/** A post that was scheduled is found, although its response was lost. */
const FOUND = once('scheduleTweet');

const CONNECTION: FaultRow[] = [
	{
		fault: 'reset before it is processed',
		inject: () => ({ kind: 'reset', when: 'before' }),
		cells: { ...doubt(LOST, 'did nothing'), ...again(...REPEATABLE) },
	},
	{
		fault: 'reset during the transfer',
		inject: (step) => ({ kind: 'reset', when: 'during', ...(step === 'put' && { afterBytes: 10_000 }) }),
		cells: { ...doubt(LOST, 'did it'), ...again(...REPEATABLE), ...FOUND },
	},
	{
		fault: 'reset after it was processed: the answer is lost',
		inject: () => ({ kind: 'reset', when: 'after' }),
		cells: { ...doubt(LOST, 'did it'), ...again(...REPEATABLE), ...FOUND },
	},
	{
		fault: 'no answer, not processed',
		inject: () => ({ kind: 'hang', when: 'before' }),
		timeout: PATIENCE_MS,
		cells: {
			...notRead(LATE),
			...doubt(LATE, 'did nothing'),
			...again('put', 'completeMediaUpload'),
		},
	},
	{
		fault: 'no answer, though processed',
		inject: () => ({ kind: 'hang', when: 'after' }),
		timeout: PATIENCE_MS,
		cells: { ...notRead(LATE), ...doubt(LATE, 'did it'), ...again('put', 'completeMediaUpload'), ...FOUND },
	},
	{ fault: 'a slow answer', inject: () => ({ kind: 'slow', ms: 50 }), cells: once(...STEPS) },
];

const STATUSES: FaultRow[] = [
	{ fault: 'HTTP 401', inject: status(401), cells: refused('the API key was not accepted', answered(401)[1]) },
	{ fault: 'HTTP 403', inject: status(403), cells: refused('the account has no access to the API', answered(403)[1]) },
	{
		fault: 'HTTP 403, an HTML page',
		inject: status(403, { headers: { 'content-type': 'text/html' }, body: HTML }),
		cells: {
			...notRead('the service returned HTTP 403 with a web page'),
			...fails(answered(403)[1], 'put'),
			...doubt('the service returned HTTP 403 with a web page', 'did nothing'),
		},
	},
	{
		fault: 'HTTP 409',
		inject: status(409),
		cells: {
			...notRead(answered(409)[0]),
			...again('put'),
			...doubt(answered(409)[0], 'did nothing'),
		},
	},
	...[404, 413, 422].map((code) => ({
		fault: `HTTP ${code}`,
		inject: status(code),
		cells: refused(...answered(code)),
	})),
	{
		fault: 'HTTP 408',
		inject: status(408),
		cells: {
			...notRead(answered(408)[0]),
			...doubt(answered(408)[0], 'did nothing'),
			...again('put', 'completeMediaUpload'),
		},
	},
	{
		fault: 'HTTP 412',
		inject: (step) => ({ kind: 'status', status: 412, when: step === 'put' ? 'after' : 'before' }),
		cells: { ...refused(answered(412)[0]), ...once('put') },
	},
	{ fault: 'HTTP 429 without headers', inject: status(429), cells: again(...STEPS) },
	{
		fault: 'HTTP 429 with Retry-After',
		inject: status(429, { headers: { 'Retry-After': '7' } }),
		cells: again(...STEPS),
	},
	{
		fault: 'HTTP 429 with X-RateLimit-Reset',
		inject: () => ({
			kind: 'status',
			status: 429,
			headers: { 'X-RateLimit-Reset': String(Math.ceil(Date.now() / 1000) + 60) },
		}),
		cells: again(...STEPS),
	},
	{
		fault: 'HTTP 429 with a reset beyond the bound',
		inject: status(429, { headers: { 'Retry-After': '7200' } }),
		cells: {
			...refused('the request limit of the account is used up', 'the upload storage is limiting requests'),
		},
	},
	{
		fault: 'HTTP 500',
		inject: status(500),
		cells: {
			...notRead(answered(500)[0]),
			...again('put'),
			...doubt(answered(500)[0], 'did nothing'),
		},
	},
	...[502, 503, 504].map((code) => ({
		fault: `HTTP ${code}, an HTML page`,
		inject: status(code, { headers: { 'content-type': 'text/html' }, body: HTML }),
		cells: { ...doubt(answered(code)[0], 'did nothing'), ...again(...REPEATABLE) },
	})),
	...['same', 'another'].map((origin) => ({
		fault: `a redirect to ${origin} origin`,
		inject: (): Fault => ({
			kind: 'redirect',
			status: 307,
			location: origin === 'same' ? '/elsewhere' : 'http://127.0.0.1:9/elsewhere',
		}),
		cells: refused('the service returned a redirect (HTTP 307)', 'the upload storage returned a redirect (HTTP 307)'),
	})),
];

const BODIES: FaultRow[] = [
	{
		fault: 'an empty body',
		inject: (step) =>
			step === 'put' ? { kind: 'status', status: 200, body: '', when: 'after' } : { kind: 'emptyBody', when: 'before' },
		cells: {
			...notRead('the service returned an empty response'),
			...doubt('the service returned an empty response', 'did nothing'),
			...once('put'),
			...again('completeMediaUpload'),
		},
	},
	{
		fault: 'JSON that is cut',
		inject: () => ({ kind: 'cutJson' }),
		at: STEPS.filter((step) => step !== 'put'),
		cells: {
			...notRead('the service returned text instead of data'),
			...doubt('the service returned text instead of data', 'did it'),
			...again('completeMediaUpload'),
			...FOUND,
		},
	},
	...[{}, [], { data: null }, { data: [] }, { data: {} }].map((json) => ({
		fault: `JSON of a wrong shape: ${JSON.stringify(json)}`,
		inject: instead(json),
		cells: {
			...notRead("the service's response is incomplete"),
			...doubt("the service's response is incomplete", 'did nothing'),
			...once('put'),
			// A list in another form is one that cannot be searched: the item is uploaded, and says so.
			...(JSON.stringify(json) === '{"data":{}}' && once('mediaOfUpload')),
		},
	})),
	{
		fault: 'JSON with other values at the fields',
		inject: instead({ data: { profile: 1, scheduleTweet: 'x' } }),
		cells: {
			...notRead("the service's response is incomplete"),
			...doubt("the service's response is incomplete", 'did nothing'),
			...once('put'),
			...once('mediaOfUpload'),
			// Any data are a response to a query that a person writes. The mutation asks for success.
			...once('query'),
		},
	},
	{
		fault: 'top-level errors',
		inject: instead({ errors: [{ message: 'Syntax Error: Unexpected Name "off".' }] }),
		cells: { ...refused('the service did not accept the request'), ...once('put', 'mediaOfUpload') },
	},
	{
		fault: 'top-level errors, with data',
		inject: (step) => instead({ data: { [step]: null }, errors: [{ message: 'It broke' }] })(step),
		cells: {
			...notRead('the service could not carry out the request'),
			...doubt('the service could not carry out the request', 'did nothing'),
			...once('put'),
		},
	},
];

const refusedMutation = (what: string): Row => fails(what, ...MUTATIONS);

/** Why the platform did not take a post of one part. */
const REFUSED_BY_PLATFORM = {
	submissionError: { errorCode: 'REJECTED', message: 'Not this one.', suggestedFix: 'Write another one.' },
	post: { submissions: [{ id: '1', result: null }] },
};

const PAYLOADS: FaultRow[] = [
	{
		fault: 'the platform refuses the post',
		inject: () => ({ kind: 'payload', success: false, fields: REFUSED_BY_PLATFORM }),
		at: ['submitPlatformPost'],
		cells: fails('Not this one', 'submitPlatformPost'),
	},
	{
		fault: 'the platform refuses the post, beside "success: true"',
		inject: () => ({ kind: 'payload', success: true, fields: REFUSED_BY_PLATFORM }),
		at: ['submitPlatformPost'],
		cells: fails('Not this one', 'submitPlatformPost'),
	},
	{
		fault: 'the platform refuses the post, and nothing shows that no part of it is out',
		inject: () => ({
			kind: 'payload',
			success: false,
			fields: { submissionError: REFUSED_BY_PLATFORM.submissionError },
			when: 'after',
		}),
		at: ['submitPlatformPost'],
		cells: pick(doubt('Not this one', 'did it'), 'submitPlatformPost'),
	},
	{
		fault: 'success: false with no reason',
		inject: () => ({ kind: 'payload', success: false }),
		at: MUTATIONS,
		cells: refusedMutation('the service gave no reason'),
	},
	{
		fault: 'success: false with one reason',
		inject: () => ({ kind: 'payload', success: false, errors: [{ field: 'name', code: 'BAD', message: 'Not good.' }] }),
		at: MUTATIONS,
		cells: {
			...refusedMutation('Name: Not good'),
			// Their documents have no such field.
			...fails('name: Not good', 'startMediaUpload', 'scheduleTweet', 'submitPlatformPost', 'mutation', ...IDEMPOTENT),
		},
	},
	{
		fault: 'success: false with several reasons',
		inject: () => ({
			kind: 'payload',
			success: false,
			errors: [
				{ field: null, code: 'FIRST', message: 'The first' },
				{ field: 'b', code: null, message: 'The second' },
			],
		}),
		at: MUTATIONS,
		cells: refusedMutation('The first'),
	},
	{
		fault: 'success: false for the upload limit',
		inject: () => ({
			kind: 'payload',
			success: false,
			errors: [{ field: null, code: null, message: 'Media upload rate limit exceeded' }],
		}),
		at: ['uploadMediaFromUrl', 'startMediaUpload'],
		cells: {
			...fails('the upload limit of the account is used up', 'uploadMediaFromUrl'),
			...fails('the upload limit of the account is used up', 'startMediaUpload'),
		},
	},
	{
		fault: 'success: true without what it promises',
		inject: () => ({ kind: 'payload', success: true, when: 'after' }),
		at: MUTATIONS,
		cells: {
			...doubt("the service's response is incomplete", 'did it'),
			...once('scheduleTweet', 'submitPlatformPost', 'mutation', ...IDEMPOTENT),
		},
	},
	{
		fault: 'an upload timeout',
		inject: () => ({
			kind: 'payload',
			success: false,
			errors: [{ field: null, code: 'UPLOAD_TIMEOUT', message: 'Upload timed out' }],
		}),
		at: ['completeMediaUpload'],
		cells: again('completeMediaUpload'),
	},
	{
		fault: 'an upload timeout, though copied',
		inject: () => ({
			kind: 'payload',
			success: false,
			errors: [{ field: null, code: null, message: 'upload timeout' }],
			when: 'after',
		}),
		at: ['completeMediaUpload'],
		cells: again('completeMediaUpload'),
	},
	{
		fault: 'something else has expired',
		inject: () => ({
			kind: 'payload',
			success: false,
			errors: [{ field: null, code: null, message: 'Your trial has expired' }],
		}),
		at: MUTATIONS,
		cells: refusedMutation('Your trial has expired'),
	},
	{
		fault: 'the session expires',
		inject: () => ({ kind: 'expireSession' }),
		at: ['put', 'completeMediaUpload'],
		cells: {
			...restarted('put', 'completeMediaUpload'),
		},
	},
];

export const TABLE: readonly FaultRow[] = [...CONNECTION, ...STATUSES, ...BODIES, ...PAYLOADS];
