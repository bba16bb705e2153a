import fc from 'fast-check';
import { simplified } from '../../../../nodes/SocialPostScheduling/resources/post/output';
import { readPost } from '../../../../nodes/SocialPostScheduling/resources/post/post';
import { stateOfPost } from '../../../../nodes/SocialPostScheduling/resources/post/state';

const RESULT = { result: { url: 'https://x.example/1', dateSubmitted: '2030-01-01T00:00:00Z' }, error: null };
const ERROR = { result: null, error: { errorCode: 'REJECTED', message: 'Refused.', suggestedFix: 'Connect again.' } };
const NEITHER = { result: null, error: null };
type Outcome = typeof RESULT | typeof ERROR | typeof NEITHER;

function postWith(outcomes: readonly object[], more: object = {}) {
	const post = readPost({
		id: 7,
		platform: 'twitter',
		publishingStatus: 'READY_TO_PUBLISH',
		socialAccount: { id: '501', username: 'my_brand' },
		submissions: outcomes.map((outcome, order) => ({ id: String(order), order, text: `Tweet ${order}`, ...outcome })),
		...more,
	});
	if (!post.ok) throw new Error(post.error);
	return post.value;
}

test.each<[string, readonly Outcome[]]>([
	['scheduled', [NEITHER]],
	['scheduled', []],
	['scheduled', [RESULT, NEITHER]],
	['submitted', [RESULT, RESULT]],
	['failed', [ERROR, ERROR]],
	['failed', [ERROR, NEITHER]],
	['partly', [RESULT, ERROR]],
	['partly', [RESULT, ERROR, NEITHER]],
])('%s', (state, outcomes) => {
	expect(stateOfPost(postWith(outcomes))).toBe(state);
});

test('a part that could not be read may have failed: the post has no state, unless another one has failed', () => {
	const withUnread = (...submissions: readonly object[]) => postWith([], { submissions: [null, ...submissions] });
	expect(stateOfPost(withUnread(RESULT))).toBeNull();
	expect(stateOfPost(withUnread({ id: '1', ...NEITHER }))).toBeNull();
	expect(stateOfPost(withUnread())).toBeNull();
	expect(stateOfPost(withUnread(ERROR))).toBe('failed');
	expect(simplified(withUnread({ id: '1', order: 1, text: 'Two', ...RESULT })).submissions).toMatchObject([
		{ id: '1', state: 'submitted' },
		{ id: null, state: null },
	]);
});

test('a draft has neither a result nor an error, in whatever letters the service writes it', () => {
	for (const publishingStatus of ['DRAFT', 'draft']) {
		expect(stateOfPost(postWith([NEITHER], { publishingStatus }))).toBe('draft');
		expect(stateOfPost(postWith([], { publishingStatus }))).toBe('draft');
		expect(stateOfPost(postWith([RESULT], { publishingStatus }))).toBe('submitted');
	}
});

test('in the trash nothing waits: what is not out and has not failed has no state', () => {
	const trash = { dateDeleted: '2030-01-01T00:00:00Z' };
	for (const publishingStatus of ['DRAFT', 'READY_TO_PUBLISH']) {
		for (const outcomes of [[], [NEITHER], [RESULT, NEITHER]]) {
			expect(stateOfPost(postWith(outcomes, { ...trash, publishingStatus }))).toBeNull();
		}
	}
	expect(simplified(postWith([NEITHER], trash)).submissions).toEqual([expect.objectContaining({ state: null })]);
	expect(stateOfPost(postWith([RESULT], trash))).toBe('submitted');
	expect(stateOfPost(postWith([RESULT, ERROR, NEITHER], trash))).toBe('partly');
});

test('a result beside an error is a later try that succeeded', () => {
	const post = postWith([{ ...ERROR, result: RESULT.result }]);
	expect(simplified(post)).toMatchObject({ state: 'submitted', errorMessage: null, url: 'https://x.example/1' });
});

test('the parts of a thread are in their order, whatever order the service gives them in', () => {
	fc.assert(
		fc.property(fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }), (orders) => {
			const post = postWith([], { submissions: orders.map((order) => ({ id: `${order}`, order, ...NEITHER })) });
			expect(post.submissions.map(({ order }) => order)).toEqual([0, 1, 2, 3, 4]);
		}),
	);
});

test('an error has the words of the service, and what it advises', () => {
	expect(simplified(postWith([RESULT, ERROR]))).toEqual({
		id: '7',
		platform: 'TWITTER',
		username: 'my_brand',
		accountId: '501',
		state: 'partly',
		postAt: null,
		url: 'https://x.example/1',
		errorMessage: 'Refused. Connect again.',
		deletedAt: null,
		submissions: [
			{ id: '0', text: 'Tweet 0', state: 'submitted', url: 'https://x.example/1', errorMessage: null },
			{ id: '1', text: 'Tweet 1', state: 'failed', url: null, errorMessage: 'Refused. Connect again.' },
		],
	});
	expect(simplified(postWith([{ result: null, error: {} }])).errorMessage).toBe('The service gave no reason.');
});

test.each([
	['id', { submissions: [] }],
	['submissions', { id: '7' }],
	['submissions', { id: '7', submissions: 'none' }],
])('a post without its %s is no post', (missing, post) => {
	expect(readPost(post)).toEqual({ ok: false, error: missing });
});
