/** A node called Wait puts an execution away for more than 65 seconds, and n8n loads it from its database: what was known holds. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { storeBinary, useBinaryMode } from '../harness/binary';
import { type ChainNode, retryChain, runChain } from '../harness/engine';
import { hidePosts, postParameters, scheduleParameters } from '../harness/posts';
import { repeatedOf } from '../harness/repeated';
import { exampleFile, useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
beforeAll(async () => await useBinaryMode('filesystem'));

const WAIT: ChainNode = { name: 'Wait', waits: true };
const CONTINUE = { onError: 'continueRegularOutput' } as const;
const PICTURE = exampleFile('balloons.png');
/** Of the same size and type. */
const OTHER_PICTURE = Buffer.concat([PICTURE.subarray(0, -1), Buffer.of(7)]);

const run = async (...chain: ChainNode[]) => await runChain(service().credential, chain);
const file = async (bytes: Buffer): Promise<INodeExecutionData> => ({
	json: {},
	binary: { data: await storeBinary(bytes, 'balloons.png', 'image/png') },
});
const upload = (name: string) => ({
	name,
	parameters: { resource: 'media', operation: 'uploadBinary', options: { ifFileExists: 'useExisting' } },
});
const callsOf = (wanted: string) =>
	service()
		.sandbox.state()
		.log.filter(({ kind }) => kind === wanted);

/** Uploads a file, and after the pause one of the same name, type and size. Gives the item of that. */
async function uploadBoth(second: Buffer): Promise<IDataObject | undefined> {
	const { items } = await run(
		{ name: 'One', gives: [await file(PICTURE)] },
		{ ...upload('Upload one'), node: CONTINUE },
		WAIT,
		{ name: 'Other', gives: [await file(second)] },
		upload('Upload the other'),
	);
	return items[0]?.json;
}

test('another file of the same name, type and size does not get the media of the one before', async () => {
	expect(await uploadBoth(OTHER_PICTURE)).not.toHaveProperty('existing');
	expect(service().sandbox.state().media).toHaveLength(2);
});

test('the same file is found in the library', async () => {
	expect(await uploadBoth(PICTURE)).toMatchObject({ existing: true });
	expect(service().sandbox.state().media).toHaveLength(1);
});

test('also where nobody knows that the one before has got there', async () => {
	service().sandbox.control.addFault({
		on: 'completeMediaUpload',
		fault: { kind: 'status', status: 500, when: 'after' },
	});
	expect(await uploadBoth(OTHER_PICTURE)).not.toHaveProperty('existing');
	expect(service().sandbox.state().media).toHaveLength(2);
});

describe('where the one before was not uploaded', () => {
	const schedule = (name: string, text: string, parameters = {}) => ({
		name,
		parameters: {
			...scheduleParameters(),
			specifyThread: 'text',
			text,
			media: { reference: [{ file: { __rl: true, mode: 'binary', value: 'data' } }] },
			options: { duplicateCheck: 'always', ifFileExists: 'useExisting' },
			...parameters,
		},
		node: CONTINUE,
	});
	const mediaIds = () =>
		service()
			.sandbox.state()
			.posts.map(({ submissions }) => submissions[0]?.mediaIds);

	test.each([
		['another file does not get its media', OTHER_PICTURE, 2],
		['the same file is found in the library', PICTURE, 1],
	])('because its post was there already: %s', async (_, second, inLibrary) => {
		const first: ChainNode[] = [{ name: 'One', gives: [await file(PICTURE)] }, schedule('Schedule one', 'one')];
		await run(...first);
		await run(...first, WAIT, { name: 'Other', gives: [await file(second)] }, schedule('Schedule the other', 'other'));
		const { media } = service().sandbox.state();
		expect(media).toHaveLength(inLibrary);
		expect(mediaIds()[1]).toEqual([media.at(-1)?.id]);
	});

	test('because its time has passed: the same file is found in the library', async () => {
		await run({ name: 'One', gives: [await file(PICTURE)] }, upload('Upload'));
		await run(
			{ name: 'One', gives: [await file(PICTURE)] },
			schedule('Schedule one', 'one', { postAt: '2001-01-01T00:00:00Z' }),
			WAIT,
			{ name: 'Other', gives: [await file(PICTURE)] },
			schedule('Schedule the other', 'other'),
		);
		expect(service().sandbox.state().media).toHaveLength(1);
		expect(mediaIds()).toHaveLength(1);
	});
});

test('a post that was deleted is known', async () => {
	service().sandbox.control.fillPosts({ platform: 'TWITTER', state: 'SCHEDULED', posts: 1 });
	const parameters = postParameters('delete', '2001', { options: { permanently: true } });
	const { items } = await run({ name: 'Delete', parameters }, WAIT, {
		name: 'Delete again',
		parameters,
		node: CONTINUE,
	});
	expect(items.map(({ json }) => json)).toEqual([{ deleted: true }]);
	expect(callsOf('deletePlatformPost')).toHaveLength(1);
});

test('a post that was scheduled is known', async () => {
	const parameters = scheduleParameters();
	const items = [{ json: { text: 'a' } }];
	const result = await run(
		{ name: 'Text', gives: items },
		{ name: 'Schedule', parameters },
		WAIT,
		{ name: 'Text again', gives: items },
		{ name: 'Schedule again', parameters },
	);
	expect(result.items[0]?.json).toMatchObject({ alreadyScheduled: true });
	expect(callsOf('scheduleTweet')).toHaveLength(1);
});

describe('a time from the clock', () => {
	useShortWaits();
	const { refuse, scheduled } = repeatedOf(service);
	const pause = (name: string, minutes: number): ChainNode => ({ name, waits: { ms: minutes * 60_000 } });
	const parameters = { ...scheduleParameters('a'), postAt: '={{ $now.plus({ hours: 3 }).toISO() }}' };
	const withPauses = (minutes: number): ChainNode[] => [
		{ name: 'First', parameters },
		pause('Wait', minutes),
		{ name: 'Second', parameters },
		pause('Wait again', minutes),
		{ name: 'Third', parameters },
	];

	const PAUSES = [
		['of a day', 24 * 60, ['a', 'a', 'a']],
		// The second one is the first one, and the third one comes more than 30 minutes after that.
		['of 20 minutes', 20, ['a', 'a']],
		['of 10 minutes', 10, ['a']],
	] as const;

	test.each(PAUSES)('goes by the clock behind pauses %s', async (_, minutes, posts) => {
		expect((await runChain(service().credential, withPauses(minutes))).error).toBeUndefined();
		expect(scheduled()).toEqual(posts);
	});

	test.each(PAUSES)('goes by the clock behind pauses %s in a retry', async (_, minutes, posts) => {
		refuse(1);
		const failed = await runChain(service().credential, withPauses(minutes));
		expect(failed.error).toBeDefined();
		expect((await retryChain(service().credential, withPauses(minutes), failed)).error).toBeUndefined();
		expect(scheduled()).toEqual(posts);
	});

	test('is another one a day after what was in doubt and was found behind a pause, also in a retry', async () => {
		const continues: ChainNode = { name: 'First', parameters, node: { onError: 'continueRegularOutput' } };
		const chain: ChainNode[] = [
			continues,
			pause('Wait', 2),
			{ name: 'Second', parameters },
			pause('Wait again', 24 * 60),
			{ name: 'Third', parameters },
		];
		const { sandbox } = service();
		sandbox.control.addFault({ on: 'scheduleTweet', fault: { kind: 'status', status: 502, when: 'after' } });
		hidePosts(sandbox, 2);
		refuse(2);
		const failed = await runChain(service().credential, chain);
		expect(failed.error?.message).toContain('Not now');
		expect(scheduled()).toEqual(['a']);
		const retried = await retryChain(service().credential, chain, failed);
		expect(retried.items.map(({ json }) => json.alreadyScheduled)).toEqual([undefined]);
		expect(scheduled()).toEqual(['a', 'a']);
	});
});
