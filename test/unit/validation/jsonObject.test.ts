import { DateTime } from 'luxon';
import { readJsonObject } from '../../../nodes/SocialPostScheduling/validation/jsonObject';
import { problemOf } from '../builders';

const circular: Record<string, unknown> = {};
circular.self = circular;

test.each([
	['{"a": [1, {"b": null}]}', { a: [1, { b: null }] }],
	[{ a: 1 }, { a: 1 }],
	[{ at: DateTime.fromISO('2030-05-17T09:30:00Z', { setZone: true }) }, { at: '2030-05-17T09:30:00.000Z' }],
	['{}', {}],
	[
		'{"id": "9007199254740993", "n": 0.1, "m": -9007199254740991}',
		{ id: '9007199254740993', n: 0.1, m: -9007199254740991 },
	],
	['  ', {}],
	['', {}],
	[null, {}],
	[undefined, {}],
])('%j', (written, value) => {
	expect(readJsonObject(written, 'Variables')).toEqual({ ok: true, value });
});

test.each([
	['{"a": ', 'is not valid JSON'],
	['words', 'is not valid JSON'],
	['[1]', 'is [1], which is not a JSON object'],
	['7', 'is 7, which is not a JSON object'],
	['null', 'is null, which is not a JSON object'],
	[[{ a: 1 }], 'is [{"a":1}], which is not a JSON object'],
	[7, 'is 7, which is not a JSON object'],
	[false, 'is false, which is not a JSON object'],
	[circular, 'is not valid JSON'],
	['{"id": 9007199254740993}', expect.stringContaining('the number 9007199254740992, which may not be')],
	['{"a": [{"b": 1e400}]}', expect.stringContaining('the number Infinity')],
	[{ a: 1e300 }, expect.stringMatching(/^holds the number .\d{301}., which may not be/)],
	[{ a: Number.NaN }, expect.stringContaining('the number NaN')],
])('%s is refused', (written, problem) => {
	expect(problemOf(readJsonObject(written, 'Variables'))).toMatchObject({ field: 'Variables', problem });
});
