/** Public reference, sections 4.7 to 4.9, 5 and 6.2: posts of every platform, their lists, and what can be done with them. */
import { SOCIAL_PLATFORMS, stemOf, THREAD_PLATFORMS } from '../../sandbox/store/platforms';
import { POST_STATES } from '../../sandbox/store/posts';
import { apiOf } from './support/api';
import type { ScheduleInput } from './support/api';
import { http } from './support/http';
import { stateOf, SUBMISSION } from './support/posts';
import type { Submission, Submissions } from './support/posts';
import { useSandbox } from './support/sandbox';

const sandbox = useSandbox();

interface Post {
	readonly id: string;
	readonly publishingStatus: string;
	readonly dateDeleted: string | null;
	readonly submissions: readonly Submission[];
}

interface Payload {
	readonly success: boolean;
	readonly errors: ReadonlyArray<{ readonly field: string; readonly code: string; readonly message: string }>;
	readonly submissionError: { readonly errorCode: string } | null;
	readonly post: Post | null;
}

const POST = `
	__typename id platform publishingStatus dateCreated dateDeleted preview socialAccount { id username }
	submissions { ${SUBMISSION} }
`;
const ERRORS = 'errors { field code message }';
const MINUTE = 60_000;
const NOON = '2030-01-01T12:00:00.000Z';
const IN_AN_HOUR = '2030-01-01T13:00:00.000Z';

const first = <T>(document: string, variables?: object) => apiOf(sandbox()).first<T>(document, variables);
const read = (id: string, stem = 'twitter', fields = POST) =>
	first<Post | null>(`{ ${stem}Post(id: ${id}) { ${fields} } }`);
const list = (args = '', stem = 'twitter') =>
	first<Submissions>(`{ ${stem}Submissions${args} { total objects { ${SUBMISSION} } } }`);
const idsOf = async (args?: string, stem?: string) => (await list(args, stem)).objects.map(({ id }) => id);

const ARGUMENTS = 'platform: TWITTER, postId: 2001';
const submit = (args = ARGUMENTS) =>
	first<Payload>(`mutation { submitPlatformPost(${args}) {
		success ${ERRORS} submissionError { errorCode message suggestedFix } post { ${POST} }
	} }`);
const reschedule = (args = `${ARGUMENTS}, postAt: "2031-05-04T00:00:00Z"`) =>
	first<Payload>(`mutation { reschedulePlatformPost(${args}) { success ${ERRORS} post { ${POST} } } }`);
const remove = (args = ARGUMENTS) => first<Payload>(`mutation { deletePlatformPost(${args}) { success ${ERRORS} } }`);

const THREAD = [
	{ text: 'One', order: 0 },
	{ text: 'Two', order: 1 },
];
const schedule = (input: ScheduleInput = {}) =>
	apiOf(sandbox()).schedule({ username: 'my_brand', postAt: IN_AN_HOUR, thread: THREAD, ...input });

beforeEach(() => {
	sandbox().control.clock.freeze();
	sandbox().control.clock.set(NOON);
});

/** Platforms and the first part of the names of their queries. */
const PLATFORMS = SOCIAL_PLATFORMS.flatMap((platform) => {
	const stem = stemOf(platform);
	return stem === undefined ? [] : [{ platform, stem }];
});

describe.each(PLATFORMS)('the posts of $platform', ({ platform, stem }) => {
	test('are found by id and in the list of their platform, and nowhere else', async () => {
		sandbox().control.fillPosts({ platform, state: 'SUBMITTED', posts: 2 });
		const submission = { platform: stem, postId: '2001', preview: 'Post 1', url: null };
		expect(await read('2001', stem)).toMatchObject({ platform: stem, preview: 'Post 1', submissions: [submission] });
		expect(await list('', stem)).toMatchObject({ total: 2, objects: [{ postId: '2002' }, { postId: '2001' }] });
		for (const other of PLATFORMS.filter((candidate) => candidate.stem !== stem)) {
			expect([await read('2001', other.stem), await idsOf('', other.stem)]).toEqual([null, []]);
		}
	});

	test('have text and order where they are threads', async () => {
		sandbox().control.fillPosts({ platform, state: 'PARTLY', posts: 1 });
		const read2001 = first(`{ ${stem}Post(id: 2001) { submissions { text order post { id } } } }`);
		if (THREAD_PLATFORMS.includes(platform)) {
			expect(await read2001).toEqual({
				submissions: [0, 1].map((order) => ({ text: 'Post 1', order, post: { id: '2001' } })),
			});
		} else await expect(read2001).rejects.toThrow('Cannot query field "text"');
	});
});

test('the id of a post of Reddit is a whole number, and its list knows no publishingStatus', async () => {
	await expect(read('"2001"', 'reddit')).rejects.toThrow('Int cannot represent non-integer value');
	await expect(idsOf('(publishingStatus: DRAFT)', 'reddit')).rejects.toThrow('Unknown argument "publishingStatus"');
});

test('a post names its account; a handle that nobody has connected stands for itself', async () => {
	await schedule();
	await schedule({ username: 'somebody' });
	expect(await read('2001')).toMatchObject({ socialAccount: { id: '501', username: 'my_brand' } });
	expect(await read('2002')).toMatchObject({ socialAccount: { id: 'somebody', username: 'somebody' } });
});

test('a preview is the beginning of a text', async () => {
	await schedule({ thread: [{ text: '\u{1f600}'.repeat(101), order: 0 }] });
	const preview = `${'\u{1f600}'.repeat(100)}...`;
	expect(await read('2001')).toMatchObject({ preview, submissions: [{ preview }] });
});

describe('the list', () => {
	beforeEach(async () => {
		await schedule({ postAt: '2030-01-03T00:00:00Z', thread: [{ text: 'Third', order: 0 }] });
		await schedule({ postAt: '2030-01-02T00:00:00Z', username: 'somebody' });
		await schedule({ postAt: '2030-01-04T00:00:00Z', publishingStatus: 'DRAFT', username: 'my_brand_news' });
	});

	test.each([
		['', ['3002', '3003', '3001', '3004', '3005']],
		['(startDate: "2030-01-03T00:00:00Z")', ['3001', '3004', '3005']],
		['(endDate: "2030-01-03T00:00:00Z")', ['3002', '3003', '3001']],
		['(startDate: "2030-01-02T00:00:01Z", endDate: "2030-01-03T23:59:59Z")', ['3001']],
		['(socialAccountIds: ["502", null, "somebody"])', ['3002', '3003', '3004', '3005']],
		['(socialAccountIds: [])', []],
		['(search: "tHI")', ['3001']],
		['(publishingStatus: DRAFT)', ['3004', '3005']],
		['(submissionType: SCHEDULED)', ['3002', '3003', '3001']],
		['(page: 2, limit: 2)', ['3001', '3004']],
		[
			'(page: null, limit: null, startDate: null, socialAccountIds: null, search: null)',
			['3002', '3003', '3001', '3004', '3005'],
		],
	])('of %s', async (args, expected) => {
		expect(await idsOf(args)).toEqual(expected);
	});

	test('has thousands of posts at once, 25 on a page where nothing else is said', async () => {
		sandbox().control.fillPosts({ platform: 'TWITTER', state: 'FAILED', posts: 3000 });
		const { total, objects } = await list('(submissionType: FAILED)');
		expect([total, objects.length]).toEqual([3000, 25]);
		expect(await idsOf('(submissionType: FAILED, page: 30, limit: 100)')).toHaveLength(100);
	});
});

test.each(POST_STATES)('an account can be filled with posts that are %s', async (state) => {
	const control = http(`${sandbox().baseUrl}/control/posts`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ platform: 'PINTEREST', state, posts: 3, account: 'free' }),
	});
	expect((await control).status).toBe(200);
	expect(
		sandbox()
			.state()
			.posts.map(({ account, platform }) => [account, platform]),
	).toEqual(Array(3).fill(['free', 'PINTEREST']));
	const { objects } = await apiOf(sandbox(), sandbox().keys.free).first<Submissions>(
		`{ pinterestSubmissions { objects { ${SUBMISSION} } } }`,
	);
	expect(new Set(objects.map(stateOf))).toEqual(new Set(state === 'PARTLY' ? ['SUBMITTED', 'FAILED'] : [state]));
});

describe('when the time of a post has come', () => {
	const statesAfter = async (ms: number) => {
		sandbox().control.clock.set(Date.parse(IN_AN_HOUR) + ms);
		return (await read('2001'))?.submissions;
	};

	test('of half_account, the first item of a thread is published and the others fail', async () => {
		await schedule({ username: 'half_account' });
		expect(await statesAfter(0)).toMatchObject([
			{ result: { dateSubmitted: IN_AN_HOUR }, error: null },
			{ result: null, error: { errorCode: 'THREAD_INTERRUPTED' } },
		]);
		expect(await list('(submissionType: FAILED)')).toMatchObject({ total: 1, objects: [{ id: '3002' }] });
	});

	test('of retry_account, it fails, and is published 5 minutes later', async () => {
		await schedule({ username: 'retry_account' });
		const failure = { result: null, error: { errorCode: 'PLATFORM_UNAVAILABLE', dateFailed: IN_AN_HOUR } };
		expect(await statesAfter(5 * MINUTE - 1)).toMatchObject([failure, failure]);
		const success = { result: { dateSubmitted: '2030-01-01T13:05:00.000Z' }, error: null };
		expect(await statesAfter(5 * MINUTE)).toMatchObject([success, success]);
	});

	test('of slow_account, it has a result at once, and its address 2 minutes later', async () => {
		await schedule({ username: 'slow_account' });
		const pending = { id: '4001', pendingSubmissionId: 'pending-4001', dateSubmitted: IN_AN_HOUR };
		const [before] = (await statesAfter(2 * MINUTE - 1)) ?? [];
		expect(before?.result).toMatchObject({ ...pending, url: null, externalSubmissionId: null });
		const [after] = (await statesAfter(2 * MINUTE)) ?? [];
		expect(after?.result).toMatchObject({
			...pending,
			url: `${sandbox().baseUrl}/#submission-3001`,
			externalSubmissionId: 'x-4001',
		});
	});

	test('it does not matter when somebody looks', async () => {
		await schedule({ username: 'retry_account' });
		await schedule({ username: 'slow_account' });
		expect(await statesAfter(60 * MINUTE)).toMatchObject(
			Array(2).fill({ result: { dateSubmitted: '2030-01-01T13:05:00.000Z' }, error: null }),
		);
		const slow = await read('2002');
		expect(slow?.submissions[0]?.result).toMatchObject({
			dateSubmitted: IN_AN_HOUR,
			url: `${sandbox().baseUrl}/#submission-3003`,
		});
	});
});

describe('publishing now', () => {
	test.each(['READY_TO_PUBLISH', 'DRAFT'])('a post that is %s', async (publishingStatus) => {
		await schedule({ publishingStatus });
		const submission = { postAt: NOON, result: { dateSubmitted: NOON }, error: null };
		expect(await submit()).toMatchObject({
			success: true,
			errors: [],
			submissionError: null,
			post: { __typename: 'TwitterPostType', id: '2001', submissions: [submission, submission] },
		});
	});

	test('what the platform refuses is told as submissionError', async () => {
		await schedule({ username: 'half_account' });
		expect(await submit()).toMatchObject({
			success: false,
			errors: [],
			submissionError: { errorCode: 'THREAD_INTERRUPTED' },
			post: { submissions: [{ error: null }, { result: null }] },
		});
	});

	test('a post that failed is tried once more', async () => {
		await schedule({ username: 'failing_account' });
		sandbox().control.clock.set(IN_AN_HOUR);
		sandbox().control.clock.advance(MINUTE);
		expect((await submit()).post?.submissions).toMatchObject(
			Array(2).fill({ error: { dateFailed: '2030-01-01T13:01:00.000Z' } }),
		);
	});
});

describe('rescheduling', () => {
	test('gives each submission the new time, and a draft stays a draft', async () => {
		await schedule({ publishingStatus: 'DRAFT' });
		expect(await reschedule()).toMatchObject({
			success: true,
			errors: [],
			post: {
				publishingStatus: 'DRAFT',
				submissions: Array(2).fill({ postAt: '2031-05-04T00:00:00.000Z' }) as unknown,
			},
		});
	});

	test('a post that failed waits again', async () => {
		await schedule({ username: 'failing_account' });
		sandbox().control.clock.set(IN_AN_HOUR);
		expect((await reschedule()).post?.submissions.map(stateOf)).toEqual(['SCHEDULED', 'SCHEDULED']);
		sandbox().control.clock.set('2031-05-04T00:00:00Z');
		expect((await read('2001'))?.submissions.map(stateOf)).toEqual(['FAILED', 'FAILED']);
	});
});

describe('deleting', () => {
	test('moves a post to the trash: out of the lists, never published, still found with its time of deletion', async () => {
		await schedule();
		expect(await remove()).toEqual({ success: true, errors: [] });
		sandbox().control.clock.set(IN_AN_HOUR);
		expect(await list()).toEqual({ total: 0, objects: [] });
		expect(await read('2001')).toMatchObject({ dateDeleted: NOON, submissions: [] });
		const deleted = await read('2001', 'twitter', 'submissions(includeDeleted: true) { id result { id } }');
		expect(deleted?.submissions).toEqual(['3001', '3002'].map((id) => ({ id, result: null })));
	});

	test('a second time changes nothing', async () => {
		await schedule();
		await remove();
		sandbox().control.clock.set(IN_AN_HOUR);
		expect(await remove()).toEqual({ success: true, errors: [] });
		expect((await read('2001'))?.dateDeleted).toBe(NOON);
	});

	test.each(['before', 'after'])('for good, %s it was in the trash', async (when) => {
		await schedule();
		if (when === 'after') await remove();
		expect(await remove(`${ARGUMENTS}, hardDelete: true`)).toEqual({ success: true, errors: [] });
		expect(await read('2001')).toBeNull();
		expect((await remove(`${ARGUMENTS}, hardDelete: true`)).errors).toMatchObject([{ code: 'POST_NOT_FOUND' }]);
	});

	test('frees the slot of the post', async () => {
		await schedule();
		const slot = () => first('{ nextScheduleDates(socialAccountIds: ["501"]) { scheduleDate } }');
		expect(await slot()).toEqual([{ scheduleDate: '2030-01-01T14:00:00.000Z' }]);
		await remove();
		expect(await slot()).toEqual([{ scheduleDate: IN_AN_HOUR }]);
	});
});

describe('refused', () => {
	const POST_AT = 'postAt: "2031-05-04T00:00:00Z"';
	const problemsOf = async (call: Promise<Payload>) => {
		const { success, errors } = await call;
		expect(success).toBe(false);
		return errors.map(({ field, code }) => `${field}: ${code}`);
	};

	test.each([
		['an unknown post', 'platform: TWITTER, postId: 5', 'postId: POST_NOT_FOUND'],
		['a post of another platform', 'platform: LINKEDIN, postId: 2001', 'platform: WRONG_PLATFORM'],
	])('%s', async (_, args, problem) => {
		await schedule();
		expect(await problemsOf(submit(args))).toEqual([problem]);
		expect(await problemsOf(reschedule(`${args}, ${POST_AT}`))).toEqual([problem]);
		expect(await problemsOf(remove(args))).toEqual([problem]);
	});

	test.each(['my_brand', 'half_account', 'slow_account'])('what is out already, of %s', async (username) => {
		await schedule({ username });
		await submit();
		expect(await problemsOf(submit())).toEqual(['postId: ALREADY_SUBMITTED']);
		expect(await problemsOf(reschedule())).toEqual(['postId: ALREADY_SUBMITTED']);
		expect((await remove()).success).toBe(true);
	});

	test('what is in the trash', async () => {
		await schedule();
		await remove();
		expect(await problemsOf(submit())).toEqual(['postId: POST_NOT_FOUND']);
		expect(await problemsOf(reschedule())).toEqual(['postId: POST_NOT_FOUND']);
	});

	test('a time that is not in the future', async () => {
		await schedule();
		expect(await problemsOf(reschedule(`${ARGUMENTS}, postAt: "${NOON}"`))).toEqual(['postAt: INVALID_DATA']);
		expect((await read('2001'))?.submissions[0]?.postAt).toBe(IN_AN_HOUR);
	});

	test('all that is wrong, at once', async () => {
		expect(await problemsOf(reschedule(`${ARGUMENTS}, postAt: "${NOON}"`))).toEqual([
			'postId: POST_NOT_FOUND',
			'postAt: INVALID_DATA',
		]);
	});

	test('posts of Reddit, which can only be deleted', async () => {
		sandbox().control.fillPosts({ platform: 'REDDIT', state: 'SCHEDULED', posts: 1 });
		const args = 'platform: REDDIT, postId: 2001';
		expect(await problemsOf(submit(args))).toEqual(['platform: NOT_SUPPORTED']);
		expect(await problemsOf(reschedule(`${args}, ${POST_AT}`))).toEqual(['platform: NOT_SUPPORTED']);
		expect((await remove(args)).success).toBe(true);
	});

	test('posts of another account', async () => {
		await schedule();
		const other = apiOf(sandbox(), sandbox().keys.free);
		expect(await other.first('{ twitterPost(id: 2001) { id } }')).toBeNull();
		expect(
			await problemsOf(other.first(`mutation { deletePlatformPost(${ARGUMENTS}) { success ${ERRORS} } }`)),
		).toEqual(['postId: POST_NOT_FOUND']);
	});
});
