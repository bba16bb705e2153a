import { itemsOf, valueAt } from '../../../../nodes/SocialPostScheduling/resources/api/dataPath';
import { explain } from '../../../../nodes/SocialPostScheduling/errors/errorMessages';
import { requestNamed } from '../../builders';

const DATA = {
	posts: { total: 2, objects: [{ id: '1' }, { id: '2' }], next: null },
	empty: {},
	one: [1],
	single: { objects: [] },
};

test.each([
	['', DATA],
	['posts.objects', DATA.posts.objects],
	[' posts . objects ', DATA.posts.objects],
	['posts.objects.1', { id: '2' }],
	['posts.next', null],
	['posts.total', 2],
])('the value at "%s"', (path, value) => {
	expect(valueAt(DATA, path)).toEqual({ ok: true, value });
});

test.each([
	['post', 'The data has the fields: posts, empty, one, single.'],
	['posts.object', '"posts" has the fields: total, objects, next.'],
	['posts.next.id', '"posts.next" is null.'],
	['posts.total.id', '"posts.total" is a number.'],
	['posts.objects.id', '"posts.objects" is a list of 2 entries.'],
	['single.x', '"single" has the field: objects.'],
	['one.1', '"one" is a list of 1 entry.'],
	['empty.id', '"empty" is empty.'],
	['posts..total', '"posts" has the fields: total, objects, next.'],
	['posts.constructor', '"posts" has the fields: total, objects, next.'],
	['posts.objects.length', '"posts.objects" is a list of 2 entries.'],
])('"%s" is not there, and the error says what is', (path, holds) => {
	const found = valueAt(DATA, path);
	if (found.ok) throw new Error('It was found');
	expect(found.error).toEqual({ kind: 'dataPathNotFound', path, holds });
	const { message, description } = explain(found.error, requestNamed('query'));
	expect(message).toBe(`The query was not executed: the response has no "${path}"`);
	expect(description).toBe(`${holds} Correct "Data Path" in the options.`);
});

test('only some of many names are told', () => {
	const many = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`field${n}`, n]));
	const found = valueAt(many, 'x');
	expect(!found.ok && found.error.kind === 'dataPathNotFound' && found.error.holds).toMatch(
		/^The data has the fields: field0, .*, field19 and more\.$/,
	);
});

test.each([
	[{ id: '1' }, [{ id: '1' }]],
	[
		[{ id: '1' }, 2, null, ['x']],
		[{ id: '1' }, { value: 2 }, { value: null }, { value: ['x'] }],
	],
	[[], []],
	['text', [{ value: 'text' }]],
	[null, [{ value: null }]],
	[false, [{ value: false }]],
])('the items of %j', (value, items) => {
	expect(itemsOf(value)).toEqual(items);
});
