import { mayHaveSucceeded } from '../../../nodes/SocialPostScheduling/transport/failure';
import { readPayloads } from '../../../nodes/SocialPostScheduling/transport/payloads';
import { readData } from '../../../nodes/SocialPostScheduling/transport/reply';
import { tokensOf } from '../../../nodes/SocialPostScheduling/utils/graphqlTokens';
import { causeIn, reply } from '../builders';

describe('the payloads of a mutation with any fields', () => {
	const done = { success: true, post: { id: '1' } };
	const refused = { success: false, errors: [{ field: 'postAt', code: 'X', message: 'Too late' }] };
	const errors = [{ field: 'postAt', code: 'X', message: 'Too late' }];

	test.each([
		['done', { a: done }],
		['done, with what the service says beside it', { a: { ...done, errors } }],
		['without success', { a: { post: { id: '1' } }, b: true, c: null }],
		['without success, and an empty list of errors', { a: { errors: [] } }],
	])('%s: the data', (_, data) => {
		expect(readPayloads(reply(200, { data }))).toEqual({ ok: true, value: data });
	});

	test.each([
		['all of them', { a: refused }, {}],
		['all of them, beside the name of the type', { __typename: 'Mutation', a: refused }, {}],
		['one of two', { a: done, b: refused }, { uncertain: true }],
		['one beside a plain value', { a: 7, b: refused }, { uncertain: true }],
		['one beside an ID', { a: '123', b: refused }, { uncertain: true }],
		['one that does not say success', { a: { errors } }, { uncertain: true }],
		['one in a list', { a: [done, refused] }, { uncertain: true }],
		['beside what was made', { a: { ...refused, post: { id: '1' } } }, { uncertain: true }],
		['beside a list of what was made', { a: { ...refused, posts: [{ id: '1' }] } }, { uncertain: true }],
		['within what was made', { a: { ...refused, id: '1' } }, { uncertain: true }],
		['for a reason that has an ID', { a: { ...refused, errors: errors.map((error) => ({ ...error, id: '1' })) } }, {}],
		['two, one beside what was made', { a: refused, b: { success: false, media: { id: 7 } } }, { uncertain: true }],
		['in a list, beside what was made', { a: [refused, { success: false, post: { id: '1' } }] }, { uncertain: true }],
		['beside nothing that was made', { a: { ...refused, post: null, submissionError: { message: 'No' } } }, {}],
	])('refused, %s', (_, data, uncertain) => {
		expect(causeIn(readPayloads(reply(200, { data })))).toEqual({ kind: 'refused', errors, ...uncertain });
	});

	test('refused, all in a list', () => {
		const cause = causeIn(readPayloads(reply(200, { data: { a: [refused, refused] } })));
		expect(cause).toEqual({ kind: 'refused', errors: [...errors, ...errors] });
	});

	test('of thousands of them, as many reasons are read as of one, and what is not read leaves doubt', () => {
		const a = Array.from({ length: 5_000 }, () => ({ ...refused, errors: [...errors, ...errors, ...errors] }));
		const cause = causeIn(readPayloads(reply(200, { data: { a } })));
		expect(cause).toMatchObject({ kind: 'refused', uncertain: true });
		expect(cause.kind === 'refused' && cause.errors.length).toBe(1_002);
	});

	test('the upload limit beside a success leaves doubt', () => {
		const limit = { success: false, errors: [{ message: 'Media upload rate limit exceeded' }] };
		expect(causeIn(readPayloads(reply(200, { data: { a: limit } })))).toEqual({ kind: 'uploadLimit' });
		expect(causeIn(readPayloads(reply(200, { data: { a: limit, b: done } })))).toMatchObject({ uncertain: true });
	});

	test('and beside what was made as well', () => {
		const limit = { success: false, media: { id: '1' }, errors: [{ message: 'Media upload rate limit exceeded' }] };
		expect(causeIn(readPayloads(reply(200, { data: { a: limit } })))).toMatchObject({ uncertain: true });
	});

	test('top-level errors are a failure, also beside data', () => {
		const body = { data: { a: done }, errors: [{ message: 'It broke' }] };
		expect(causeIn(readPayloads(reply(200, body)))).toMatchObject({ kind: 'graphqlErrors', executed: true });
	});

	test.each([null, 'false', 0, {}])('a success that is no boolean leaves doubt: %j', (success) => {
		const data = { a: done, b: { success, errors } };
		expect(causeIn(readPayloads(reply(200, { data })))).toEqual({ kind: 'unexpectedResponse', missing: 'data.b' });
	});

	test.each([
		[[{ errors: [] }, done]],
		[[{ success: null }, done]],
		[[{ success: 'false' }, done]],
		[[null, done]],
		[[{}]],
	])('a list of which an entry does not say whether it is done leaves doubt: %j', (a) => {
		expect(causeIn(readPayloads(reply(200, { data: { a } })))).toEqual({
			kind: 'unexpectedResponse',
			missing: 'data.a',
		});
	});

	describe('of a document that asks for success', () => {
		const names = (document: string) => tokensOf(document);
		const ASKS = 'mutation { a(isSuccess: true) { success post { id } } }';

		test.each([[{ post: { id: '1' } }], [[]], ['ok'], [7], [true], [{ errors: [] }]])('%j lacks it', (a) => {
			expect(causeIn(readPayloads(reply(200, { data: { a } }), names(ASKS)))).toEqual({
				kind: 'unexpectedResponse',
				missing: 'success',
			});
		});

		test('one of two that is null lacks it', () => {
			const data = { a: done, b: null };
			expect(causeIn(readPayloads(reply(200, { data }), names('mutation { a { success } b { success } }')))).toEqual({
				kind: 'unexpectedResponse',
				missing: 'data.b',
			});
		});

		test.each([[[null, null]], [[{ success: true }, 7]]])('a list in its place lacks it: %j', (b) => {
			const document = names('mutation { a { success } b { success id } }');
			expect(causeIn(readPayloads(reply(200, { data: { a: done, b } }), document))).toEqual({
				kind: 'unexpectedResponse',
				missing: 'data.b',
			});
		});

		test.each([
			['under another name', 'mutation { a { ok: success id } }', { a: { ok: true, id: '1' } }],
			['as another field', 'mutation { a { success: isDone } }', { a: { success: true } }],
			['for one of two', 'mutation { a { success } b { id } }', { a: { success: true }, b: { id: '1' } }],
			...[
				[{ id: '1' }, null],
				['1', null],
				[['1'], {}],
			].map((b): [string, string, object] => [
				`in no list ${JSON.stringify(b)}`,
				'mutation { a { success } b { id } }',
				{ a: { success: true }, b },
			]),
			['deeper', 'mutation { a { result { success } } }', { a: [{ result: { success: true } }] }],
			['in some cases only', 'mutation M($x: Boolean!) { a { success @include(if: $x) id } }', { a: { id: '1' } }],
			['in no payload that may be null', 'mutation { a { id } b { id } }', { a: { id: '1' }, b: null }],
			[
				'in no field',
				'mutation M($success: B) @success { ...success a(success: $success) { id } }',
				{ a: { id: '1' } },
			],
		])('%s: the data', (_, document, data) => {
			expect(readPayloads(reply(200, { data }), names(document))).toEqual({ ok: true, value: data });
		});
	});

	test('a payload without any field shows nothing', () => {
		expect(causeIn(readPayloads(reply(200, { data: { a: {} } })))).toMatchObject({ missing: 'data.a' });
	});

	describe.each([307, 308, 400, 401, 403, 404, 410, 422, 425, 429, 451, 500])('with HTTP %i', (status) => {
		test('all of them done: the data', () => {
			const data = { __typename: 'Mutation', a: done, b: done };
			expect(readPayloads(reply(status, { data }))).toEqual({ ok: true, value: data });
		});

		test.each([
			['one null', { a: done, b: null }],
			['one without success', { a: done, b: { id: '1' } }],
			['none that says success', { a: { id: '1' } }],
			['one without any field', { a: {} }],
			['a plain value', { a: '123' }],
			['an empty list', { a: [] }],
		])('%s: it leaves doubt, and nothing is said of a refusal', (_, data) => {
			const cause = causeIn(readPayloads(reply(status, { data })));
			expect(cause.kind).toBe(status === 500 ? 'httpStatus' : 'unexpectedResponse');
			expect(mayHaveSucceeded(cause)).toBe(true);
		});

		test.each([
			['all refused, one beside what was made', { a: { ...refused, post: { id: '1' } }, b: null }, errors],
			['one refused', { a: done, b: refused }, errors],
			['one refused without a word', { a: done, b: { success: false } }, []],
			['errors without success', { a: { errors } }, errors],
		])('%s: it leaves doubt', (_, data, words) => {
			const cause = causeIn(readPayloads(reply(status, { data })));
			expect(cause).toEqual({ kind: 'refused', errors: words, uncertain: true });
		});

		test('one without success: the words beside it are told', () => {
			const answer = reply(status, { message: 'Who are you?', data: { a: { id: '1' } } });
			expect(causeIn(readPayloads(answer))).toMatchObject({ words: 'Who are you?' });
		});

		test('data that the document does not ask for are none of it: the status counts', () => {
			const answer = reply(status, { code: 'no_key', message: 'Who are you?', data: { status } });
			expect(readPayloads(answer, ['mutation', 'archive'])).toEqual(readData(answer));
			const both = reply(status, { data: { archive: true, status } });
			expect(readPayloads(both, ['mutation', 'archive'])).toEqual(readData(both));
			expect(readPayloads(reply(status, 'No'), ['mutation', 'archive'])).toEqual(readData(reply(status, 'No')));
			expect(mayHaveSucceeded(causeIn(readPayloads(reply(status, { data: { archive: true } }), ['archive'])))).toBe(
				true,
			);
		});

		test('all of them refused, in words of trouble: it leaves doubt', () => {
			const trouble = [{ message: 'Internal error, timed out' }];
			const answer = reply(status, { data: { a: { success: false, errors: trouble } } });
			expect(causeIn(readPayloads(answer))).toMatchObject({ kind: 'refused', uncertain: true });
		});

		test.each([{}, { a: null }, { a: refused }, { __typename: 'Mutation', a: refused, b: null }])(
			'%j shows nothing that was done: the status counts',
			(data) => {
				const answer = reply(status, { data });
				expect(readPayloads(answer)).toEqual(readData(answer));
			},
		);
	});
});
