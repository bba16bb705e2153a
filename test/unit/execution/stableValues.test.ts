import { stableValues } from '../../../nodes/SocialPostScheduling/execution/stableValues';

const evaluateExpression = jest.fn((expression: string, item: number) => `${item}: ${expression}`);
const functions = { getItemIndex: () => 2, evaluateExpression };

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
	['{{ $json.day.toRelative() }}', '{{ $json.day.toISO() }}'],
	['{{ $json.day.toRelativeCalendar() }}', '{{ $json.day.toISO() }}'],
	['{{ $execution.id }}{{ $execution.resumeUrl }}{{ $execution?.id }}', "{{ ('') }}{{ ('') }}{{ ('') }}"],
	['{{ $execution["id"] }}{{ $executionId }}{{ $execution.mode }}', "{{ ('') }}{{ ('') }}{{ ('') }}"],
	["{{ DateTime.local({ zone: 'utc' }) }}", "{{ DateTime.fromMillis(0, { zone: 'utc' }) }}"],
])('%s is the same in each execution as %s', (expression, stable) => {
	expect(stableValues(functions, [`=${expression}`, 'fixed', '={{ $json.a }}'])).toEqual([
		`2: ${stable}`,
		'fixed',
		'2: {{ $json.a }}',
	]);
});

test.each([
	'{{ $json.text }}',
	'{{ new Date($json.date) }}',
	'{{ new Date(2030, 1, 1) }}',
	'{{ DateTime.local(2030) }}',
	'{{ DateTime.utc(2030, 1) }}',
	'{{ $nowhere }}',
	'{{ $execution.customData }}',
	'{{ $json.random() }}',
])('%s is the same by itself', (expression) => {
	expect(stableValues(functions, [`=${expression}`])).toBeUndefined();
});

test('what is no expression is the same by itself', () => {
	expect(stableValues(functions, ['$now', undefined, 7, null])).toBeUndefined();
});

test('what cannot be evaluated without the clock is not known', () => {
	evaluateExpression.mockImplementationOnce(() => {
		throw new Error('not a date');
	});
	expect(stableValues(functions, ['={{ $now.foo() }}'])).toBeUndefined();
});
