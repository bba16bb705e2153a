/** What the library cannot tell apart, and what has the same bytes all the same. */
import type { MediaFile } from '../../../nodes/SocialPostScheduling/upload/file';
import { addLookalike, haveSameBytes } from '../../../nodes/SocialPostScheduling/upload/lookalikes';

const file = (fingerprint: string, digest: string | null) =>
	({
		size: 3,
		mimeType: 'image/png',
		fingerprint: () => fingerprint,
		digest: async () => await Promise.resolve(digest),
	}) as MediaFile;

test.each([
	['stored apart, with the same bytes', true, file('a', 'same'), file('b', 'same')],
	['with other bytes', false, file('a', 'one'), file('b', 'other')],
	['that cannot be read', false, file('a', null), file('b', null)],
	['stored once', true, file('a', null), file('a', null)],
])('files %s are the same: %s', async (_, expected, one, other) => {
	expect(await haveSameBytes(one, [other])).toBe(expected);
});

test('files of one name look alike within an account, in whichever letters', () => {
	const execution = {};
	const [first, second, third] = [file('a', 'a'), file('b', 'b'), file('c', 'c')];
	const others = addLookalike(execution, 'account', first, 'a.png');
	addLookalike(execution, 'account', second, 'A.png');
	addLookalike(execution, 'another one', third, 'a.png');
	expect(others()).toEqual([second]);
});
