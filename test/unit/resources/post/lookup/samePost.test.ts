import type { Siblings } from '../../../../../nodes/SocialPostScheduling/execution/operation';
import { readPost, type Post } from '../../../../../nodes/SocialPostScheduling/resources/post/post';
import {
	fateOf,
	firstOf,
	likenessOf,
	type PostList,
	sightingIn,
	type WantedPost,
} from '../../../../../nodes/SocialPostScheduling/resources/post/lookup/samePost';

const AT = '2035-05-04T07:30:00Z';
const WANTED: WantedPost = { username: 'my_brand', postAt: AT, texts: ['one', 'two'], isDraft: false };

/** A post of the service that is the wanted one, but for what is given. */
function post(more: Record<string, unknown> = {}, texts: ReadonlyArray<string | null> = ['one', 'two'], at = AT): Post {
	const read = readPost({
		id: '7',
		platform: 'twitter',
		publishingStatus: 'READY_TO_PUBLISH',
		dateDeleted: null,
		socialAccount: { id: '501', username: 'my_brand' },
		submissions: texts.map((text, order) => ({ id: `${order}`, postAt: at, text, order })),
		...more,
	});
	if (!read.ok) throw new Error(`No post: ${read.error}`);
	return read.value;
}

const result = { result: { url: 'https://x.example/1', dateSubmitted: AT } };
const error = { error: { errorCode: 'REJECTED', message: 'No' } };
const parts = (more: object) =>
	['one', 'two'].map((text, order) => ({ id: `${order}`, postAt: AT, text, order, ...more }));

test.each<readonly [string, Post, ReturnType<typeof likenessOf>]>([
	['with all the same', post(), 'same'],
	['with a handle in other letters', post({ socialAccount: { id: '1', username: 'My_Brand' } }), 'same'],
	['with a handle with @', post({ socialAccount: { id: '1', username: '@my_brand' } }), 'same'],
	['of another account', post({ socialAccount: { id: '1', username: 'my_brand_news' } }), 'other'],
	['without an account', post({ socialAccount: null }), 'unclear'],
	['with the time in another zone', post({}, ['one', 'two'], '2035-05-04T09:30:00+02:00'), 'same'],
	['with a fraction of a second', post({}, ['one', 'two'], '2035-05-04T07:30:00.999Z'), 'same'],
	['a second later', post({}, ['one', 'two'], '2035-05-04T07:30:01Z'), 'other'],
	['a minute earlier', post({}, ['one', 'two'], '2035-05-04T07:29:00Z'), 'other'],
	['without a time', post({}, ['one', 'two'], ''), 'unclear'],
	['with spaces around the texts', post({}, [' one\n', 'two ']), 'same'],
	['with other letters', post({}, ['One', 'two']), 'other'],
	['with other spaces in a text', post({}, ['one', 't wo']), 'other'],
	['with the texts in another order', post({}, ['two', 'one']), 'other'],
	['with a text less', post({}, ['one']), 'other'],
	['with a text more', post({}, ['one', 'two', 'three']), 'other'],
	['without its parts', post({}, []), 'unclear'],
	['without a text', post({}, ['one', null]), 'unclear'],
	['without a text, and with another one', post({}, ['other', null]), 'other'],
	['without a text, of another account', post({ socialAccount: { username: 'x' } }, ['one', null]), 'other'],
	['of which a part could not be read', post({ submissions: [null, { id: '1', postAt: AT, text: 'one' }] }), 'unclear'],
	['of which no part could be read', post({ submissions: [null, null] }), 'unclear'],
	['with a part more that could not be read', post({ submissions: [...parts({}), null] }), 'other'],
	['with an empty time of its deletion', post({ dateDeleted: '' }), 'same'],
	['in the trash', post({ dateDeleted: AT }), 'other'],
	['that is a draft', post({ publishingStatus: 'DRAFT' }), 'other'],
	['without its status', post({ publishingStatus: null }), 'same'],
	['that is out', post({ submissions: parts(result) }), 'same'],
	['that has failed', post({ submissions: parts(error) }), 'same'],
])('a post %s', (_, found, expected) => {
	expect(likenessOf(found, WANTED)).toBe(expected);
});

test.each([
	['the line ends of a web form', 'one\r\ntwo', 'one\ntwo', 'same'],
	['line ends of the service', 'one\ntwo', 'one\r\ntwo', 'same'],
	['an old line end', 'one\ntwo', 'one\rtwo', 'same'],
	['another line', 'one\n\ntwo', 'one\r\ntwo', 'other'],
	['half an emoji that the service cannot keep', 'one \ud83d', 'one \ufffd', 'same'],
	['the other half', '\ude00 one', '\ufffd one', 'same'],
	['another emoji', 'one \ud83d\ude00', 'one \ud83c\udf89', 'other'],
	['a whole emoji', 'one \ud83d\ude00', 'one \ufffd', 'other'],
	['half an emoji, and none', 'one \ud83d', 'one', 'other'],
	['accents behind their letters', 'cafe\u0301', 'caf\u00e9', 'same'],
	['accents within their letters', 'caf\u00e9', 'cafe\u0301', 'same'],
	['a letter without its accent', 'caf\u00e9', 'cafe', 'other'],
] as const)('a text with %s', (_, wanted, kept, expected) => {
	expect(likenessOf(post({}, [kept]), { ...WANTED, texts: [wanted] })).toBe(expected);
});

test.each(['DRAFT', 'READY_TO_PUBLISH'])('a wanted draft is a post that is %s', (publishingStatus) => {
	expect(likenessOf(post({ publishingStatus }), { ...WANTED, isDraft: true })).toBe('same');
});

test('a post with pictures alone', () => {
	expect(likenessOf(post({}, [null]), { ...WANTED, texts: [''] })).toBe('same');
	expect(likenessOf(post({}, ['']), { ...WANTED, texts: ['  '] })).toBe('same');
});

const NO_SIBLINGS: Siblings = { results: [], unknown: 0 };
const listOf = (ids: readonly string[], more: Partial<PostList> = {}): PostList => ({
	posts: ids.map((id) => post({ id })),
	isComplete: true,
	hasFewer: false,
	isCut: false,
	readAt: 0,
	...more,
});
const UNREADABLE = listOf([], { isComplete: false });
const WITH_UNCLEAR: PostList = {
	posts: [post({ socialAccount: null })],
	isComplete: true,
	hasFewer: false,
	isCut: false,
	readAt: 0,
};

describe('a list', () => {
	test.each<readonly [string, PostList, Siblings, ReturnType<typeof sightingIn>['state']]>([
		['with the post', listOf(['7']), NO_SIBLINGS, 'found'],
		['with the post, of which not all was read', listOf(['7'], { isComplete: false }), NO_SIBLINGS, 'found'],
		['without it', listOf([]), NO_SIBLINGS, 'absent'],
		['without it, of which not all was read', UNREADABLE, NO_SIBLINGS, 'unclear'],
		['with one that may be it', WITH_UNCLEAR, NO_SIBLINGS, 'unclear'],
		['with the one of a sibling', listOf(['7']), { results: [{ postId: '7' }], unknown: 0 }, 'absent'],
		['with one more', listOf(['7', '8']), { results: [{ postId: '7' }], unknown: 0 }, 'found'],
		['with one that may be of a sibling in doubt', listOf(['7']), { results: [], unknown: 1 }, 'unclear'],
		[
			'with one that may be of a sibling to which the post of another one was given',
			listOf(['7', '8']),
			{ results: [{ postId: '7' }, { postId: '7', uploaded: '1' }], unknown: 0 },
			'unclear',
		],
		[
			'with one beside a sibling that has moved its own to the trash',
			listOf(['7', '9']),
			{ results: [{ postId: '7' }, { postId: '7', withdrawn: '8' }], unknown: 0 },
			'found',
		],
		[
			'that still shows what a sibling has moved to the trash',
			listOf(['8']),
			{ results: [{ postId: '7', withdrawn: '8' }], unknown: 0 },
			'absent',
		],
		['with one that may be of a sibling without ID', listOf(['7']), { results: [{}], unknown: 0 }, 'unclear'],
		[
			'with one beside a sibling without ID that is a draft',
			listOf(['7']),
			{ results: [{ draft: 'yes' }], unknown: 0 },
			'found',
		],
		[
			'with one beside a sibling whose post was there before',
			listOf(['7', '8']),
			{ results: [{ postId: '7' }, { postId: '7', done: 'no' }], unknown: 0 },
			'found',
		],
		['without it, and a sibling in doubt', listOf([]), { results: [], unknown: 1 }, 'absent'],
	])('%s', (_, list, siblings, expected) => {
		expect(sightingIn(list, WANTED, siblings).state).toBe(expected);
	});

	test.each<[string, Siblings]>([
		['without ID', { results: [{}], unknown: 0 }],
		['in doubt', { results: [], unknown: 1 }],
	])('with more equal posts than siblings %s has it, whichever it is', (_, siblings) => {
		expect(sightingIn(listOf(['7', '8']), WANTED, siblings)).toEqual({
			state: 'found',
			result: {},
			warnings: [expect.stringContaining('this post twice: 7 and 8.')],
		});
		expect(sightingIn(listOf(['7', '8']), WANTED, { ...siblings, unknown: 2 }).state).toBe('unclear');
	});

	test('with one that may be a draft does not tell which draft of two it is', () => {
		const draft = { ...WANTED, isDraft: true };
		expect(sightingIn(listOf(['7']), draft, { results: [{ draft: 'yes' }], unknown: 0 }).state).toBe('unclear');
	});

	test('with several equal posts gives the first one', () => {
		expect(sightingIn(listOf(['10', '9', '11']), WANTED, NO_SIBLINGS)).toEqual({
			state: 'found',
			result: { postId: '9' },
			warnings: [
				expect.stringContaining('this post 3 times: 10, 9 and 11. Look again in a minute: if another execution has'),
			],
		});
	});
});

describe('a post that was made just now', () => {
	const RELATED: Siblings = { results: [{ postId: '5' }], unknown: 0 };

	test.each<readonly [string, string | null, PostList, Siblings, object]>([
		['is alone', '7', listOf(['7']), NO_SIBLINGS, { type: 'stays', warnings: [] }],
		['has no ID, and is alone', null, listOf(['7']), NO_SIBLINGS, { type: 'stays', warnings: [] }],
		['came second', '10', listOf(['9', '10']), NO_SIBLINGS, { type: 'goes', own: '10', first: '9' }],
		['came third', '11', listOf(['10', '9', '11']), NO_SIBLINGS, { type: 'goes', own: '11', first: '9' }],
		['has a sibling that is known', '7', listOf(['5', '7']), RELATED, { type: 'stays', warnings: [] }],
	])('%s', (_, own, list, siblings, expected) => {
		expect(fateOf(own, list, WANTED, siblings)).toEqual(expected);
	});

	test.each<readonly [string, string | null, PostList, Siblings, RegExp]>([
		['came first', '9', listOf(['9', '10']), NO_SIBLINGS, /an equal post as well: 10\./],
		['has no ID', null, listOf(['9', '10']), NO_SIBLINGS, /this post twice: 9 and 10\./],
		['has siblings, and another equal post', '7', listOf(['5', '6', '7']), RELATED, /this post twice: 6 and 7\./],
		['has siblings in doubt', '7', listOf(['6', '7']), { results: [], unknown: 1 }, /this post twice: 6 and 7\./],
		['stands in a list that cannot be read', '7', UNREADABLE, NO_SIBLINGS, /could not look it up/],
		['stands beside one that may be equal', '7', WITH_UNCLEAR, NO_SIBLINGS, /could not look it up/],
	])('stays with a warning where it %s', (_, own, list, siblings, words) => {
		expect(fateOf(own, list, WANTED, siblings)).toEqual({ type: 'stays', warnings: [expect.stringMatching(words)] });
	});

	test('stays beside an equal one that has failed: nothing else would go out', () => {
		const failed = post({ id: '9', submissions: parts(error) });
		const list = { ...listOf([]), posts: [failed, post({ id: '10' })] };
		expect(fateOf('10', list, WANTED, NO_SIBLINGS)).toEqual({
			type: 'stays',
			warnings: [expect.stringContaining('this post twice: 9 and 10.')],
		});
	});

	test('is not shown yet', () => {
		expect(fateOf('7', listOf([]), WANTED, NO_SIBLINGS)).toEqual({
			type: 'notShown',
			warnings: [expect.stringMatching(/does not show this post, 7, in its list yet/)],
		});
	});

	test('has no ID, and is not shown yet', () => {
		expect(fateOf(null, listOf([]), WANTED, NO_SIBLINGS)).toEqual({
			type: 'notShown',
			warnings: [expect.stringMatching(/does not show this post in its list yet/)],
		});
	});

	test('is shown otherwise than it was sent, beside an equal one: it stays', () => {
		const own = post({ id: '10', submissions: parts({ text: 'Other' }) });
		const list = { ...listOf(['9']), posts: [post({ id: '9' }), own] };
		expect(fateOf('10', list, WANTED, NO_SIBLINGS)).toEqual({
			type: 'stays',
			warnings: [expect.stringMatching(/an equal post, 9, and shows this one, 10, but not as it was sent/)],
		});
	});

	test.each(['10', 'UG9zdDo5'])('is not shown, and an equal one is: %s', (own) => {
		expect(fateOf(own, listOf(['9']), WANTED, NO_SIBLINGS)).toEqual({
			type: 'notShown',
			warnings: [expect.stringMatching(/shows an equal post, 9, and not this one, /)],
		});
	});

	test('stays where it is out already, also if it came second', () => {
		const list = {
			posts: [post({ id: '9' }), post({ id: '10', submissions: parts(result) })],
			isComplete: true,
			hasFewer: false,
			isCut: false,
			readAt: 0,
		};
		expect(fateOf('10', list, WANTED, NO_SIBLINGS)).toEqual({
			type: 'stays',
			warnings: [expect.stringMatching(/this post twice: 9 and 10\..* out already/)],
		});
	});

	test('of several that see each other, exactly one stays', () => {
		const ids = ['12', '9', '100', '11'];
		const fates = ids.map((own) => fateOf(own, listOf(ids), WANTED, NO_SIBLINGS));
		expect(fates.filter(({ type }) => type === 'stays')).toHaveLength(1);
		expect(fates[1]).toMatchObject({ type: 'stays' });
	});
});

test.each([
	['9', '10', '9'],
	['9007199254740993', '9007199254740992', '9007199254740992'],
	['b', 'a', 'a'],
	['a1', '2', '2'],
])('of %s and %s, %s is the first for both sides', (one, other, first) => {
	expect(firstOf(one, other)).toBe(first);
	expect(firstOf(other, one)).toBe(first);
});
