/** "Duplicate Check": what lists of posts show, where they are long, cut or wrong. */
import { DateTime } from 'luxon';
import { useBinaryMode } from '../harness/binary';
import { textField } from '../../nodes/SocialPostScheduling/utils/json';
import { duplicateCheckOf, FOUND, IS_SAFE } from '../harness/duplicateCheck';
import { retryExecution, runNode, THREE_TRIES } from '../harness/engine';
import { hidePosts, IN_DOUBT, texts } from '../harness/posts';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
beforeAll(async () => await useBinaryMode('filesystem'));
useShortWaits();
const { options, posts, calls, requests, lose, loseBefore, showFewer } = duplicateCheckOf(service);

describe('many posts on the day', () => {
	const DAY = '2035-05-04T00:00:00Z';
	const postAt = DateTime.fromISO(DAY).plus({ hours: 3, seconds: 30 }).toUTC().toISO() ?? '';
	const fill = (count: number) => {
		const { control } = service().sandbox;
		control.clock.set(DAY);
		control.fillPosts({ platform: 'TWITTER', state: 'SCHEDULED', posts: count });
	};

	test('500: all pages are read, and it is found', async () => {
		fill(500);
		lose();
		const { items } = await runNode(options(undefined, { parameters: { postAt } }));
		expect(items[0]?.json).toMatchObject({ alreadyScheduled: true });
		expect(requests()).toEqual([1, 6, 0]);
	});

	test.each([
		[500, 6],
		[1_000, 11],
	])('%i: it is not found in any page', async (count, pages) => {
		fill(count);
		loseBefore();
		const { error } = await runNode(options(undefined, { parameters: { postAt } }));
		expect(error?.description).toMatch(IS_SAFE);
		expect(requests()).toEqual([1, 2 * pages, 0]);
	});

	test('"always" looks after it in a short list', async () => {
		fill(500);
		await runNode(options('always', { items: texts('a', 'b'), parameters: { postAt } }));
		expect(requests()).toEqual([2, 8, 0]);
	});

	test.each([undefined, 'always'] as const)(
		'more than a look-up reads: it is found around its time, with %s',
		async (check) => {
			fill(1_100);
			const late = DateTime.fromISO(DAY).plus({ hours: 23, seconds: 30 }).toUTC().toISO() ?? '';
			const run = options(check, { items: texts('a', 'b'), parameters: { postAt: late } });
			lose();
			const { items, error } = await runNode(run);
			expect(error).toBeUndefined();
			expect(items.map(({ json: { alreadyScheduled } }) => alreadyScheduled)).toEqual([true, undefined]);
			expect(calls('scheduleTweet')).toBe(2);
		},
	);

	test('more than a look-up reads: it cannot be told', async () => {
		fill(1_100);
		loseBefore();
		const { error } = await runNode(options(undefined, { parameters: { postAt } }));
		expect(error?.description).toMatch(/^Use "Retry" in the list of executions later.*The list of posts is too long/);
		expect(requests()).toEqual([1, 12, 0]);
	});

	test('more than a look-up reads: what is in doubt is not sent by a retry, and what is not is', async () => {
		fill(1_100);
		loseBefore();
		const run = options(undefined, { items: texts('a', 'b'), parameters: { postAt } });
		const failed = await retryExecution(run, await runNode(run));
		expect(failed.error?.message).toMatch(IN_DOUBT);
		expect(calls('scheduleTweet')).toBe(1);
		const { items } = await retryExecution({ ...run, node: { onError: 'continueRegularOutput' } }, failed);
		expect(items.map(({ json: { success } }) => success)).toEqual([undefined, true]);
		expect(calls('scheduleTweet')).toBe(2);
	});
});

test.each([
	['has fewer entries than it counts', { total: 30, objects: [] }, 'Use "Retry" in the list of executions later'],
	['does not say how many it has', { total: null, objects: [] }, 'Wait some minutes, and check the scheduled posts'],
	[
		'has more than it counts',
		{ total: 0, objects: [{ id: '1', post: { id: '1', submissions: [] } }] },
		'Wait some minutes, and check the scheduled posts',
	],
])('a list that %s: it is not said that the post is not there', async (_, twitterSubmissions, advice) => {
	service().sandbox.control.addFault({
		on: 'twitterSubmissions',
		times: 'always',
		fault: { kind: 'body', json: { data: { twitterSubmissions } } },
	});
	lose();
	const { error } = await runNode(options());
	expect(error?.description).not.toMatch(IS_SAFE);
	expect(error?.description?.startsWith(advice)).toBe(true);
	expect(error?.description).toContain('The list of posts');
});

test('a list that has fewer entries than it counts for a moment is looked at again, and the post is found', async () => {
	showFewer(2);
	lose();
	const { items } = await runNode(options());
	expect(items[0]?.json).toMatchObject(FOUND);
	expect(posts()).toHaveLength(1);
});

test('a service that hides its posts for good: nothing is sent twice', async () => {
	lose();
	hidePosts(service().sandbox);
	const { error } = await runNode(options('always', { node: THREE_TRIES }));
	expect(error?.message).toMatch(IN_DOUBT);
	expect(calls('scheduleTweet')).toBe(1);
});

test.each(['2099-05-04T00:00:00.000Z', '2099-05-04T23:59:59.999Z'])(
	'the times of a list are around a post at %s, also where a service leaves those very moments out',
	async (postAt) => {
		await runNode(options('always', { parameters: { postAt } }));
		const [look] = service()
			.sandbox.state()
			.log.filter(({ kind }) => kind === 'twitterSubmissions');
		const timeOf = (name: string) => Date.parse(textField(look?.variables, name) ?? '');
		expect(timeOf('startDate')).toBeLessThan(Date.parse(postAt));
		expect(timeOf('endDate')).toBeGreaterThan(Date.parse(postAt));
	},
);
