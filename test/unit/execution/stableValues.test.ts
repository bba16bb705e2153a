import { stableValues } from '../../../nodes/SocialPostScheduling/execution/stableValues';

const evaluateExpression = jest.fn((expression: string, item: number) => `${item}: ${expression}`);
const functions = { getItemIndex: () => 2, evaluateExpression };

test.each([
	['{{ $now.toISO() }}', '{{ DateTime.fromMillis(0).toUTC().toISO() }}'],
	[
		'{{ $today }} and {{ $now }}',
		"{{ DateTime.fromMillis(0).toUTC().startOf('day') }} and {{ DateTime.fromMillis(0).toUTC() }}",
	],
	[
		'{{ DateTime.now() }}{{ DateTime.local( ) }}',
		'{{ DateTime.fromMillis(0).toUTC() }}{{ DateTime.fromMillis(0).toUTC() }}',
	],
	['{{ DateTime.utc ().year }}', '{{ DateTime.fromMillis(0).toUTC().toUTC().year }}'],
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
	['{{ Date() + new Date() }}', '{{ (new Date(0).toString()) + new Date(0) }}'],
	["{{ DateTime.now({ zone: 'utc' }) }}", "{{ DateTime.fromMillis(0, { zone: 'utc' }) }}"],
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
		expect(stableValues(functions, written)).toEqual([' $now.a.b ', 'On {{ $json.day }},  $now.a.b ']);
		evaluateExpression.mockImplementation((expression, item) => `${item}: ${expression}`);
	},
);

test('what is no expression is the same by itself', () => {
	expect(stableValues(functions, ['$now', undefined, 7, null])).toBeUndefined();
});

test('what n8n cannot evaluate without the clock is known by its words', () => {
	evaluateExpression.mockImplementation((expression) => {
		if (/\{\{.*toTitleCase/.test(expression)) throw new Error("toTitleCase can't be used on undefined value");
		return expression;
	});
	const written = ['=On {{ $json.days[$now.toISODate()].toTitleCase() }}', '={{ $json.word.toTitleCase() }}'];
	expect(stableValues(functions, written)).toEqual([
		'On  $json.days[$now.toISODate()].toTitleCase() ',
		'={{ $json.word.toTitleCase() }}',
	]);
	evaluateExpression.mockImplementation((expression, item) => `${item}: ${expression}`);
});
