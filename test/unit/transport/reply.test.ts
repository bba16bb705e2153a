import fc from 'fast-check';
import { readData, readPayload, type Reply } from '../../../nodes/SocialPostScheduling/transport/reply';
import { anyReply } from '../arbitraries';
import { causeIn, FAILURE_NAMES, failureNamed, isFailure, payloadReply, refusedReply, reply } from '../builders';

const MUTATION = 'scheduleTweet';

const PAGE = '<!DOCTYPE html><html><body>Secret plan</body></html>';

describe('a request without an answer keeps its cause', () => {
	test.each(FAILURE_NAMES.map((name) => [name]))('%s', (name) => {
		const failure = failureNamed(name);
		const unanswered: Reply = { answered: false, failure };
		for (const read of [readData, (it: Reply) => readPayload(it, MUTATION)]) {
			expect(read(unanswered)).toEqual({ ok: false, error: failure });
		}
	});
});

describe('the status is read first', () => {
	const good = { data: { profile: { id: '1' } } };

	test.each([200, 201, 204, 299])('%i is a success', (status) => {
		expect(readData(reply(status, good))).toEqual({ ok: true, value: good.data });
	});

	test('403 with a web page says so', () => {
		expect(causeIn(readData(reply(403, '\n<html>No</html>')))).toEqual({ kind: 'forbidden', words: '', page: true });
	});

	test.each([
		[301, { kind: 'redirected', status: 301 }],
		[302, { kind: 'redirected', status: 302 }],
		[304, { kind: 'redirected', status: 304 }],
		[308, { kind: 'redirected', status: 308 }],
		[400, { kind: 'httpStatus', status: 400, words: '' }],
		[401, { kind: 'unauthorized', words: '' }],
		[403, { kind: 'forbidden', words: '' }],
		[404, { kind: 'httpStatus', status: 404, words: '' }],
		[408, { kind: 'httpStatus', status: 408, words: '' }],
		[412, { kind: 'httpStatus', status: 412, words: '' }],
		[413, { kind: 'httpStatus', status: 413, words: '' }],
		[429, { kind: 'rateLimited', resetsInMs: null, words: '' }],
		[500, { kind: 'httpStatus', status: 500, words: '' }],
		[502, { kind: 'httpStatus', status: 502, words: '' }],
		[504, { kind: 'httpStatus', status: 504, words: '' }],
		[100, { kind: 'httpStatus', status: 100, words: '' }],
		[0, { kind: 'httpStatus', status: 0, words: '' }],
	])('%i is none, whatever the body holds', (status, failure) => {
		expect(causeIn(readData(reply(status, good)))).toEqual(failure);
		expect(causeIn(readData(reply(status, '')))).toEqual(failure);
	});
});

describe('the words of the service that come with a status', () => {
	test.each([
		['GraphQL errors', { errors: [{ message: 'First' }, { message: 'Second' }] }, 'First; Second'],
		['errors as texts', { errors: ['First', ' Second '] }, 'First; Second'],
		['one error that is no list', { errors: { message: 'First' } }, 'First'],
		['a message', { message: 'Not today' }, 'Not today'],
		['a detail', { detail: 'Not today' }, 'Not today'],
		['an error text', { error: 'Not today' }, 'Not today'],
		['a list of messages', [{ message: 'First' }, { message: 'Second' }], 'First; Second'],
		['plain text', ' Not today\n', 'Not today'],
		['a page, whose markup nobody wants to read', PAGE, ''],
		['a page after blanks', `\n  ${PAGE}`, ''],
		[
			'the XML of a storage',
			'<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>',
			'Request has expired',
		],
		[
			'the XML of a storage, with characters by their names',
			'<Error><Message>&lt;x-a&gt; [b] &amp; &quot;c&quot; aren&apos;t &amp;lt; &other;</Message></Error>',
			'<x-a> [b] & "c" aren\'t &lt; &other;',
		],
		[
			'the XML of a storage, with characters by their numbers',
			'<Error><Message>aren&#39;t &#x2014; &#x1F600; &#X41; &#1114112; &#xZ; &#;</Message></Error>',
			"aren't \u2014 \u{1F600} &#X41; &#1114112; &#xZ; &#;",
		],
		[
			'the XML of a storage, with characters as they are',
			'<Error><Message><![CDATA[<b> [c] &amp;]]></Message></Error>',
			'<b> [c] &amp;',
		],
		['nothing', undefined, ''],
		['null', null, ''],
		['a number', 7, ''],
		['an object without words', { code: 7 }, ''],
		['errors without words', { errors: [{ code: 7 }, null, 3, ''] }, ''],
	])('%s', (_, body, words) => {
		expect(causeIn(readData(reply(403, body)))).toMatchObject({ kind: 'forbidden', words });
		expect(causeIn(readData(reply(409, body)))).toEqual({ kind: 'httpStatus', status: 409, words });
	});
});

describe('then: is it JSON?', () => {
	test.each([
		['a page', PAGE, true, false],
		['a page after blanks', `\r\n ${PAGE}`, true, false],
		['text', 'Welcome', false, false],
		['JSON that was cut off', '{"data":{"profile":{"id":"1","usern', false, false],
		['a number', 7, false, false],
		['a truth value', true, false, false],
		['an empty text', '', false, true],
		['blanks', ' \n', false, true],
		['nothing', undefined, false, true],
		['null', null, false, true],
	])('%s is not', (_, body, html, empty) => {
		expect(causeIn(readData(reply(200, body)))).toEqual({ kind: 'notJson', html, empty });
	});

	test('a list is, but of another shape', () => {
		expect(causeIn(readData(reply(200, [{ data: {} }])))).toEqual({ kind: 'unexpectedResponse', missing: 'data' });
	});
});

describe('then: top-level errors', () => {
	test('are a failure of their own, whatever the status of the response', () => {
		const body = { errors: [{ message: 'Cannot query field "a" on type "B".' }] };
		for (const status of [200, 400, 422]) {
			expect(causeIn(readData(reply(status, body)))).toEqual({
				kind: 'graphqlErrors',
				status,
				messages: ['Cannot query field "a" on type "B".'],
				hasWordless: false,
				executed: false,
				unknownFields: ['a'],
			});
		}
	});

	test.each([404, 409, 413])('with HTTP %i the status says it, unless something was executed', (status) => {
		const errors = [{ message: 'No' }];
		expect(causeIn(readData(reply(status, { errors })))).toEqual({ kind: 'httpStatus', status, words: 'No' });
		const executed = { errors: [{ message: 'No', path: ['scheduleTweet'] }] };
		expect(causeIn(readData(reply(status, executed)))).toMatchObject({ kind: 'graphqlErrors', executed: true });
	});

	test('beside a payload that says "success" concern another field: what was asked is done', () => {
		const errors = [{ message: 'Could not resolve', path: [MUTATION, 'post'] }];
		const payload = { success: true, post: null, errors: [] };
		expect(readPayload(reply(200, { data: { [MUTATION]: payload }, errors }), MUTATION)).toEqual({
			ok: true,
			value: { ...payload, errors: [{ field: null, code: null, message: 'Could not resolve' }] },
		});
		const refused = { success: false, errors: [{ message: 'Too long' }] };
		expect(causeIn(readPayload(reply(200, { data: { [MUTATION]: refused }, errors }), MUTATION))).toMatchObject({
			kind: 'refused',
		});
	});

	test.each([null, {}, { success: null }, { success: 'true' }])('beside the payload %j stay errors', (payload) => {
		const body = { data: { [MUTATION]: payload }, errors: [{ message: 'No' }] };
		expect(causeIn(readPayload(reply(200, body), MUTATION))).toMatchObject({ kind: 'graphqlErrors', executed: true });
	});

	test.each([
		['an empty list', []],
		['null', null],
		['nothing', undefined],
	])('%s is none', (_, errors) => {
		expect(readData(reply(200, { data: { a: 1 }, errors }))).toEqual({ ok: true, value: { a: 1 } });
	});
});

test.each([
	['no data', {}],
	['data that is null', { data: null }],
	['data that is a list', { data: [] }],
	['data that is a text', { data: 'profile' }],
	['an empty list of errors alone', { errors: [] }],
])('then: is there data? Not with %s', (_, body) => {
	expect(causeIn(readData(reply(200, body)))).toEqual({ kind: 'unexpectedResponse', missing: 'data' });
});

describe('then: the payload of a mutation', () => {
	test('a success is the payload', () => {
		const payload = { success: true, errors: [], post: { id: '1' } };
		expect(readPayload(payloadReply(MUTATION, payload), MUTATION)).toEqual({ ok: true, value: payload });
	});

	test.each([
		['none', { data: {} }, `data.${MUTATION}`],
		['that of another mutation', { data: { uploadMediaFromUrl: { success: true } } }, `data.${MUTATION}`],
		['null', { data: { [MUTATION]: null } }, `data.${MUTATION}`],
		['a list', { data: { [MUTATION]: [] } }, `data.${MUTATION}`],
		['a truth value', { data: { [MUTATION]: true } }, `data.${MUTATION}`],
		['one without success', { data: { [MUTATION]: { errors: [] } } }, `data.${MUTATION}.success`],
		['success as text', { data: { [MUTATION]: { success: 'true' } } }, `data.${MUTATION}.success`],
		['success as null', { data: { [MUTATION]: { success: null } } }, `data.${MUTATION}.success`],
	])('%s is not what was promised', (_, body, missing) => {
		expect(causeIn(readPayload(reply(200, body), MUTATION))).toEqual({ kind: 'unexpectedResponse', missing });
	});

	const bare = { field: null, code: null, message: null };
	test.each([
		['an empty list', [], []],
		['no list', undefined, []],
		['null', null, []],
		[
			'one',
			[{ field: 'postAt', code: 'past', message: 'Too late' }],
			[{ field: 'postAt', code: 'past', message: 'Too late' }],
		],
		[
			'several',
			[{ message: 'One' }, { code: 'two' }],
			[
				{ ...bare, message: 'One' },
				{ ...bare, code: 'two' },
			],
		],
		['texts', ['One'], [{ ...bare, message: 'One' }]],
		['one that is no list', { message: 'One' }, [{ ...bare, message: 'One' }]],
		['a text that is no list', 'One', [{ ...bare, message: 'One' }]],
		['entries of another shape', [null, 7, [], { message: 7 }], [bare, bare, bare, bare]],
	])('a refusal keeps every error: %s', (_, errors, expected) => {
		expect(causeIn(readPayload(refusedReply(MUTATION, errors), MUTATION))).toEqual({
			kind: 'refused',
			errors: expected,
		});
	});

	test('a code that is a number is not lost', () => {
		const failure = causeIn(
			readPayload(refusedReply(MUTATION, [{ field: 'postAt', code: 17, message: 'Too late' }]), MUTATION),
		);
		expect(JSON.stringify(failure)).toContain('17');
	});

	test.each([
		['alone', [{ field: null, code: null, message: 'Media upload rate limit exceeded' }]],
		['with blanks', [{ message: ' Media upload rate limit exceeded ' }]],
		['as a text', ['Media upload rate limit exceeded']],
		['among others', [{ message: 'Other' }, { message: 'Media upload rate limit exceeded' }]],
	])('the upload limit is known by its exact words: %s', (_, errors) => {
		expect(causeIn(readPayload(refusedReply('startMediaUpload', errors), 'startMediaUpload'))).toEqual({
			kind: 'uploadLimit',
		});
	});

	test.each(['Media upload rate limit', 'rate limit exceeded', 'media upload RATE LIMIT exceeded'])(
		'other words are not the upload limit: %s',
		(message) => {
			expect(causeIn(readPayload(refusedReply('startMediaUpload', [{ message }]), 'startMediaUpload')).kind).toBe(
				'refused',
			);
		},
	);
});

test('any reply gives a value or a cause of a known kind, and never throws', () => {
	fc.assert(
		fc.property(anyReply(), (it) => {
			const outcomes = [readData(it), readPayload(it, MUTATION)];
			for (const outcome of outcomes) expect(outcome.ok || isFailure(outcome.error)).toBe(true);
		}),
		{ numRuns: 1000 },
	);
});

test('no payload is a success unless it says so', () => {
	fc.assert(
		fc.property(anyReply(), (it) => {
			const outcome = readPayload(it, MUTATION);
			if (outcome.ok) expect(outcome.value.success).toBe(true);
		}),
		{ numRuns: 500 },
	);
});

test.each([
	[{ error: { message: 'Why' } }],
	[{ message: ['Why'] }],
	[{ errors: { plan: ['Why'] } }],
	[{ error_description: 'Why' }],
	[{ message: '', detail: 'Why' }],
	['<Error><Message><![CDATA[Why]]></Message></Error>'],
	['<Error><Message><![CDATA[Why'],
])('what a body of failure says is found: %j', (body) => {
	const outcome = readData(reply(403, body));
	expect(outcome).toEqual({ ok: false, error: { kind: 'forbidden', words: 'Why' } });
});

describe('a refusal that is no proof that nothing was done', () => {
	const refusedWith = (status: number, errors: unknown, beside?: unknown) =>
		causeIn(
			readPayload(
				reply(status, {
					data: { [MUTATION]: { success: false, errors } },
					...(beside !== undefined && { errors: beside }),
				}),
				MUTATION,
			),
		);

	test.each([
		[200, [{ message: 'Upload timed out' }]],
		[200, [{ message: 'Scheduling timed out' }]],
		[200, [{ message: 'context deadline exceeded' }]],
		[200, [{ message: 'Twitter did not respond in time' }]],
		[200, [{ message: 'Something went wrong, please try again later' }]],
		[200, [{ message: 'The request took too long' }]],
		[200, [{ field: 'base', message: 'Request timed out' }]],
		[200, [{ message: 'Internal server error: duplicate key' }]],
		[200, [{ message: 'Service temporarily unavailable' }]],
		[200, [{ code: 'DEADLINE-EXCEEDED', message: 'No' }]],
		[200, Array.from({ length: 150 }, (_, at) => ({ message: at === 149 ? 'Internal server error' : 'No' }))],
		[200, [{ code: 'SCHEDULE_TIMEOUT', message: 'No' }]],
		...['UNAVAILABLE', 'SERVICE_UNAVAILABLE', 'TEMPORARILY_UNAVAILABLE', 'ServiceUnavailable'].map(
			(code): [number, unknown] => [200, [{ code, message: 'No' }]],
		),
		[200, [{ code: 'INTERNAL_SERVER_ERROR', message: 'No' }]],
		[408, [{ message: 'No' }]],
		[409, [{ message: 'No' }]],
		[500, [{ message: 'No' }]],
		[503, null],
	])('HTTP %i with %j', (status, errors) => {
		expect(refusedWith(status, errors)).toMatchObject({ kind: 'refused', uncertain: true });
	});

	test.each([
		{ message: 'Too long' },
		{ message: 'The text "Upload timed out" is there already' },
		{ message: 'The video is still being processed' },
		{ message: 'Video takes longer than 140 seconds' },
		{ field: 'postAt', message: 'Time out of allowed range' },
		{ message: 'Time out of range' },
		{ message: 'Choose a time out-of-hours' },
		{ code: 'INTERNAL_NAME', message: 'No' },
		{ code: 'FEATURE_UNAVAILABLE', message: 'Publishing is not in your plan' },
		{ code: 'SLOT_UNAVAILABLE', message: 'That time slot is taken' },
		{ field: 'thread.0.media.0', code: 'MEDIA_NOT_READY', message: 'Media is still being processed' },
	])('%j is one', (error) => {
		expect(refusedWith(200, [error])).not.toHaveProperty('uncertain');
	});

	test('HTTP 429 is waited for, whatever its body', () => {
		expect(refusedWith(429, [{ message: 'No' }])).toMatchObject({ kind: 'rateLimited' });
	});

	test('its reason may stand beside it', () => {
		expect(refusedWith(200, [], [{ message: 'Account is suspended' }])).toEqual({
			kind: 'refused',
			errors: [{ field: null, code: null, message: 'Account is suspended' }],
		});
	});
});
