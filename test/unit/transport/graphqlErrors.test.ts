import fc from 'fast-check';
import { readGraphQlErrors, saysInvalidDocument } from '../../../nodes/SocialPostScheduling/transport/graphqlErrors';

const read = (body: unknown, status = 200) => {
	const errors = readGraphQlErrors(body, status);
	if (errors === null) throw new Error('No errors were found');
	return errors;
};
const saying = (message: string, more: object = {}) => ({ errors: [{ message, ...more }] });

describe('what a server says of a field that it does not know', () => {
	const WORDS = [
		'Cannot query field "post" on type "ScheduleTweetPayload".',
		"Cannot query field 'post' on type 'ScheduleTweetPayload'. Did you mean 'posts'?",
		"Validation error (FieldUndefined@[scheduleTweet/post]) : Field 'post' in type 'ScheduleTweetPayload' is undefined",
		"Field 'post' doesn't exist on type 'ScheduleTweetPayload'",
		"field 'post' not found in type: 'ScheduleTweetPayload'",
		'Query does not pass validation. Violations:\n\nCannot query field "post"',
		'The field `post` does not exist on the type `ScheduleTweetPayload`.',
		'Unknown field "post" on type "ScheduleTweetPayload".',
	];

	test.each(WORDS)('%s', (words) => {
		for (const body of [saying(words), { ...saying(words), data: null }]) {
			for (const status of [200, 400, 422]) {
				expect(read(body, status)).toMatchObject({ executed: false, unknownFields: ['post'] });
			}
		}
	});

	test('with a path in the document, as graphql-ruby gives it', () => {
		const path = ['mutation ScheduleTweet', 'scheduleTweet', 'post'];
		const error = { message: "Field 'post' doesn't exist on type 'T'", path, extensions: { code: 'undefinedField' } };
		expect(read({ errors: [error] })).toMatchObject({ executed: false, unknownFields: ['post'] });
	});

	test('several fields', () => {
		const errors = ['post', 'id'].map((name) => ({ message: `Cannot query field "${name}" on type "T".` }));
		expect(read({ errors })).toMatchObject({ executed: false, unknownFields: ['post', 'id'] });
	});

	test('with the path of its parent, as HotChocolate gives it', () => {
		const message = 'The field `post` does not exist on the type `ScheduleTweetPayload`.';
		const error = { message, path: ['scheduleTweet'], extensions: { field: 'post', type: 'ScheduleTweetPayload' } };
		expect(read({ errors: [error] }, 400)).toMatchObject({ executed: false, unknownFields: ['post'] });
		expect(read({ errors: [error], data: null })).toMatchObject({ executed: true });
	});

	test('an error of another kind beside it keeps another document from being sent', () => {
		const errors = [{ message: 'Cannot query field "post" on type "T".' }, { message: 'Rate limit exceeded' }];
		expect(read({ errors })).toMatchObject({ unknownFields: [] });
	});

	test('more errors than are read leave doubt', () => {
		const errors = Array.from({ length: 101 }, () => ({ message: 'Cannot query field "post" on type "T".' }));
		const result = read({ errors });
		expect(result).toMatchObject({ executed: true, unknownFields: [] });
		expect(result.messages).toHaveLength(100);
	});
});

describe('a refusal before the execution', () => {
	test.each([
		'Syntax Error: Expected Name, found "}".',
		'syntax error, unexpected end of file',
		'Unknown argument "input" on field "APIMutation.scheduleTweet".',
		'Unknown type "ScheduleTweetInput".',
		'Variable "$input" got invalid value "x" at "input.postAt"; Expected type DateTime.',
		"Variable '$input' expected value of type 'X'",
		'Field "post" must not have a selection since type "ID" has no subfields.',
		'Field "post" of type "Post!" must have a selection of subfields. Did you mean "post { ... }"?',
		'Field "scheduleTweet" argument "input" of type "X!" is required, but it was not provided.',
		'Must provide query string.',
		'Value "LINKEDIN" does not exist in "SocialPlatform" enum.',
		"Value 'YOUTUBE' does not exist in 'SocialPlatform' enum. Did you mean the enum value 'TUMBLR'?",
		'Persisted query not found',
	])('%s', (words) => {
		for (const body of [saying(words), { ...saying(words), data: null }]) {
			expect(read(body).executed).toBe(false);
		}
	});

	test('by the code of the error', () => {
		expect(read(saying('No', { extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } })).executed).toBe(false);
	});

	test.each(['Unauthorized', 'Authentication required', 'Rate limit exceeded.'])('of the caller: %s', (words) => {
		expect(read(saying(words)).executed).toBe(false);
		expect(read({ ...saying(words), data: null }).executed).toBe(true);
	});

	test.each([400, 422])('with HTTP %i, where nothing says otherwise', (status) => {
		expect(read(saying('Bad request'), status).executed).toBe(false);
		expect(read({ ...saying('Bad request'), data: null }, status).executed).toBe(true);
	});
});

describe('an error of the execution, or what may be one', () => {
	const REFUSAL = 'Cannot query field "post" on type "T".';

	test.each([
		['data', { ...saying(REFUSAL), data: { scheduleTweet: null } }],
		['a path', saying(REFUSAL, { path: ['scheduleTweet', 'post'] })],
		['an empty path', saying(REFUSAL, { path: [] })],
		[
			'one path among several errors',
			{ errors: [{ message: REFUSAL }, { message: REFUSAL, path: ['scheduleTweet'] }] },
		],
	])('%s shows it, whatever the words and the status', (_, body) => {
		for (const status of [200, 400, 404, 422]) {
			expect(read(body, status)).toMatchObject({ executed: true, unknownFields: [] });
		}
	});

	test.each([
		'Could not resolve field "post"',
		'Field "post" of type "T" failed: timeout',
		'Error while executing field "post" on type "T"',
		"Exception in field 'post' on type 'T'",
		'Internal server error',
		'Something went wrong',
		'Upstream timed out',
		'Unauthorized connection to the database failed',
		'syntax error at or near "x"',
	])('%s', (words) => {
		for (const status of [200, 400, 422]) {
			expect(read(saying(words), status)).toMatchObject({ executed: true, unknownFields: [] });
		}
	});

	test.each([
		'It broke',
		'',
		'Nope',
		'You are not allowed to read posts',
		'You do not have permission',
		'Validation error',
		'Parse Error: Expected HTTP/, RTSP/ or ICE/',
		'Must provide an access token',
		'Unknown type of media',
	])('with HTTP 200, words that nobody knows: "%s"', (words) => {
		expect(read(saying(words)).executed).toBe(true);
	});
});

describe('the messages', () => {
	test.each([
		['texts', ['One', ' Two '], ['One', 'Two']],
		['a text alone', 'One', ['One']],
		['an object alone', { message: 'One' }, ['One']],
		['other names', [{ detail: 'One' }, { error: 'Two' }], ['One', 'Two']],
		['none', [null, 7, {}, { message: ' ' }], []],
	])('%s', (_, errors, messages) => {
		expect(read({ errors }).messages).toEqual(messages);
	});
});

test.each([
	['no list', { data: {} }],
	['an empty list', { errors: [] }],
	['null', { errors: null }],
	['no object', 'errors'],
])('%s: there are no errors', (_, body) => {
	expect(readGraphQlErrors(body, 200)).toBeNull();
});

describe('whether the same document would be refused again, whenever it comes', () => {
	const FIELD = 'Cannot query field "posts" on type "Query".';
	const saysInvalid = (...errors: object[]) => saysInvalidDocument(read({ errors }, 400));

	test.each([
		FIELD,
		`${FIELD} Did you mean "expiredPosts", "postsLater" or "busy"?`,
		`${FIELD} [Suggestion hidden]?`,
		"Cannot query field 'posts' on type 'Query'. Did you mean to use an inline fragment on 'A' or 'B'?",
		"Validation error (FieldUndefined@[posts]) : Field 'posts' in type 'Query' is undefined",
		"Validation error of type FieldUndefined: Field 'posts' in type 'Query' is undefined @ 'posts'",
		"Validation error (UnknownArgument@[posts]) : Unknown field argument 'paging'",
		"Field 'posts' doesn't exist on type 'Query' (Did you mean `post`?)",
		"Field 'posts' doesn't accept argument 'startDate'",
		'Variable $startDate is declared by GetPosts but not used',
		"field 'posts' not found in type: 'query_root'",
		"'posts' has no argument named 'paging'",
		'Unknown argument "paging" on field "posts" of type "Query".',
		'Unknown type "PagingInput". Did you mean "Paging"?',
		'Variable "$a" of type "DateTime!" used in position expecting type "String".',
		'Field "posts" of type "PostList!" must have a selection of subfields. Did you mean "posts { ... }"?',
		'Field "posts" argument "day" of type "Date!" is required, but it was not provided.',
		'The field `posts` does not exist on the type `Query`.',
		'type `Query` does not have a field `posts`',
		"Query does not pass validation. Violations:\n\nCannot query field 'posts' on type 'Query'. (line 2, column 3):\n  posts(startDate: $startDate) {\n  ^",
		'Argument "startDate" has invalid value $startDate.',
		'Type mismatch on variable $startDate and argument startDate (String! / ISO8601DateTime!)',
		"Date isn't a defined input type (on $startDate)",
		'Validation error of type UnknownType: Unknown type Paging',
		'Value "SCHEDULED" does not exist in "PublishingStatus" enum.',
		"Field 'posts' is missing required arguments: day",
	])('it would: %s', (message) => {
		expect(saysInvalid({ message })).toBe(true);
		expect(saysInvalid({ message }, { message: FIELD })).toBe(true);
		expect(saysInvalid({ message }, {})).toBe(false);
		expect(saysInvalid({ message }, { extensions: { code: 'RATE_LIMITED' } })).toBe(false);
		expect(saysInvalid({ message }, { message: 'Too many requests' })).toBe(false);
		expect(saysInvalid({ message: `${message} The schema is being reloaded.` })).toBe(false);
		for (const more of [
			'Try again later',
			'RATE LIMIT EXCEEDED',
			'SERVICE_UNAVAILABLE',
			'"too many requests"',
			'稍后再试',
		]) {
			expect(saysInvalid({ message: `${message} ${more}` })).toBe(false);
		}
	});

	test.each([
		'Query is too slow; the list is being rebuilt',
		'Query is too complex',
		'Query cost is 900 of 500',
		'PersistedQueryNotFound',
		'Argument "paging" is disabled while the index is rebuilt',
		'Validation error of type FieldUndefined: the schema is reloading',
		'Variable "$startDate" got invalid value "2026-01-01"; it is too far in the past for your plan',
		'Argument "limit" has invalid value 50.',
		'Argument "startDate" is not allowed: "too many requests, try again later"',
		'Slow down',
	])('it may not: %s', (message) => {
		expect(saysInvalid({ message })).toBe(false);
		expect(saysInvalid({ message: FIELD }, { message })).toBe(false);
	});

	test('what was executed is no refusal', () => {
		const errors = [{ message: FIELD, path: ['posts'] }];
		expect(saysInvalidDocument(read({ data: { posts: null }, errors }, 200))).toBe(false);
	});

	test('a long message is read in linear time', () => {
		for (const part of [
			"'",
			'"',
			'`',
			"a'",
			'a',
			'$a',
			'@[',
			'A1 ',
			' ',
			'(a',
			'(line 1, column 1):\n',
			'(line 1, column 1):\n\n ',
			'type A',
		]) {
			const startedAt = performance.now();
			saysInvalid({ message: FIELD + part.repeat(200_000) });
			expect(performance.now() - startedAt).toBeLessThan(2_000);
		}
	});
});

test.each([404, 409, 500, 502])('the body of HTTP %i is not taken for errors of GraphQL', (status) => {
	expect(readGraphQlErrors(saying('Cannot query field "a" on type "b".'), status)).toBeNull();
});

test('only words that are known to refuse a document let another document be sent', () => {
	fc.assert(
		fc.property(fc.string(), fc.constantFrom(200, 400, 422), (words, status) => {
			const before = `${words.replace(/["'`]/g, '')} post`;
			expect(read(saying(before), status).unknownFields).toEqual([]);
		}),
	);
});
