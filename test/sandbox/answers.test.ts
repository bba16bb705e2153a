/** Specification, section 4 (transport) and section 7 (errors): what an API call is answered with, whatever was sent. */
import { http } from './support/http';
import { useSandbox } from './support/sandbox';

const sandbox = useSandbox();

const JSON_TYPE = 'application/json; charset=utf-8';
const PROFILE = '{ profile { username } }';

const post = (body: unknown, headers: Record<string, string> = {}) =>
	http(`${sandbox().baseUrl}/gql`, {
		method: 'POST',
		headers: { authorization: `Bearer ${sandbox().keys.paid}`, 'content-type': 'application/json', ...headers },
		body: typeof body === 'string' ? body : JSON.stringify(body),
	});

describe('the answer is JSON, whatever a client says that it accepts', () => {
	test.each([
		'*/*',
		'text/html',
		'image/png',
		'text/event-stream',
		'multipart/mixed',
		'application/graphql-response+json',
		'application/json;q=0',
		'nonsense',
		'',
	])('Accept: %s', async (accept) => {
		const { status, headers, body } = await post({ query: PROFILE }, { accept });
		expect([status, headers['content-type'], body]).toEqual([
			200,
			JSON_TYPE,
			'{"data":{"profile":{"username":"paula"}}}',
		]);
	});

	test('also for errors', async () => {
		const { status, headers, body } = await post({ query: '{ nothing }' }, { accept: 'text/html' });
		expect([status, headers['content-type']]).toEqual([200, JSON_TYPE]);
		expect(JSON.parse(body)).toMatchObject({ errors: [{ message: expect.stringContaining('nothing') as unknown }] });
	});
});

const SIZE_QUERY = 'mutation ($size: BigInt!) { startMediaUpload(size: $size, mimeType: "image/png") { success } }';
const DEEP = 100_000;

test.each([
	['the document is none', { query: '{' }, 'Syntax Error'],
	['the document is empty', { query: '' }, 'Syntax Error'],
	['the document does not fit the schema', { query: '{ profile { nothing } }' }, 'Cannot query field "nothing"'],
	['a variable is of a wrong kind', { query: SIZE_QUERY, variables: { size: 'five' } }, 'BigInt'],
	['a variable is missing', { query: SIZE_QUERY }, 'of required type "BigInt!" was not provided'],
	['there is no such operation', { query: `query A ${PROFILE}`, operationName: 'B' }, 'operation'],
	['it is not told which operation', { query: `query A ${PROFILE} query B ${PROFILE}` }, 'operation'],
	['the service has no such kind of operation', { query: 'subscription { a }' }, 'subscription'],
	['an argument is out of range', { query: '{ media(page: 0) { total } }' }, 'page must be at least 1'],
	['the document is nested too deeply', { query: '{ a '.repeat(DEEP) }, 'too deeply|tokens'],
	['a value is nested too deeply', { query: `{ media(page: ${'['.repeat(DEEP)}) }` }, 'too deeply|tokens'],
	['the document is too long', { query: `{ profile { ${'id '.repeat(DEEP)} } }` }, 'token'],
])('HTTP 200 with top-level errors when %s', async (_, request, message) => {
	const { status, headers, body } = await post(request);
	expect([status, headers['content-type']]).toEqual([200, JSON_TYPE]);
	expect(JSON.parse(body)).toMatchObject({ errors: [{ message: expect.stringMatching(message) as unknown }] });
	expect(sandbox().state()).toMatchObject({ requestsCounted: 1, uploadsCounted: 0 });
});

test.each([
	['nothing', ''],
	['no JSON', 'no json'],
	['a list', [{ query: PROFILE }]],
	['null', 'null'],
	['no query', {}],
	['a query that is no text', { query: 7 }],
	['variables that are no object', { query: PROFILE, variables: 'size' }],
	['a list of variables', { query: PROFILE, variables: [1] }],
	['an operationName that is no text', { query: PROFILE, operationName: 7 }],
])('HTTP 400 with errors when the body is not that of an API call: %s', async (_, body) => {
	const answer = await post(body);
	expect([answer.status, JSON.parse(answer.body)]).toEqual([
		400,
		{ errors: [{ message: expect.any(String) as string, code: 'bad_request' }] },
	]);
	expect(sandbox().state()).toMatchObject({ requestsCounted: 1, log: [{ kind: 'other', status: 400 }] });
});

test.each([
	['a field that is not known', { extra: 1 }],
	['extensions', { extensions: 'anything' }],
	['null for what is optional', { operationName: null, variables: null }],
])('beside the query the body may hold %s', async (_, fields) => {
	expect((await post({ query: PROFILE, ...fields })).body).toBe('{"data":{"profile":{"username":"paula"}}}');
});

test('null for an argument that filters is the same as no argument', async () => {
	await post({
		query: `mutation { scheduleTweet(input: {
			username: "somebody", postAt: "2099-01-01T00:00:00Z", thread: [{ text: "Hello", order: 0 }]
		}) { success } }`,
	});
	const query = `{
		media(search: null) { total }
		twitterSubmissions(submissionType: null, publishingStatus: null) { total }
	}`;
	expect((await post({ query })).body).toBe('{"data":{"media":{"total":0},"twitterSubmissions":{"total":1}}}');
});
