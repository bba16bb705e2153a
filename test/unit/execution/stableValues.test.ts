import type { IDataObject, NodeParameterValueType } from 'n8n-workflow';
import { readsClock, stableValues } from '../../../nodes/SocialPostScheduling/execution/stableValues';

const evaluateExpression = jest.fn<NodeParameterValueType, [string, number]>(
	(expression, item) => `${item}: ${expression}`,
);
/** As JavaScript writes it. */
const asText = (value: unknown) => `${value as string}`;
const functionsIn = (mode: 'trigger' | 'retry', json: IDataObject = { a: 'b' }) => ({
	getItemIndex: () => 2,
	getInputData: () => ({ json }),
	getMode: () => mode,
	evaluateExpression,
});
const functions = functionsIn('trigger');

test.each([
	['{{ $now.toISO() }}', '{{ DateTime.fromMillis(0).toUTC().toISO() }}'],
	['{{ $today }} and {{ $now }}', '{{ DateTime.fromMillis(0).toUTC() }} and {{ DateTime.fromMillis(0).toUTC() }}'],
	[
		'{{ DateTime.now() }}{{ DateTime.local( ) }}',
		'{{ DateTime.fromMillis(0).toUTC() }}{{ DateTime.fromMillis(0).toUTC() }}',
	],
	['{{ DateTime.utc ().year }}', '{{ DateTime.fromMillis(0).toUTC().year }}'],
	['{{ Date.now() - 1 }}', '{{ (0) - 1 }}'],
	['{{ new Date() }}', '{{ new Date(0) }}'],
	['{{ (new Date).getDay() }}', '{{ (new Date(0)).getDay() }}'],
	['{{ Math.random() > 0.5 }}', '{{ (0) > 0.5 }}'],
	["{{ ['Hi', 'Hello'].randomItem() }}", "{{ ['Hi', 'Hello'].first() }}"],
	[
		"{{ $json.day.toDateTime().diffToNow('days') }}",
		"{{ $json.day.toDateTime().diffTo(DateTime.fromMillis(0).toUTC(), 'days') }}",
	],
	['{{ $json.day.diffNow() }}', '{{ $json.day.diff(DateTime.fromMillis(0).toUTC(), ) }}'],
	['{{ $json.day.toRelative() }}', '{{ $json.day.toMillis() }}'],
	['{{ $json.day.toRelativeCalendar() }}', '{{ $json.day.toMillis() }}'],
	['{{ $execution.id }}{{ $execution?.id }}{{ $execution["id"] }}', "{{ ('0') }}{{ ('0') }}{{ ('0') }}"],
	['{{ $executionId }}{{ $execution.mode }}{{ $mode }}', "{{ ('0') }}{{ ('0') }}{{ ('0') }}"],
	['{{ $execution.resumeUrl }} {{ $resumeWebhookUrl }}', "{{ ('http://localhost/0') }} {{ ('http://localhost/0') }}"],
	['{{ DateTime\n\t.now()\n\t.toISO() }}', '{{ DateTime.fromMillis(0).toUTC()\n\t.toISO() }}'],
	['{{ Math\n.random() + Date\n. now() }}', '{{ (0) + (0) }}'],
	["{{ ['Hi', 'Hello']\n.randomItem() + $execution\n.id }}", "{{ ['Hi', 'Hello']\n.first() + ('0') }}"],
	['{{ Date() + new Date() }}', "{{ ('0') + new Date(0) }}"],
	["{{ DateTime.now({ zone: 'utc' }) }}", "{{ DateTime.fromMillis(0, { zone: 'utc' }) }}"],
	["{{ DateTime.local({ zone: 'utc' }) }}", "{{ DateTime.fromMillis(0, { zone: 'utc' }) }}"],
])('%s is the same in each execution as %s', (expression, stable) => {
	expect(stableValues(functions, [`=${expression}`, 'fixed', '={{ $json.a }}'])).toEqual({
		values: [`2: ${stable}`, 'fixed', '2: {{ $json.a }}'],
	});
});

test.each([
	'{{ $json.text }}',
	'{{ new Date($json.date) }}',
	'{{ new Date(2030, 1, 1) }}',
	'{{ DateTime.local(2030) }}',
	'{{ DateTime.utc(2030, 1) }}',
	'{{ $nowhere }}',
	'{{ $json.Date() }}',
	'{{ toDate() }}',
	'{{ $modes }}',
	'{{ $execution.customData }}',
	'{{ $json.random() }}',
])('%s is the same by itself', (expression) => {
	expect(stableValues(functions, [`=${expression}`])).toBeUndefined();
});

test.each([null, undefined])(
	'what gives %s without the clock is known by its words, within a text as well',
	(nothing) => {
		evaluateExpression.mockImplementation((expression) =>
			expression === '{{ DateTime.fromMillis(0).toUTC().a.b }}' ? (nothing as never) : expression,
		);
		const written = ['={{ $now.a.b }}', '=On {{ $json.day }}, {{ $now.a.b }}'];
		expect(stableValues(functions, written)).toEqual({ values: [' $now.a.b ', 'On {{ $json.day }},  $now.a.b '] });
		evaluateExpression.mockImplementation((expression, item) => `${item}: ${expression}`);
	},
);

test.each([
	['={{ $now.plus({ days: 1 }).toISO() }}', true],
	["={{ DateTime.local({ zone: 'Europe/Berlin' }) }}", true],
	["={{ DateTime.now({ zone: 'Europe/Berlin' }).plus({ hours: 3 }).toISO() }}", true],
	["={{ DateTime.now('Europe/Berlin') }}", true],
	['={{ DateTime\n.now()\n.plus({ hours: 3 }) }}', true],
	['={{ new Date().toISOString() }}', true],
	['={{ new Date($json.date) }}', false],
	['={{ $execution.id }}', false],
	['{{ $now }}', false],
	[undefined, false],
])('whether %j reads the clock: %s', (written, expected) => {
	expect(readsClock(written)).toBe(expected);
});

test('what is no expression is the same by itself', () => {
	expect(stableValues(functions, ['$now', undefined, 7, null])).toBeUndefined();
});

test('what n8n cannot evaluate without the clock is known by its words', () => {
	evaluateExpression.mockImplementation((expression) => {
		if (/\{\{.*toTitleCase/.test(expression)) throw new Error("toTitleCase can't be used on undefined value");
		return expression;
	});
	const written = ['=On {{ $json.days[$now.toISODate()].toTitleCase() }}', '={{ $json.word.toTitleCase() }}'];
	expect(stableValues(functions, written)).toEqual({
		values: ['On  $json.days[$now.toISODate()].toTitleCase() ', '={{ $json.word.toTitleCase() }}'],
	});
	evaluateExpression.mockImplementation((expression, item) => `${item}: ${expression}`);
});

test('in a retry, what is the same by itself is known as well: it may have been something else before', () => {
	expect(stableValues(functionsIn('retry'), ['={{ $json.a }}', 7])).toEqual({
		values: ['2: {{ $json.a }}', 7],
		isFixed: true,
	});
	expect(stableValues(functionsIn('retry'), ['={{ $now }}'])).not.toHaveProperty('isFixed');
});

describe('an item that n8n stores otherwise than an earlier node gives it', () => {
	afterEach(() => evaluateExpression.mockImplementation((expression, item) => `${item}: ${expression}`));

	test.each<[string, unknown, string]>([
		['a date', new Date(0), '1970-01-01T00:00:00.000Z'],
		['a number that is none', Number.NaN, 'null'],
		['what has a form of its own for JSON', { toJSON: () => 'as text', toString: () => 'as it is' }, 'as text'],
		['a list of dates', [new Date(0)], '1970-01-01T00:00:00.000Z'],
	])('%s', (_, value, stored) => {
		const item = { json: { value } as IDataObject };
		evaluateExpression.mockImplementation(() => asText(item.json.value));
		const of = { ...functions, getInputData: () => item };
		expect(stableValues(of, ['={{ $json.value }}'])).toEqual({ values: [stored], isOfStoredItems: true });
		expect(item.json.value).toBe(value);
	});

	test.each<[string, unknown]>([
		['texts, numbers and lists', { a: ['b', 1, null, true, { c: undefined }] }],
		['a text that is a date', '1970-01-01T00:00:00.000Z'],
		['an object without a prototype', Object.create(null)],
	])('none: %s', (_, value) => {
		const item = { json: { value, other: 'a' } as IDataObject };
		const of = { ...functions, getInputData: () => item };
		expect(stableValues(of, ['={{ $json.other }}'])).toBeUndefined();
	});

	test('an expression that does not read the date is the same', () => {
		const item = { json: { value: new Date(0), other: 'a' } as unknown as IDataObject };
		evaluateExpression.mockImplementation(() => asText(item.json.other));
		expect(stableValues({ ...functions, getInputData: () => item }, ['={{ $json.other }}'])).toBeUndefined();
	});

	test('items of nodes by their names', () => {
		const item = { json: { value: new Date(0) } as unknown as IDataObject };
		evaluateExpression.mockImplementation((expression) =>
			expression === '{{ $("My Rows", true).all() }}'
				? ([item] as unknown as NodeParameterValueType)
				: asText(item.json.value),
		);
		expect(stableValues(functions, ["={{ $('My Rows').last().json.value }}"])).toMatchObject({
			values: ['1970-01-01T00:00:00.000Z'],
		});
		expect(item.json.value).toBeInstanceOf(Date);
	});

	test('the other items of the input', () => {
		const item = { json: { value: new Date(0) } as unknown as IDataObject };
		evaluateExpression.mockImplementation((expression) =>
			expression === '{{ $items() }}' ? ([item] as unknown as NodeParameterValueType) : asText(item.json.value),
		);
		expect(stableValues(functions, ['={{ $input.first().json.value }}'])).toMatchObject({
			values: ['1970-01-01T00:00:00.000Z'],
		});
	});

	test('where an evaluation throws, the item is as it was', () => {
		const item = { json: { value: new Date(0) } as unknown as IDataObject };
		evaluateExpression.mockImplementation(() => {
			throw new Error('no');
		});
		stableValues({ ...functions, getInputData: () => item }, ['={{ $json.value }}']);
		expect(item.json.value).toBeInstanceOf(Date);
	});
});
