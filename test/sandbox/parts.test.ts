/** The pure parts that everything else rests on. */
import { buildSchema } from 'graphql';
import { readBody } from '../../sandbox/api/body';
import { describeCall } from '../../sandbox/api/call';
import { SCHEMA_TEXT } from '../../sandbox/api/graphql';
import { humanReadableSize } from '../../sandbox/api/views';
import { SlidingWindow } from '../../sandbox/budget';
import { Clock } from '../../sandbox/clock';
import { Listener } from '../../sandbox/listener';
import { errorText, parseTimestamp } from '../../sandbox/parse';
import { uploadUrl, verifyUploadUrl } from '../../sandbox/upload/signature';

describe('the schema', () => {
	const schema = buildSchema(SCHEMA_TEXT);

	test('has the root types APIQuery and APIMutation', () => {
		expect([schema.getQueryType()?.name, schema.getMutationType()?.name]).toEqual(['APIQuery', 'APIMutation']);
	});

	test.each([
		['uploadMediaFromUrl', { url: 'String!', name: 'String', mediaLabelIds: '[ID]' }],
		['startMediaUpload', { size: 'BigInt!', mimeType: 'String!' }],
		['completeMediaUpload', { uploadToken: 'String!', name: 'String!', mediaLabelIds: '[ID]' }],
		['scheduleTweet', { input: 'ScheduleTweetInput!' }],
	])('%s takes the arguments of the specification', (name, expected) => {
		const args = schema.getMutationType()?.getFields()[name]?.args ?? [];
		expect(Object.fromEntries(args.map((arg) => [arg.name, String(arg.type)]))).toEqual(expected);
	});
});

describe('the clock', () => {
	test('runs with real time, at a distance', () => {
		let real = 1000;
		const clock = new Clock(() => real);
		clock.skew(500);
		real = 2000;
		expect(clock.now()).toBe(2500);
		clock.reset();
		expect(clock.now()).toBe(2000);
	});

	test('stands still when stopped, and runs on from where it stood', () => {
		let real = 1000;
		const clock = new Clock(() => real);
		clock.freeze();
		real = 5000;
		expect([clock.now(), clock.frozen]).toEqual([1000, true]);
		clock.run();
		real = 6000;
		expect([clock.now(), clock.frozen]).toEqual([2000, false]);
	});

	test('a wait ends when the clock has moved that far, and not before', async () => {
		const clock = new Clock(() => 0);
		clock.freeze();
		const ended: string[] = [];
		const waits = [
			clock.sleep(10).then(() => ended.push('ten')),
			clock.sleep(20).then(() => ended.push('twenty')),
			clock.sleep(0).then(() => ended.push('none')),
		];
		await waits[2];
		clock.advance(10);
		await waits[0];
		expect(ended).toEqual(['none', 'ten']);
		clock.advance(-1000);
		clock.advance(10);
		await waits[1];
		expect(ended).toEqual(['none', 'ten', 'twenty']);
	});

	test.each([NaN, Infinity, -1e14, 1e15])('does not go to %d, which is no time that can be written', (time) => {
		const clock = new Clock(() => 1000);
		expect(() => clock.set(time)).toThrow('the clock goes from');
		expect(() => clock.advance(time)).toThrow('the clock goes from');
		expect(() => clock.skew(time)).toThrow('the clock goes from');
		expect(clock.now()).toBe(1000);
	});

	test('a wait ends by itself while the clock runs', async () => {
		await expect(new Clock().sleep(1)).resolves.toBeUndefined();
	});
});

describe('the sliding window', () => {
	test('lets calls through until the limit, and again when the oldest has left', () => {
		const window = new SlidingWindow(100);
		expect([window.take(0, 2), window.take(50, 2), window.take(60, 2)]).toEqual([true, true, false]);
		expect(window.state(60, 2)).toEqual({ limit: 2, used: 2, left: 0, freesAt: 100 });
		expect([window.take(99, 2), window.take(100, 2), window.take(149, 2)]).toEqual([false, true, false]);
	});

	test('knows when a place is free although the limit has been lowered', () => {
		const window = new SlidingWindow(100);
		for (const time of [0, 10, 20]) window.take(time, 3);
		expect(window.state(30, 1)).toEqual({ limit: 1, used: 3, left: 0, freesAt: 120 });
		expect(new SlidingWindow(100).state(30, 1).freesAt).toBe(30);
	});

	test('forgets calls in time when the clock has been put back', () => {
		const window = new SlidingWindow(100);
		for (const time of [1000, 1010]) window.take(time, 2);
		expect(window.state(10, 2)).toEqual({ limit: 2, used: 2, left: 0, freesAt: 110 });
		expect([window.take(109, 2), window.take(110, 2)]).toEqual([false, true]);
	});

	test('can be left with no place of a million', () => {
		const window = new SlidingWindow(100);
		window.leave(0, 1_000_000, 0);
		expect(window.state(0, 1_000_000).left).toBe(0);
	});

	test('can be left with any number of places', () => {
		const window = new SlidingWindow(100);
		for (const left of [0, 3, 5, 1]) {
			window.leave(0, 5, left);
			expect(window.state(0, 5).left).toBe(left);
		}
	});
});

describe('timestamps', () => {
	test.each([
		['2030-01-01T10:00:00Z', '2030-01-01T10:00:00.000Z'],
		['2030-01-01T10:00Z', '2030-01-01T10:00:00.000Z'],
		['2030-01-01T10:00:00.25-02:30', '2030-01-01T12:30:00.250Z'],
		['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
	])('%s is %s', (text, expected) => {
		expect(new Date(parseTimestamp(text) ?? NaN).toISOString()).toBe(expected);
	});

	test.each(['9999-12-31T23:59:59-00:01', '0000-01-01T00:00:00+00:01'])('%s is in a year of another length', (text) =>
		expect(parseTimestamp(text)).toBeUndefined(),
	);

	test.each(['2030-02-29T00:00:00Z', '2030-01-01', '2030-01-01T10:00:00', '2030-01-01T25:00:00Z', 'now', ''])(
		'%p is none',
		(text) => expect(parseTimestamp(text)).toBeUndefined(),
	);
});

describe('reading an API call', () => {
	const callOf = (body: string) => describeCall(readBody(body));
	const call = (query: string, variables?: object) => callOf(JSON.stringify({ query, variables }));

	test('a document with several operations is the one that is named', () => {
		const query = 'query A { profile { id } } mutation B { x: startMediaUpload(size: 1, mimeType: "a") { success } }';
		expect(callOf(JSON.stringify({ query, operationName: 'B', variables: { a: 1 } }))).toEqual({
			kind: 'startMediaUpload',
			operationName: 'B',
			variables: { a: 1 },
			responseKey: 'x',
			uploadToken: undefined,
		});
	});

	test.each([
		['in an inline fragment', '{ ... { mine: media { total } } }'],
		['in an inline fragment with a type', '{ ... on APIQuery { mine: media { total } } }'],
		['in a named fragment', '{ ...Root } fragment Root on APIQuery { mine: media { total } }'],
		[
			'in a fragment of a fragment',
			'{ ...A } fragment A on APIQuery { ...B } fragment B on APIQuery { mine: media { total } }',
		],
		['in a fragment that spreads itself', '{ ...A } fragment A on APIQuery { ...A mine: media { total } }'],
		['after a fragment that is not there', '{ ...Missing mine: media { total } }'],
		['after a field about the schema', '{ __typename mine: media { total } }'],
		['before another field', '{ mine: media { total } profile { id } }'],
	])('the first field is found %s', (_, query) => {
		expect(call(query)).toMatchObject({ kind: 'media', responseKey: 'mine' });
	});

	test.each([
		['{ completeMediaUpload(uploadToken: "t", name: "n") { success } }', {}],
		['($t: String!) { completeMediaUpload(uploadToken: $t, name: "n") { success } }', { t: 't' }],
		['($t: String!) { ... { completeMediaUpload(uploadToken: $t, name: "n") { success } } }', { t: 't' }],
	])('the upload token is found in %s', (rest, variables) => {
		expect(call(`mutation ${rest}`, variables).uploadToken).toBe('t');
	});

	test.each(['', 'null', '{}', '{"query":"{"}', '{"query":"{ __typename }"}', '{"query":"{ put }"}'])(
		'%p asks for nothing recognisable',
		(body) => expect(callOf(body).kind).toBe('other'),
	);
});

test('an upload address says what was signed, and only with the right secret', () => {
	const signed = { token: 't', size: 5, mimeType: 'image/png', expiresAt: 7 };
	const target = uploadUrl('http://storage', signed, Buffer.from('secret')).slice('http://storage'.length);
	expect(verifyUploadUrl(target, Buffer.from('secret'))).toEqual(signed);
	expect(verifyUploadUrl(target, Buffer.from('other'))).toBeUndefined();
});

test('an IPv6 address stands in brackets where it is part of another address', () => {
	expect(new Listener(() => undefined, '::1').origin).toBe('http://[::1]:0');
});

test.each([
	[7, '7 B'],
	[2048, '2.0 KiB'],
	[3 * 1024 * 1024, '3.0 MiB'],
])('%d bytes are %s', (bytes, text) => expect(humanReadableSize(bytes)).toBe(text));

test('whatever was thrown can be put into words', () => {
	expect([errorText(new Error('one')), errorText('two'), errorText(null)]).toEqual(['one', 'two', 'null']);
});
