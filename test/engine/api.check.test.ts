/** What Check says of services that lack things or have other habits than the sandbox, and what it costs them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GraphQLSchema } from 'graphql';
import { MAX_REQUESTS } from '../../nodes/SocialPostScheduling/resources/api/check';
import { groupDocuments } from '../../nodes/SocialPostScheduling/resources/api/groupedDocument';
import { probeOf } from '../../nodes/SocialPostScheduling/resources/api/probe';
import { SERVICE_RESOURCES } from '../../nodes/SocialPostScheduling/resources';
import { textField } from '../../nodes/SocialPostScheduling/utils/json';
import { runNode } from '../harness/engine';
import { type Habit, type SchemaService, schemaWithout, startSchemaService, usual } from '../harness/schemaService';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const SDL = readFileSync(join(__dirname, '../../sandbox/schema.graphql'), 'utf8');
const FULL = schemaWithout(SDL);

const sandbox = useService();
useShortWaits();
let service: SchemaService;
beforeAll(async () => (service = await startSchemaService()));
afterAll(() => service.close());

const runCheck = async (baseUrl = service.baseUrl) =>
	await runNode({
		parameters: { resource: 'api', operation: 'check' },
		credential: { ...sandbox().credential, baseUrl },
	});

/** Checks a service, and gives what is said of its operations. */
async function check(schema: GraphQLSchema, habit?: Habit, rewrite?: (query: string) => string) {
	service.become(schema, habit, rewrite);
	const { items, error } = await runCheck();
	expect(error).toBeUndefined();
	// A document that is sent again, because a limit asks for it, is the same.
	expect(new Set(service.documents).size).toBeLessThanOrEqual(MAX_REQUESTS);
	return new Map(items.map(({ json }) => [textField(json, 'operation') ?? '', json]));
}

/** The operations that do not have a value of `offered`. */
const others = (checks: Awaited<ReturnType<typeof check>>, offered: unknown) =>
	[...checks.values()].filter((item) => item.offered !== offered).map((item) => textField(item, 'operation'));

const OPERATIONS = SERVICE_RESOURCES.flatMap(({ name, operations }) => operations.map((it) => `${name}: ${it.name}`));
const mutationsIn = (documents: readonly string[]) => documents.filter((document) => document.startsWith('mutation'));

/** Nothing but the profile of the canary is read, and nothing is changed. */
const expectNothingDone = () => expect(new Set(service.executed)).toEqual(new Set(['profile']));

describe('a service that offers everything', () => {
	test('says so in three requests, and carries out nothing', async () => {
		const checks = await check(FULL);
		expect([...checks.keys()]).toEqual(OPERATIONS);
		expect(checks.get('Tweet: Schedule')).toEqual({
			operation: 'Tweet: Schedule',
			offered: 'yes',
			missing: [],
			says: '',
		});
		expect(others(checks, 'yes')).toEqual([]);
		expect(service.documents).toHaveLength(3);
		expectNothingDone();
	});

	test('such as the sandbox: it holds and counts nothing afterwards', async () => {
		const { error, items } = await runCheck(sandbox().credential.baseUrl);
		expect(error).toBeUndefined();
		expect(items.filter(({ json }) => json.offered !== 'yes')).toEqual([]);
		const { log, posts, media, sessions, uploadsCounted } = sandbox().sandbox.state();
		expect({ requests: log.length, posts, media, sessions, uploadsCounted }).toEqual({
			requests: 3,
			posts: [],
			media: [],
			sessions: [],
			uploadsCounted: 0,
		});
	});
});

test('a key that is replaced while it runs is in no text', async () => {
	const newKey = 'sps_live_replaced_0123456789';
	const message = `Cannot query field "media" on type "APIQuery". Denied for ${newKey}`;
	service.become(FULL, (result, { number }) =>
		number === 1 ? usual(result, { query: '', number }) : { status: 400, body: { errors: [{ message }] } },
	);
	const { baseUrl } = service;
	const { apiKey } = sandbox().credential;
	const { items, stored } = await runNode({
		parameters: { resource: 'api', operation: 'check' },
		credential: {
			baseUrl,
			get apiKey() {
				return service.documents.length === 0 ? apiKey : newKey;
			},
		},
	});
	expect(JSON.stringify(items)).toContain('Denied for [API key]');
	expect(stored).not.toContain(newKey);
});

test('even if a service carried it out, nothing would come of it', async () => {
	const { credential, sandbox: running } = sandbox();
	const probes = SERVICE_RESOURCES.flatMap(({ operations }) => operations)
		.flatMap(({ requests }) => requests)
		.flatMap((request) => probeOf(request) ?? []);
	for (const probe of probes) {
		const { document: query, variables, operationName } = groupDocuments([probe], false);
		const response = await fetch(`${credential.baseUrl}/gql`, {
			method: 'POST',
			headers: { Authorization: `Bearer ${credential.apiKey}`, 'Content-Type': 'application/json' },
			body: JSON.stringify({ query, variables, operationName }),
		});
		const { data, errors } = (await response.json()) as { data: { check0: unknown }; errors?: unknown };
		expect(errors).toBeUndefined();
		expect(data).toEqual({
			check0: probe.type === 'query' ? data.check0 : expect.objectContaining({ success: false }),
		});
	}
	const { posts, media, sessions } = running.state();
	expect({ posts, media, sessions }).toEqual({ posts: [], media: [], sessions: [] });
});

describe('a service that lacks', () => {
	test.each([
		['a query', 'APIQuery.mediaLabels', 'Media Label: Get Many', 'no', ['APIQuery.mediaLabels']],
		[
			'a mutation',
			'APIMutation.uploadMediaFromUrl',
			'Media: Upload From URL',
			'no',
			['APIMutation.uploadMediaFromUrl'],
		],
		['a field', 'SocialAccountType.isEnabled', 'Social Account: Get Many', 'partly', ['SocialAccountType.isEnabled']],
		['an argument', 'APIQuery.media(labelIds:)', 'Media: Get Many', 'partly', ['APIQuery.media(labelIds:)']],
		['a field of a payload', 'ScheduleTweetPayload.post', 'Tweet: Schedule', 'partly', ['ScheduleTweetPayload.post']],
		[
			'a field of an input',
			'ScheduleTweetInput.username',
			'Tweet: Schedule',
			'partly',
			['ScheduleTweetInput.username'],
		],
		[
			'the half of an operation',
			'APIMutation.startMediaUpload',
			'Media: Upload Binary',
			'partly',
			['APIMutation.startMediaUpload'],
		],
	])('%s: %s', async (_, place, operation, offered, missing) => {
		const checks = await check(schemaWithout(SDL, place));
		expect(checks.get(operation)).toMatchObject({ offered, missing, says: expect.stringMatching(/^[A-Z].*[.?]$/) });
		expect(others(checks, 'yes')).toEqual([operation]);
		expectNothingDone();
	});

	test('several of them, with the words that it has for each', async () => {
		const checks = await check(
			schemaWithout(
				SDL,
				'APIQuery.mediaLabels',
				'MediaType.mimeType',
				'APIMutation.scheduleTweet',
				'ScheduleTweetInput',
			),
		);
		expect(checks.get('Tweet: Schedule')).toEqual({
			operation: 'Tweet: Schedule',
			offered: 'no',
			missing: ['ScheduleTweetInput', 'APIMutation.scheduleTweet'],
			says: 'Unknown type "ScheduleTweetInput". Did you mean "ScheduleTweetPayload"? Cannot query field "scheduleTweet" on type "APIMutation".',
		});
		expect(checks.get('Media: Get Many')).toMatchObject({ offered: 'partly', missing: ['MediaType.mimeType'] });
		expect(checks.get('Media Label: Get Many')).toMatchObject({ offered: 'no' });
		expect(checks.get('Profile: Get')).toMatchObject({ offered: 'yes' });
		expect(service.documents).toHaveLength(5);
		expectNothingDone();
	});

	test('all but the profile', async () => {
		const checks = await check(
			schemaWithout(
				`type Query { profile: UserType } type Mutation { other: Int } type UserType { id: ID! username: String email: String registeredAt: String }`,
			),
		);
		expect(others(checks, 'no')).toEqual(['Profile: Get']);
		// All but its quotas.
		expect(checks.get('Profile: Get')).toMatchObject({ offered: 'partly' });
		expectNothingDone();
	});

	test('all mutations', async () => {
		const checks = await check(schemaWithout(SDL.replace('mutation: APIMutation', ''), 'APIMutation'));
		expect(checks.get('Tweet: Schedule')?.offered).not.toBe('yes');
		expect(checks.get('Media: Get Many')).toMatchObject({ offered: 'yes' });
	});
});

const LESS = schemaWithout(SDL, 'APIQuery.mediaLabels', 'MediaType.mimeType', 'APIMutation.scheduleTweet');
const EXPECTED = {
	'Media Label: Get Many': 'no',
	'Media: Get Many': 'partly',
	'Media: Upload From URL': 'partly',
	'Tweet: Schedule': 'no',
	'Profile: Get': 'yes',
	'Social Account: Get Many': 'yes',
};
const verdicts = (checks: Awaited<ReturnType<typeof check>>) =>
	Object.fromEntries(Object.keys(EXPECTED).map((operation) => [operation, checks.get(operation)?.offered]));

const messagesOf: (change: (message: string) => object) => Habit = (change) => (result) => ({
	status: result.errors === undefined ? 200 : 400,
	body: result.errors === undefined ? result : { errors: result.errors.map(({ message }) => change(message)) },
});

describe('a service with habits of its own', () => {
	test.each<[string, Habit]>([
		['answers 400 to a document that is not valid', (result) => ({ status: result.errors ? 400 : 200, body: result })],
		[
			'has data beside the errors',
			(result) => ({ status: 200, body: result.errors ? { data: null, ...result } : result }),
		],
	])('%s: the same is found', async (_, habit) => {
		expect(verdicts(await check(LESS, habit))).toEqual(EXPECTED);
		expectNothingDone();
	});

	test.each<[string, Habit]>([
		['names no places', messagesOf((message) => ({ message }))],
		['writes apostrophes', messagesOf((message) => ({ message: message.replaceAll('"', "'") }))],
		[
			'names places that are none of the document',
			(result) => ({
				status: 200,
				body: result.errors
					? { errors: result.errors.map(({ message }) => ({ message, locations: [{ line: 0, column: 0 }] })) }
					: result,
			}),
		],
	])('%s: the same is found, or it says that it does not know', async (_, habit) => {
		const found = Object.entries(verdicts(await check(LESS, habit)));
		const known = found.filter(([, offered]) => offered !== null);
		expect(EXPECTED).toMatchObject(Object.fromEntries(known));
		expect(known.length).toBeGreaterThanOrEqual(found.length - 1);
		expectNothingDone();
	});

	test('tells one error at a time: what it has no time to tell is not known', async () => {
		const checks = await check(LESS, (result) => ({
			status: 200,
			body: result.errors ? { errors: result.errors.slice(0, 1) } : result,
		}));
		for (const [operation, offered] of Object.entries(EXPECTED)) {
			expect([offered, null]).toContain(checks.get(operation)?.offered);
		}
		expect(checks.get('Media Label: Get Many')?.offered).toBe('no');
	});

	test.each([
		[
			'400',
			(result: { errors?: unknown }) => ({
				status: result.errors ? 400 : 200,
				body: result.errors ? 'Bad Request' : result,
			}),
		],
		[
			'200',
			(result: { errors?: unknown }) => ({
				status: 200,
				body: result.errors ? { errors: [{ message: 'Bad Request' }] } : result,
			}),
		],
	])('hides its reasons, with HTTP %s: nothing wrong is said', async (_, habit) => {
		const checks = await check(schemaWithout(SDL, 'APIQuery.mediaLabels'), habit);
		expect(checks.get('Media Label: Get Many')).toMatchObject({ missing: [] });
		expect(['no', null]).toContain(checks.get('Media Label: Get Many')?.offered);
		expect(others(checks, 'yes').filter((operation) => checks.get(operation ?? '')?.offered !== null)).toEqual(
			checks.get('Media Label: Get Many')?.offered === 'no' ? ['Media Label: Get Many'] : [],
		);
		expect(checks.get('Tweet: Schedule')?.offered).toBe('yes');
		expectNothingDone();
	});
});

describe('without the proof that nothing is carried out, no mutation is sent', () => {
	const expectOnlyQueries = (checks: Awaited<ReturnType<typeof check>>) => {
		expect(mutationsIn(service.documents)).toEqual([]);
		expect(checks.get('Tweet: Schedule')).toEqual({
			operation: 'Tweet: Schedule',
			offered: null,
			missing: [],
			says: expect.stringMatching(/^Not checked: the service carries out what it is told to leave out/),
		});
		expect(checks.get('Media Label: Get Many')?.offered).toBe('no');
		expect(checks.get('Social Account: Get Many')?.offered).toBe('yes');
	};
	const schema = schemaWithout(SDL, 'APIQuery.mediaLabels');

	test('where the service ignores the directive', async () => {
		expectOnlyQueries(await check(schema, usual, (query) => query.replaceAll('@skip(if: true)', '')));
	});

	test('where it refuses the directive', async () => {
		expectOnlyQueries(
			await check(schema, (result, { query }) =>
				query.includes('@skip')
					? { status: 400, body: { errors: [{ message: 'Unknown directive "@skip".' }] } }
					: usual(result, { query, number: 0 }),
			),
		);
	});

	test('where it gives null for what it is told to leave out', async () => {
		expectOnlyQueries(
			await check(schema, (result, { query }) =>
				query.includes('CheckSkip')
					? { status: 200, body: { data: { skipped: null, asked: { id: '1' } } } }
					: usual(result, { query, number: 0 }),
			),
		);
	});
});

test('where mutations alone are carried out, the check ends, and says so', async () => {
	service.become(FULL, usual, (query) =>
		query.startsWith('mutation') ? query.replaceAll('@skip(if: true)', '') : query,
	);
	const { items } = await runCheck();
	const tweet = items.find(({ json }) => json.operation === 'Tweet: Schedule')?.json;
	expect(tweet).toMatchObject({ offered: null, says: expect.stringMatching(/^Not checked: /) });
	expect(mutationsIn(service.documents)).toHaveLength(1);
});

const HTML = '<!doctype html><html><body>Hello</body></html>';

describe('an answer that proves nothing', () => {
	test.each<[string, Habit, string]>([
		['HTTP 401', () => ({ status: 401, body: { errors: [{ message: 'No' }] } }), 'the API key was not accepted'],
		['HTTP 403', () => ({ status: 403, body: {} }), 'the account has no access to the API'],
		['HTTP 429', () => ({ status: 429, body: {} }), 'the request limit of the account is used up'],
		['a web page', () => ({ status: 200, body: HTML }), 'the service returned a web page instead of data'],
		['HTTP 404', () => ({ status: 404, body: HTML }), 'the service returned HTTP 404'],
		['HTTP 500', () => ({ status: 500, body: {} }), 'the service returned HTTP 500'],
		['nothing of use', () => ({ status: 200, body: { data: {} } }), "the service's response is incomplete"],
	])('%s at first is an error', async (_, habit, what) => {
		service.become(FULL, habit);
		const { error, items } = await runCheck();
		expect(error?.message).toBe(`The operations were not checked: ${what}`);
		expect(items).toEqual([]);
	});

	test.each<[string, Habit]>([
		['HTTP 429', () => ({ status: 429, body: {} })],
		['HTTP 401', () => ({ status: 401, body: {} })],
		['a web page', () => ({ status: 200, body: HTML })],
		['a web page with HTTP 400', () => ({ status: 400, body: HTML })],
		[
			'a limit in the words of GraphQL',
			() => ({ status: 200, body: { errors: [{ message: 'Rate limit exceeded' }] } }),
		],
		['trouble', () => ({ status: 200, body: { errors: [{ message: 'Internal server error' }] } })],
	])('%s at the mutations: what is known is said, the rest is not known', async (_, habit) => {
		const checks = await check(FULL, (result, request) =>
			request.query.startsWith('mutation') ? habit(result, request) : usual(result, request),
		);
		expect(checks.get('Profile: Get')).toMatchObject({ offered: 'yes' });
		expect(checks.get('Tweet: Schedule')).toMatchObject({
			offered: null,
			says: expect.stringMatching(/^The operations were not checked: /),
		});
	});
});

test('the key stands in no item, also where the service repeats it', async () => {
	const { apiKey } = sandbox().credential;
	service.become(LESS, (result) => ({
		status: 200,
		body: result.errors
			? { errors: result.errors.map((error) => ({ ...error.toJSON(), message: `${error.message} (${apiKey})` })) }
			: result,
	}));
	const { items, stored } = await runCheck();
	expect(items.find(({ json }) => json.operation === 'Tweet: Schedule')?.json.says).toContain('([API key])');
	expect(stored).not.toContain(apiKey);
});
