import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { Failure } from '../../../nodes/SocialPostScheduling/transport/failure';
import { explain as explainRequest } from '../../../nodes/SocialPostScheduling/errors/errorMessages';
import { toNodeError as toErrorOfRequest } from '../../../nodes/SocialPostScheduling/errors/nodeError';
import { titleSafe } from '../../../nodes/SocialPostScheduling/errors/titleSafe';
import { FAILURE_NAMES, failureNamed, NODE, REQUEST_NAMES, requestNamed } from '../builders';

const explain = (failure: Failure, request: string) => explainRequest(failure, requestNamed(request));
const toNodeError = (failure: Failure, request: string, ...rest: Rest) =>
	toErrorOfRequest(failure, requestNamed(request), ...rest);
type Rest = Parameters<typeof toErrorOfRequest> extends [Failure, unknown, ...infer R] ? R : never;

const KEY = 'sk_live_51Hf0000TESTKEY';
const SIGNATURE = '5up3r-s3cr3t-s1gn4tur3';
const ADDRESS = `https://storage.example.com/put/1?signature=${SIGNATURE}`;
const place = { node: NODE, itemIndex: 3, apiKeys: [KEY] };

const everyCase = FAILURE_NAMES.flatMap((name) => REQUEST_NAMES.map((call) => [name, call] as const));

describe.each(everyCase)('%s at %s', (name, call) => {
	const failure = failureNamed(name);
	const error = toNodeError(failure, call, place, ['First more.', '', 'Second more.'], {
		step: 'put',
		uploadToken: 'token',
	});

	test('keeps its message and its description as they were written', () => {
		const { message, description } = explain(failure, call);
		expect(error.message).toBe(message);
		expect(error.description).toBe(`${description} First more. Second more.`);
	});

	test('is a wrong value, or an answer of the service', () => {
		const expected = failure.kind === 'invalidInput' ? NodeOperationError : NodeApiError;
		expect(error).toBeInstanceOf(expected);
	});

	test('carries the item, the reason, the call if there was one, and what is needed to go on', () => {
		expect(error.context).toMatchObject({ itemIndex: 3, reason: failure.kind, step: 'put', uploadToken: 'token' });
		expect(error.context.call).toBe(failure.kind === 'invalidInput' ? undefined : call);
	});

	test('carries the HTTP code and the typed cause', () => {
		const explanation = explain(failure, call);
		if (error instanceof NodeApiError) expect(error.httpCode).toBe(explanation.httpCode ?? null);
		expect(error.failure).toEqual(explanation.failure);
	});
});

test('without more to say the description is the one of the table', () => {
	const failure: Failure = { kind: 'timedOut', sent: true };
	expect(toNodeError(failure, 'profile', place).description).toBe(explain(failure, 'profile').description);
});

/** Every text that comes from outside holds the key and the signed address. */
const LEAK = `key ${KEY}, Bearer ${KEY}, ${ADDRESS}`;
const leaks: ReadonlyArray<readonly [string, Failure]> = [
	['invalidInput', { kind: 'invalidInput', problem: { field: 'URL', problem: `is "${LEAK}"`, advice: LEAK } }],
	['blockedByN8n', { kind: 'blockedByN8n', words: LEAK }],
	['unauthorized', { kind: 'unauthorized', words: LEAK }],
	['forbidden', { kind: 'forbidden', words: LEAK }],
	['rateLimited', { kind: 'rateLimited', resetsInMs: null, words: LEAK }],
	['httpStatus', { kind: 'httpStatus', status: 500, words: LEAK }],
	[
		'graphqlErrors',
		{
			kind: 'graphqlErrors',
			status: 200,
			unknownFields: [],
			messages: [LEAK, LEAK],
			hasWordless: false,
			executed: true,
		},
	],
	['refused', { kind: 'refused', errors: [{ field: LEAK, code: LEAK, message: LEAK }] }],
	['unexpectedResponse', { kind: 'unexpectedResponse', missing: LEAK }],
	['unsafeUploadUrl', { kind: 'unsafeUploadUrl', problem: `is ${ADDRESS}` }],
	['fileChanged', { kind: 'fileChanged', words: LEAK }],
	['unexpected', { kind: 'unexpected', words: LEAK, sent: true }],
	['deadlineExceeded', { kind: 'deadlineExceeded', last: { kind: 'httpStatus', status: 500, words: LEAK } }],
];

/** All that n8n may store of an error: its own JSON, and every property of its own. */
const stored = (error: NodeApiError | NodeOperationError) =>
	[
		JSON.stringify(error),
		JSON.stringify(Object.fromEntries(Object.entries(error))),
		error.message,
		error.stack ?? '',
		String(error.cause),
	].join('\n');

test.each(leaks.flatMap(([name, failure]) => REQUEST_NAMES.map((call) => [name, call, failure] as const)))(
	'the key and the signed address stand nowhere in the error: %s at %s',
	(_, call, failure) => {
		const text = stored(toNodeError(failure, call, place, [LEAK]));
		expect(text).not.toContain(KEY);
		expect(text).not.toContain(SIGNATURE);
	},
);

/** Long answers are cut; wherever the cut falls, no part of a secret may be left before it. */
const CUT_AT = 500;
const LONGEST = Math.max(KEY.length, ADDRESS.length);
const paddings = Array.from({ length: LONGEST + 2 }, (_, before) => CUT_AT - before);
test.each([
	['the key', KEY],
	['the signed address', ADDRESS],
])('a cut through %s leaves nothing of it', (_, secret) => {
	for (const padding of paddings) {
		const words = `${'.'.repeat(padding)}${secret} and more`;
		const text = stored(toNodeError({ kind: 'httpStatus', status: 500, words }, 'profile', place));
		expect(text).not.toContain(secret.slice(0, 9));
	}
});

test('a key that holds a word that n8n would replace is found all the same', () => {
	const apiKey = 'sk-ECONNRESET-canceled-42';
	const failure: Failure = { kind: 'refused', errors: [{ field: null, code: null, message: `No ${apiKey}` }] };
	expect(stored(toNodeError(failure, 'profile', { ...place, apiKeys: [apiKey] }))).not.toContain('NRESET');
});

test('the search finds what is there', () => {
	expect(stored(toNodeError({ kind: 'unexpected', words: 'a-word-to-find', sent: true }, 'profile', place))).toContain(
		'a-word-to-find',
	);
});

test.each([
	['Expected Name, found <EOF>', 'Expected Name, found ‹EOF›'],
	['must be < 10 and > 3, not <b>bold</b>', 'must be ‹ 10 and › 3, not ‹b›bold‹/b›'],
	['a << b > c', 'a ‹‹ b › c'],
	['a -> b', 'a -> b'],
])('an error keeps all words where n8n shows it as HTML: %s', (words, shown) => {
	const failure: Failure = { kind: 'unauthorized', words };
	expect(toNodeError(failure, 'scheduleTweet', place).description).toContain(`The service says: ${shown}. `);
	expect(toNodeError(failure, 'scheduleTweet', place, [words]).description).toContain(shown);
	const refusal: Failure = { kind: 'refused', errors: [{ field: null, code: null, message: words }] };
	expect(toNodeError(refusal, 'scheduleTweet', place).message).toBe(`The thread was not scheduled: ${shown}`);
});

test('a description of thousands of signs costs no more than another one', () => {
	const more = ['<'.repeat(100_000), '<a'.repeat(100_000), `<${'a'.repeat(100_000)}`];
	expect(toNodeError({ kind: 'unauthorized', words: '' }, 'scheduleTweet', place, more).description).not.toContain('<');
});

describe('as a tool', () => {
	const tool = { ...place, node: { ...NODE, type: `${NODE.type}Tool` } };

	test.each(everyCase)('the message says all of it, and so does the description: %s at %s', (name, call) => {
		const { message, description } = explain(failureNamed(name), call);
		const error = toNodeError(failureNamed(name), call, tool, ['More.']);
		expect(error.message).toContain(message);
		expect(error.message).toContain(titleSafe(description).replace(/\.$/, ''));
		expect(error.message).toMatch(/More\.$/);
		expect(`${error.description}.`).toBe(error.message);
	});
});
