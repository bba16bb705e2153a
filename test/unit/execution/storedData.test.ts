import type { IDataObject } from 'n8n-workflow';
import { isOtherWhenStored } from '../../../nodes/SocialPostScheduling/execution/storedData';

const STORED = 'JSON.parse(JSON.stringify(';

/** An item whose expressions give their words; with its data as n8n stores them, what is given here. */
const itemOf = (json: unknown, whenStored = 'something else') => ({
	getItemIndex: () => 0,
	getInputData: () => ({ json: json as IDataObject }),
	evaluateExpression: jest.fn((expression: string) => (expression.includes(STORED) ? whenStored : expression)),
});
const DATE = { when: new Date(0) };

test.each<[string, unknown, string, string[]]>([
	['a date', DATE, '=On {{ $json.when }}', ['On {{ JSON.parse(JSON.stringify($json)).when }}']],
	[
		'a date in a list',
		{ list: [[new Date(0)]] },
		'={{ $json.list }}',
		['{{ JSON.parse(JSON.stringify($json)).list }}'],
	],
	['a number that is none', { a: Number.NaN }, '={{ $json.a }}', ['{{ JSON.parse(JSON.stringify($json)).a }}']],
	[
		'items of nodes',
		{},
		'={{ $("A").item.json.a }}{{ $node.B.json.b }}',
		['{{ JSON.parse(JSON.stringify($("A").item.json)).a }}{{ JSON.parse(JSON.stringify($node.B.json)).b }}'],
	],
	[
		'other items of the input',
		{},
		'={{ $input.first().json.a }}',
		['{{ JSON.parse(JSON.stringify($input.first().json)).a }}'],
	],
])('is another one with the data as n8n stores them: %s', (_, json, raw, evaluated) => {
	const item = itemOf(json);
	expect(isOtherWhenStored(item, raw.slice(1))).toBe(true);
	expect(item.evaluateExpression.mock.calls.map(([expression]) => expression)).toEqual([...evaluated, raw.slice(1)]);
	expect(isOtherWhenStored(itemOf(json, raw.slice(1)), raw.slice(1))).toBe(false);
});

test('costs nothing where the data are JSON', () => {
	const item = itemOf({ a: ['b', 1, null, true, { c: undefined }], d: Object.create(null) });
	expect(isOtherWhenStored(item, '{{ $json.a }}')).toBe(false);
	expect(item.evaluateExpression).not.toHaveBeenCalled();
});

test('a date as a whole is the same in JSON', () => {
	const item = itemOf(DATE);
	item.evaluateExpression.mockImplementation(((expression: string) =>
		expression.includes(STORED) ? new Date(0).toJSON() : new Date(0)) as never);
	expect(isOtherWhenStored(item, '{{ $json.when }}')).toBe(false);
});

test('data that lead back to themselves are no error', () => {
	const json: Record<string, unknown> = {};
	json.self = json;
	expect(isOtherWhenStored(itemOf(json), '{{ $json.a }}')).toBe(false);
});

test('what cannot be evaluated with the data as n8n stores them is another one', () => {
	const item = itemOf(DATE);
	item.evaluateExpression.mockImplementation((expression) => {
		if (expression.includes(STORED)) throw new Error('format is no function');
		return expression;
	});
	expect(isOtherWhenStored(item, '{{ $json.when.format() }}')).toBe(true);
});
