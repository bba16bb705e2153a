import { ACTIONABLE_CAUSES, NodeApiError, TIMED_CAUSES } from 'n8n-workflow';
import { duration, explain as explainRequest } from '../../../nodes/SocialPostScheduling/errors/errorMessages';
import { descriptionSafe, titleSafe } from '../../../nodes/SocialPostScheduling/errors/titleSafe';
import type { Failure } from '../../../nodes/SocialPostScheduling/transport/failure';
import {
	FAILURE_NAMES,
	failureNamed,
	HOUR,
	MINUTE,
	NODE,
	REQUEST_NAMES,
	requestNamed,
	SECOND,
	WORDS,
} from '../builders';

const explain = (failure: Failure, request: string) => explainRequest(failure, requestNamed(request));

const everyCase = FAILURE_NAMES.flatMap((name) => REQUEST_NAMES.map((call) => [name, call] as const));

const textOf = (name: string, call: string) => {
	const { message, description } = explain(failureNamed(name), call);
	return { message, description, all: `${message}\n${description}` };
};

describe.each(everyCase)('%s at %s', (name, call) => {
	const { message, description, all } = textOf(name, call);

	test('says what happened and what to do', () => {
		expect(message.trim()).not.toBe('');
		expect(description.trim()).not.toBe('');
		expect(message).not.toBe(description);
		expect(message).not.toMatch(/[:;,]\s*$/);
		expect(message).not.toContain('\n');
	});

	test('is made of words', () => {
		expect(all).not.toMatch(/undefined|null|NaN|\[object|\{|\}|\s\s|\.\.|^\s|\s$/);
	});

	test('avoids the words that the guidelines of n8n avoid', () => {
		expect(all).not.toMatch(/\b(error|problem|failure|mistake)s?\b/i);
	});

	test('ends its description as a sentence', () => {
		expect(description).toMatch(/[.!?]$|^Say it another way$/);
	});

	test('is shown by n8n as it is', () => {
		// With this word n8n shows the whole execution as cancelled, which is right for a stop alone.
		expect(/canceled/i.test(message)).toBe(failureNamed(name).kind === 'canceled');
		expect(new NodeApiError(NODE, {}, { message, description }).message).toBe(message);
	});
});

test.each(
	FAILURE_NAMES.filter((name) => !/^(invalidInput|refused|unexpected)/.test(name)).flatMap((name) =>
		REQUEST_NAMES.map((call) => [name, call] as const),
	),
)('%s at %s: the sentence goes on in lower case after its colon', (name, call) => {
	expect(textOf(name, call).message).not.toMatch(/: [A-Z](?!PI)/);
});

test.each([
	['unauthorized', '401'],
	['forbidden', '403'],
	['rateLimited, unstated', '429'],
	['redirected with HTTP 302', '302'],
	['HTTP 404', '404'],
	['HTTP 503', '503'],
	['timedOut after sending', undefined],
	['refused for one reason', undefined],
])('%s carries the HTTP code %s', (name, httpCode) => {
	expect(explain(failureNamed(name), 'profile').httpCode).toBe(httpCode);
});

test.each(['unauthorized', 'forbidden'])('%s: another key belongs into the same credential', (name) => {
	expect(explain(failureNamed(name), 'scheduleTweet').description).toContain('in this credential, not in another one.');
});

describe('the typed cause for what reacts to failures', () => {
	test.each([
		['unreachable', { cause: 'temporarily-unavailable' }],
		['untrusted', { cause: 'configuration-invalid' }],
		['connectionLost', { cause: 'temporarily-unavailable' }],
		['timedOut before sending', { cause: 'temporarily-unavailable' }],
		['unauthorized', { cause: 'credential-invalid' }],
		['forbidden', { cause: 'credential-invalid' }],
		['rateLimited until a stated time', { cause: 'rate-limited', retryAfterMs: 90 * SECOND }],
		['rateLimited, unstated', { cause: 'rate-limited' }],
		['redirected with HTTP 307', { cause: 'configuration-invalid' }],
		['HTTP 503', { cause: 'temporarily-unavailable' }],
		['HTTP 400', undefined],
		['uploadLimit', { cause: 'quota-exhausted' }],
		['completionTimedOut', { cause: 'temporarily-unavailable' }],
		['deadlineExceeded after unreachable', { cause: 'temporarily-unavailable' }],
		['refused for one reason', undefined],
		['invalidInput', undefined],
		['canceled before sending', undefined],
	])('%s', (name, failure) => {
		expect(explain(failureNamed(name), 'startMediaUpload').failure).toEqual(failure);
	});

	test.each(FAILURE_NAMES.map((name) => [name]))('%s has one that n8n knows, or none', (name) => {
		const known: ReadonlyArray<string | undefined> = [undefined, ...TIMED_CAUSES, ...ACTIONABLE_CAUSES];
		expect(known).toContain(explain(failureNamed(name), 'profile').failure?.cause);
	});
});

describe('a lost answer leaves doubt where something is changed', () => {
	test.each([
		['scheduleTweet', 'The thread may have been scheduled', 'Wait some minutes, and check the scheduled posts'],
		[
			'uploadMediaFromUrl',
			'The file may have been uploaded from its URL',
			'Wait some minutes, and check the content library',
		],
		['startMediaUpload', 'The upload may have been started', 'No file was sent.'],
		['completeMediaUpload', 'The upload may have been completed', 'See whether the content library has the file.'],
	] as const)('%s', (call, may, look) => {
		const { message, description } = explain({ kind: 'connectionLost', code: 'ECONNRESET' }, call);
		expect(message).toBe(`${may}: the connection was lost before a response arrived`);
		expect(description.startsWith(look)).toBe(true);
		expect(description).toContain('ECONNRESET');
	});

	test('not for profile', () => {
		expect(explain({ kind: 'timedOut', sent: true }, 'profile').message).toBe(
			'The profile was not read: the request timed out',
		);
	});

	test.each([
		'unreachable',
		'unauthorized',
		'rateLimited, unstated',
		'refused for one reason',
		'canceled before sending',
		'HTTP 400',
	])('not after %s: nothing was done', (name) => {
		expect(explain(failureNamed(name), 'scheduleTweet').message).toMatch(/^The thread was not scheduled: /);
	});

	test('a workflow that is stopped while a post is on its way leaves doubt', () => {
		expect(explain({ kind: 'canceled', sent: true }, 'scheduleTweet').message).toBe(
			'The thread may have been scheduled: the execution was canceled',
		);
	});
});

describe('the words of the service are shown', () => {
	test.each([
		'unauthorized',
		'rateLimited until a stated time',
		'HTTP 400',
		'HTTP 500',
		'graphqlErrors, refused document',
	])('%s', (name) => {
		expect(textOf(name, 'scheduleTweet').description).toContain(`The service says: `);
		expect(textOf(name, 'scheduleTweet').description).toContain(WORDS);
	});

	test('GraphQL messages are all shown', () => {
		const failure = {
			kind: 'graphqlErrors',
			status: 200,
			unknownFields: [],
			hasWordless: false,
			messages: ['One', 'Two.'],
			executed: false,
		} as const;
		expect(explain(failure, 'profile').description).toBe('The service says: One; Two.');
	});
});

test('a wrong value is told by its field alone, and the advice is the description', () => {
	expect(explain(failureNamed('invalidInput'), 'scheduleTweet')).toEqual({
		message: 'Post At is empty',
		description: 'Enter a date and a time.',
	});
});

test.each([
	['notJson, a page', 'a web page instead of data'],
	['notJson, text', 'text instead of data'],
	['notJson, empty', 'returned an empty response'],
	['responseTooLong', "the service's response is longer than 16 MiB"],
	['unexpectedResponse', 'incomplete'],
	['sessionExpired', 'upload session expired'],
	['uploadLimit', 'upload limit'],
	['rateLimited, unstated', 'request limit'],
	[
		'deadlineExceeded after connectionLost',
		'it did not finish within "Give Up After" (last attempt: the connection was lost',
	],
])('%s says "%s"', (name, says) => {
	expect(textOf(name, 'profile').message).toContain(says);
});

test.each([
	['of the node', 'profile', {}, / If this happens with each request, check the base URL of the credential\.$/],
	['of a query that a person wrote', 'profile', { entered: '"Query"' }, / Ask for fewer entries at a time\.$/],
	['of a mutation', 'scheduleTweet', { entered: '"Query"' }, /The response was not read to its end\.(?! Ask)/],
])('a response %s that is too long', (_, call, more, advice) => {
	const { description } = explainRequest({ kind: 'responseTooLong' }, { ...requestNamed(call), ...more });
	expect(description).toContain('The response was not read to its end.');
	expect(description).toMatch(advice);
});

test('the storage is told from the service', () => {
	expect(explain({ kind: 'httpStatus', status: 503, words: '' }, 'put').message).toContain(
		'the upload storage returned HTTP 503',
	);
	expect(explain({ kind: 'httpStatus', status: 503, words: '' }, 'startMediaUpload').message).toContain(
		'the service returned HTTP 503',
	);
});

test('the time until requests are taken again is told', () => {
	expect(textOf('rateLimited until a stated time', 'profile').description).toContain('Try again in 90 seconds');
});

test.each([
	[2 * SECOND, '2 seconds'],
	[1_001, '2 seconds'],
	[90 * SECOND, '90 seconds'],
	[119 * SECOND, '119 seconds'],
	[119_001, '2 minutes'],
	[2 * MINUTE, '2 minutes'],
	[2 * MINUTE + 1, '3 minutes'],
	[HOUR, '60 minutes'],
	[SECOND, '1 second'],
	[1, '1 second'],
])('%i ms reads "%s"', (ms, expected) => {
	expect(duration(ms)).toBe(expected);
});

describe('a message is shown by n8n as it is', () => {
	/** What n8n-workflow looks for in a message, with the text by which it replaces the whole of it. */
	const REPLACED = [
		'ECONNREFUSED',
		'ECONNRESET',
		'ENOTFOUND',
		'ETIMEDOUT',
		'ERRADDRINUSE',
		'EADDRNOTAVAIL',
		'ECONNABORTED',
		'EHOSTUNREACH',
		'EAI_AGAIN',
		'ENOENT',
		'EISDIR',
		'ENOTDIR',
		'EACCES',
		'EEXIST',
		'EPERM',
		'GETADDRINFO',
	];

	test.each(REPLACED.flatMap((code) => [[code], [code.toLowerCase()], [`x${code}x ${code}`]]))(
		'with %s in it',
		(word) => {
			const dangerous = `The service says: ${word}, sorry`;
			expect(new NodeApiError(NODE, {}, { message: dangerous, description: 'd' }).message).not.toContain('sorry');
			const message = titleSafe(dangerous);
			expect(new NodeApiError(NODE, {}, { message, description: 'd' }).message).toBe(message);
		},
	);

	test.each(['canceled', 'Canceled', 'The job was CANCELED twice: canceled'])(
		'"%s" does not mark the execution as cancelled',
		(words) => {
			expect(titleSafe(words)).not.toMatch(/canceled/i);
		},
	);

	test.each([
		['Reason: ECONNRESET. Look', 'Reason: E-CONNRESET. Look'],
		['connect ETIMEDOUT 127.0.0.1', 'connect E-TIMEDOUT 127.0.0.1'],
		['one of upload, useExisting', 'one of upload, useExisting'],
		['The field siteAccess', 'The field siteAccess'],
		['TemplateNotFound', 'TemplateNotFound'],
		['canceled', 'canceled'],
	])('of a description, the codes alone are changed, and no name: %s', (words, expected) => {
		expect(descriptionSafe(words)).toBe(expected);
	});

	test.each(['The thread was not scheduled', 'Please see the experts', 'E-mail'])('"%s" is left alone', (words) => {
		expect(titleSafe(words)).toBe(words);
	});

	test.each(['Upload canceled', 'ENOENT: no such file', 'connect ECONNREFUSED 127.0.0.1'])(
		'also where the service says "%s"',
		(words) => {
			const { message, description } = explain(
				{ kind: 'refused', errors: [{ field: null, code: null, message: words }] },
				'put',
			);
			expect(message).not.toContain('canceled');
			expect(new NodeApiError(NODE, {}, { message, description }).message).toBe(message);
			expect(message).toMatch(/^The file was not sent: ./);
		},
	);
});
