import type { INodeProperties } from 'n8n-workflow';
import { findUnevaluated } from '../../../nodes/SocialPostScheduling/validation/unevaluated';

const field = (name: string, more: Partial<INodeProperties> = {}): INodeProperties => ({
	displayName: name.toUpperCase(),
	name,
	type: 'string',
	default: '',
	...more,
});
const FIELDS = [
	field('name'),
	field('text'),
	field('options', {
		type: 'collection',
		options: [field('search'), field('choice', { options: [{ name: 'A', value: 'a' }] })],
	}),
	field('media', {
		type: 'fixedCollection',
		options: [{ name: 'row', displayName: 'Row', values: [field('file'), field('text')] }],
	}),
];
const EXPRESSION = '{{ $json.a }}';

test.each([
	['a text', { name: EXPRESSION }, 'NAME'],
	['a list', { name: ['7', EXPRESSION] }, 'NAME'],
	['a resource locator', { name: { __rl: true, mode: 'id', value: EXPRESSION } }, 'NAME'],
	['a field of a collection', { options: { search: EXPRESSION } }, 'SEARCH'],
	['a row', { media: { row: [{ file: '7' }, { file: EXPRESSION }] } }, 'FILE'],
	['a row that stands alone', { media: { row: { file: EXPRESSION } } }, 'FILE'],
])('%s that is not switched to Expression', (_, parameters, found) => {
	expect(findUnevaluated(FIELDS, parameters)).toMatchObject({
		field: found,
		problem: `holds the expression "${EXPRESSION}", as text`,
	});
});

test.each([
	['an expression', { name: `=${EXPRESSION}` }],
	['a text that may be about n8n', { text: EXPRESSION, media: { row: [{ text: EXPRESSION }] } }],
	['a field that the operation does not have', { other: EXPRESSION }],
	['nothing', {}],
	['other kinds of values', { name: null, options: 7, media: { row: [null, 'a', { file: { a: 1 } }] } }],
])('%s is left alone', (_, parameters) => {
	expect(findUnevaluated(FIELDS, parameters)).toBeUndefined();
});

test.each([
	['a {{ $json.a }} b {{ $json.c }}', '{{ $json.a }}'],
	['a {{ b }} {{ $json.c }} d', '{{ $json.c }}'],
	['a {{ $json.b', '{{ $json.b'],
])('of %j, the expression is told', (name, expression) => {
	expect(findUnevaluated(FIELDS, { name })?.problem).toBe(`holds the expression "${expression}", as text`);
});

test.each([
	['{{$json.a}}', true],
	['a {{ String($json.a) }}.png', true],
	['{{ "a" + $json.a }}', true],
	['{{ ($json.a) }}', true],
	["{{ $('Rows').item.json.a }}", true],
	['{{ DateTime.now() }}', true],
	['{{ [$json.a, $json.b].join() }}', true],
	['{{ new Date().toISOString() }}', true],
	['{{ `${$json.a} ${$json.b}` }}', true],
	['{{ { a: $json.a }.a }}', true],
	['{{ (() => { return 1 })() }}', true],
	['{{ Date.now() }}', true],
	['{{ a }} {{ b[0] }}', true],
	['{{ $json.a', true],
	['{{ new Date }}', true],
	['{{ $["a"] }}', true],
	['Report {{v1.2}}', false],
	['Price {{5.00}}', false],
	['{{ Mr. Smith', false],
	['{{ name (optional) }}', false],
	['{{ a }}', false],
	['{{', false],
	['{{ 5 $ }}', false],
	['$json.a', false],
	['{ $json.a }', false],
])('%j: %j', (name, isExpression) => {
	expect(findUnevaluated(FIELDS, { name }) !== undefined).toBe(isExpression);
});
