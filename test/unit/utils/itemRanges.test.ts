import fc from 'fast-check';
import { listItems, nameItems } from '../../../nodes/SocialPostScheduling/utils/itemRanges';

test.each([
	[[3], '3'],
	[[0, 1], '0 and 1'],
	[[0, 1, 2, 3, 7], '0 to 3 and 7'],
	[[7, 3, 0, 2, 1], '0 to 3 and 7'],
	[[4, 4, 4], '4'],
	[[0, 2, 4], '0, 2 and 4'],
	[[9, 10, 11], '9 to 11'],
	[[1, 2, 5, 6], '1, 2, 5 and 6'],
	[[], ''],
])('%j is told as "%s"', (items, expected) => {
	expect(listItems(items)).toBe(expected);
});

test('one item is told in the singular, several in the plural', () => {
	expect(nameItems([3])).toBe('item 3');
	expect(nameItems([0, 1, 2])).toBe('items 0 to 2');
});

test('the same item named twice is one item', () => {
	expect(nameItems([3, 3])).toBe('item 3');
});

/** Reads a listing back. */
function readItems(text: string): number[] {
	return text.split(/, | and /).flatMap((span) => {
		const [first = 0, last = first] = span.split(' to ').map(Number);
		return Array.from({ length: last - first + 1 }, (_, at) => first + at);
	});
}

test('a listing names exactly the items it was made of, each once, in order', () => {
	const items = fc.array(fc.nat({ max: 60 }), { minLength: 1, maxLength: 40 });
	fc.assert(
		fc.property(items, (list) => {
			expect(readItems(listItems(list))).toEqual([...new Set(list)].sort((a, b) => a - b));
		}),
	);
});
