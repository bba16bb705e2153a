/** What a look at the service tells of a post, and what becomes of it where it tells nothing. */
import { useBinaryMode } from '../harness/binary';
import { moveClock } from '../harness/clock';
import { retryExecution, runNode, type RunOptions } from '../harness/engine';
import { POST_AT, refuseLists, scheduleParameters, texts } from '../harness/posts';
import { useService } from '../harness/service';
import { FILE, NOW, siblingsOf } from '../harness/siblings';
import { useShortWaits } from '../harness/waits';

const service = useService();
beforeAll(async () => await useBinaryMode('filesystem'));
useShortWaits();
const { alike, withFiles, plain, control, posts, standing, lose, hide } = siblingsOf(service);

const withoutLists = () => refuseLists(service().sandbox);

test('a retried execution whose list fails twice sends nothing of it, also where the time is from $now', async () => {
	lose(1, 'after');
	hide(2);
	const options: RunOptions = { ...plain('whenInDoubt'), parameters: { ...scheduleParameters(), postAt: NOW } };
	const first = await runNode(options);
	control().addFault({ on: 'twitterSubmissions', times: 2, fault: { kind: 'status', status: 500 } });
	const second = await retryExecution(options, first);
	expect(second.error?.description).toContain('"Duplicate Check" could not look it up.');
	const { items } = await retryExecution(options, second);
	expect(items[0]?.json).toMatchObject({ alreadyScheduled: true });
	expect(standing()).toHaveLength(1);
});

test('equal posts that a look finds are named, where the response was lost', async () => {
	await runNode(plain('always'));
	hide(1);
	lose(1, 'after');
	const { items } = await runNode(plain('always'));
	expect(items[0]?.json).toMatchObject({ alreadyScheduled: true, post: { id: '2001' } });
	expect(items[0]?.json.warnings).toEqual([
		expect.stringMatching(/this post twice: 2001 and 2002\. Look again in a minute: /),
	]);
});

test('"Always" looks again where the list that it has read is old', async () => {
	// The response of the first post comes after a minute.
	const now = Date.now;
	const run = runNode({ ...plain('always'), items: texts('a', 'b') });
	await new Promise<void>((resolve) => {
		const timer = setInterval(() => {
			if (posts().length === 0) return;
			clearInterval(timer);
			jest.spyOn(Date, 'now').mockImplementation(() => now() + 60_000);
			resolve();
		}, 1);
	});
	await run;
	const lists = service()
		.sandbox.state()
		.log.filter(({ kind }) => kind === 'twitterSubmissions');
	// Before each post, and after it.
	expect(lists).toHaveLength(4);
});

test('a post that is found, with a file of its own before one of the library, is shown with what is known', async () => {
	await runNode(withFiles(await alike(['library'])));
	const byId = { file: { __rl: true, mode: 'id', value: '1001' } };
	const thread = { tweet: [{ text: 'Two files', media: { reference: [FILE, byId] } }] };
	const items = await alike(['mine']);
	await runNode(withFiles(items, { thread }));
	const again = await runNode(withFiles([...items, ...items], { thread, options: { duplicateCheck: 'always' } }));
	expect(again.items.map(({ json }) => json.thread)).toEqual([
		[{ text: 'Two files', order: 0, media: [{ id: '1001' }] }],
		[{ text: 'Two files', order: 0, media: [{ id: '1001' }] }],
	]);
});

test('a doubt stays a doubt in a retry that cannot look it up, also where its time has passed', async () => {
	lose(1, 'after');
	hide(2);
	const first = await runNode(plain('whenInDoubt'));
	moveClock(48 * 3_600_000);
	withoutLists();
	const retried = await retryExecution(plain('whenInDoubt'), first);
	expect(retried.error?.message).toMatch(/^The thread may have been scheduled/);
	expect(retried.error?.description).toContain('could not look it up');
	expect(retried.error?.message).toContain('which has passed');
	// The doubt is known in a retry of the retry.
	const again = await retryExecution(plain('whenInDoubt'), retried);
	expect(again.error?.message).toMatch(/^The thread may have been scheduled/);
});

test('a post that is found and has failed on the platform is told', async () => {
	const post = {
		id: '2001',
		socialAccount: { username: 'my_brand' },
		submissions: [{ id: '3001', postAt: POST_AT, order: 0, text: 'a', error: { message: 'Your credentials are old' } }],
	};
	lose(1, 'after');
	control().addFault({
		on: 'twitterSubmissions',
		fault: { kind: 'body', json: { data: { twitterSubmissions: { total: 1, objects: [{ id: '3001', post }] } } } },
	});
	const { items } = await runNode(plain('whenInDoubt'));
	expect(items[0]?.json.warnings).toEqual(['Post 2001 has failed on the platform. Look at it in the service.']);
});

describe('a post that was in doubt, in a retried execution that cannot look it up', () => {
	const refuse = () =>
		control().addFault({
			on: 'scheduleTweet',
			nth: 1,
			fault: {
				kind: 'payload',
				success: false,
				errors: [{ field: 'thread', code: null, message: 'Already scheduled' }],
			},
		});
	test.each(['whenInDoubt', 'never'])('is not called "not scheduled" where it is refused: %s', async (check) => {
		lose(1, 'after');
		withoutLists();
		const first = await runNode(plain(check));
		refuse();
		const { error } = await retryExecution(plain(check), first);
		expect(error?.message).toMatch(/^The thread may have been scheduled: .*Already scheduled$/);
		expect(standing()).toHaveLength(1);
	});

	test('nor where its file cannot be uploaded', async () => {
		lose(1, 'after');
		withoutLists();
		const options = withFiles(await alike(['a']));
		const first = await runNode(options);
		control().addFault({ on: 'startMediaUpload', times: 'always', fault: { kind: 'status', status: 400 } });
		const { error } = await retryExecution(options, first);
		expect(error?.message).toMatch(
			/^The thread may have been scheduled: .*The upload was not started: the service returned HTTP 400$/,
		);
		expect(error?.description).not.toContain('The thread was not scheduled');
		expect(standing()).toHaveLength(1);
	});
});
