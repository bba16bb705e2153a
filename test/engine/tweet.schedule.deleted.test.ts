/** A post that the same execution has deleted is not sent again: it may have gone out before, and then it stays on the platform. */
import type { INode } from 'n8n-workflow';
import { useBinaryMode } from '../harness/binary';
import { duplicateCheckOf } from '../harness/duplicateCheck';
import { type ChainNode, runChain, runNode } from '../harness/engine';
import { postParameters, scheduleParameters, texts } from '../harness/posts';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
beforeAll(async () => await useBinaryMode('filesystem'));
useShortWaits();
const { options, posts, calls, requests, lose } = duplicateCheckOf(service);

let count = 0;
const items = (...words: string[]): ChainNode => ({ name: `Items ${++count}`, gives: texts(...words) });
const schedule = (name: string, parameters: INode['parameters'] = {}, node: Partial<INode> = {}): ChainNode => ({
	name,
	parameters: { ...scheduleParameters(), ...parameters },
	node,
});
const remove = (parameters: INode['parameters'] = {}, node: Partial<INode> = {}, name = 'Delete'): ChainNode => ({
	name,
	parameters: postParameters('delete', '={{ $json.post.id }}', parameters),
	node,
});
const CONTINUE: Partial<INode> = { onError: 'continueRegularOutput' };
const run = async (...chain: ChainNode[]) => await runChain(service().credential, chain);
/** The service does not carry out a deletion, and does not say so. */
const failDeletion = (nth: number) =>
	service().sandbox.control.addFault({
		on: 'deletePlatformPost',
		nth,
		fault: { kind: 'status', status: 500, when: 'before' },
	});

const DELETED = /^Thread was scheduled before, .* as post 2001, and deleted after that/;
const MAY_BE_DELETED = /^Thread was scheduled before, .* as post 2001, and may have been deleted after that/;

test('the node is set to stop: nothing is sent, also of the items before it', async () => {
	const { error, run: execution } = await run(
		items('a'),
		schedule('One'),
		remove(),
		items('c', 'a', 'd'),
		schedule('Two'),
	);
	expect(error?.message).toMatch(DELETED);
	expect(error?.context.itemIndex).toBe(1);
	expect(error?.description).toContain('Not attempted: items 0 and 2.');
	expect(error?.description).not.toMatch(/Already scheduled|To go on, use/);
	expect(execution.status).toBe('error');
	expect([posts(), calls('scheduleTweet')]).toEqual([[], 1]);
});

test('the node is set to continue: the others are sent', async () => {
	const { items: given } = await run(
		items('a'),
		schedule('One'),
		remove(),
		items('c', 'a', 'd'),
		schedule('Two', {}, CONTINUE),
	);
	expect(given.map(({ json }) => json.error ?? json.success)).toEqual([true, expect.stringMatching(DELETED), true]);
	expect(posts()).toEqual(['c', 'd']);
});

test('a post that a look has found is known by its ID as well', async () => {
	lose();
	const { error } = await run(items('a'), schedule('One'), remove(), items('a'), schedule('Two'));
	expect(error?.message).toMatch(DELETED);
	expect(calls('scheduleTweet')).toBe(1);
});

test('a deletion whose response was lost leaves it open', async () => {
	failDeletion(1);
	const { error } = await run(items('a'), schedule('One'), remove({}, CONTINUE), items('a'), schedule('Two'));
	expect(error?.message).toMatch(MAY_BE_DELETED);
	expect(error?.description).toContain('Look in the service first');
	expect(calls('scheduleTweet')).toBe(1);
});

test('a deletion that is sure stays so, whatever comes of a second one', async () => {
	failDeletion(2);
	const again = remove({ postId: { __rl: true, mode: 'id', value: '2001' } }, CONTINUE, 'Delete again');
	const { error } = await run(items('a'), schedule('One'), remove(), again, items('a'), schedule('Two'));
	expect(error?.message).toMatch(DELETED);
});

test('a post of another platform with the same ID is another post', async () => {
	const fault = { kind: 'payload', success: true, errors: [] } as const;
	service().sandbox.control.addFault({ on: 'deletePlatformPost', fault });
	const linkedIn = remove({ platform: 'LINKEDIN' });
	const { items: given } = await run(items('a'), schedule('One'), linkedIn, items('a'), schedule('Two'));
	expect(given[0]?.json).toMatchObject({ alreadyScheduled: true, post: { id: '2001' } });
	expect(posts()).toEqual(['a']);
});

describe('posts with one text and other media, of which the first one is deleted', () => {
	const withMedia = (value: string) => ({
		thread: { tweet: [{ text: 'a', media: { reference: [{ file: { __rl: true, mode: 'id', value } }] } }] },
	});
	const FIRST = { postId: { __rl: true, mode: 'id', value: '2001' } };
	beforeEach(() => service().sandbox.control.fillLibrary(3));

	test('what is still there is what a further one may be', async () => {
		const { error } = await run(
			items('x', 'y'),
			schedule('One', withMedia('={{ 1001 + $itemIndex }}')),
			remove(FIRST),
			items('z'),
			schedule('Two', withMedia('1003')),
		);
		expect(error?.message).toMatch(/^Thread was scheduled before, .* with other media or options/);
		expect(posts()).toHaveLength(1);
	});

	test('where no other one is there, that it was deleted', async () => {
		const { error } = await run(
			items('x'),
			schedule('One', withMedia('1001')),
			remove(FIRST),
			items('z'),
			schedule('Two', withMedia('1003')),
		);
		expect(error?.message).toMatch(DELETED);
		expect(calls('scheduleTweet')).toBe(1);
	});
});

test('a list that was read before a deletion does not count: a post of another execution is not there any more', async () => {
	await runNode(options('never', { items: texts('b') }));
	const always = { options: { duplicateCheck: 'always' } };
	const { items: given, error } = await run(
		items('a'),
		schedule('One', always),
		remove({ postId: { __rl: true, mode: 'id', value: '2001' } }),
		items('b'),
		schedule('Two', always),
	);
	expect(error).toBeUndefined();
	expect(given[0]?.json.alreadyScheduled).toBeUndefined();
	expect(posts()).toEqual(['a', 'b']);
	expect(requests()[0]).toBe(3);
});
