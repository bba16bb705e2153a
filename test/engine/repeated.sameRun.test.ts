/** The same post several times in one run is scheduled once; another execution posts it again. */
import { useBinaryMode } from '../harness/binary';
import { retryExecution, runNode } from '../harness/engine';
import { hidePosts, IN_DOUBT, POST_AT, texts } from '../harness/posts';
import { repeatedOf } from '../harness/repeated';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
beforeAll(async () => await useBinaryMode('filesystem'));
useShortWaits();
const { options, scheduled, calls, loseResponse, acceptAll } = repeatedOf(service);

/** The warning of a post that stands beside the one of item 0. */
const BESIDE_0 = expect.stringMatching(
	/^Item 0 is the same post for nearly the same time, and both are in the service\./,
);
/** The warning of a post that is the one of item 0. */
const AS_0 = expect.stringMatching(
	/^Item 0 is the same post for nearly the same time, and this item has got its post\./,
);

describe('the same post in one run', () => {
	test('is scheduled once, and each item gets it', async () => {
		const { items, error } = await runNode(options({ items: texts('a', 'b', 'a') }));
		expect(error).toBeUndefined();
		expect(scheduled()).toEqual(['a', 'b']);
		const [first, , again] = items.map(({ json }) => json);
		const warning = expect.stringMatching(
			/^Item 0 is the same post, scheduled for .*: this one was not sent\. .*\.first\(\)/,
		);
		expect(again).toEqual({ ...first, alreadyScheduled: true, warnings: [warning] });
		expect(first).not.toHaveProperty('alreadyScheduled');
	});

	test('in a retry, each item that is equal to another one says so again', async () => {
		service().sandbox.control.addFault({ on: 'scheduleTweet', nth: 2, fault: { kind: 'status', status: 400 } });
		const repeated = options({ items: texts('a', 'a', 'b') });
		const failed = await runNode(repeated);
		expect(failed.error).toBeDefined();
		const { items } = await retryExecution(repeated, failed);
		expect(scheduled()).toEqual(['a', 'b']);
		expect(items.map(({ json }) => Array.isArray(json.warnings))).toEqual([false, true, false]);
	});

	test.each([
		['some milliseconds', 7, [undefined, [BESIDE_0], [BESIDE_0]]],
		['a minute', 60_000, [undefined, undefined, undefined]],
	])('%s apart is scheduled for each item', async (_, ms, warnings) => {
		acceptAll();
		const postAt = `={{ DateTime.fromISO('${POST_AT}').plus({ milliseconds: $itemIndex * ${ms} }).toISO() }}`;
		const { items } = await runNode(options({ items: texts('a', 'a', 'a'), parameters: { postAt } }));
		expect(calls()).toBe(3);
		expect(items.map(({ json }) => json.warnings)).toEqual(warnings);
	});

	test.each([
		['15 seconds apart, in two half minutes', [20, 35], {}, [undefined, [BESIDE_0]]],
		['31 seconds apart', [0, 31], {}, [undefined, undefined]],
		[
			'some seconds apart, for another account',
			[0, 5],
			{ username: { __rl: true, mode: 'name', value: '={{ "brand_" + $itemIndex }}' } },
			[undefined, undefined],
		],
	])('%s says so if the other one may not be meant', async (_, seconds, parameters, warnings) => {
		acceptAll();
		const postAt = `={{ DateTime.fromISO('${POST_AT}').plus({ seconds: ${JSON.stringify(seconds)}[$itemIndex] }).toISO() }}`;
		const { items } = await runNode(options({ items: texts('a', 'a'), parameters: { postAt, ...parameters } }));
		expect(calls()).toBe(2);
		expect(items.map(({ json }) => json.warnings)).toEqual(warnings);
	});

	test('20 seconds apart says so where the first one was in doubt, and was found', async () => {
		service().sandbox.control.addFault({ on: 'scheduleTweet', fault: { kind: 'status', status: 502, when: 'after' } });
		const postAt = `={{ DateTime.fromISO('${POST_AT}').plus({ seconds: $itemIndex * 20 }).toISO() }}`;
		const { items } = await runNode(options({ items: texts('a', 'a'), parameters: { postAt } }));
		expect(items.map(({ json }) => json.warnings)).toEqual([undefined, [BESIDE_0]]);
	});

	test('some milliseconds apart says nothing where only one of them was sent', async () => {
		service().sandbox.control.addFault({ on: 'scheduleTweet', fault: { kind: 'status', status: 400 } });
		const postAt = `={{ DateTime.fromISO('${POST_AT}').plus({ milliseconds: $itemIndex * 7 }).toISO() }}`;
		const node = { onError: 'continueErrorOutput' } as const;
		const { items } = await runNode(options({ items: texts('a', 'a'), parameters: { postAt }, node }));
		expect(scheduled()).toEqual(['a']);
		expect(items.map(({ json }) => json.warnings)).toEqual([undefined]);
	});

	test('some milliseconds apart says so where "Always" has left one of them', async () => {
		const postAt = `={{ DateTime.fromISO('${POST_AT}').plus({ milliseconds: $itemIndex * 7 }).toISO() }}`;
		const parameters = { postAt, options: { duplicateCheck: 'always' } };
		const { items } = await runNode(options({ items: texts('a', 'a'), parameters }));
		expect(items[1]?.json).toMatchObject({ post: items[0]?.json.post, alreadyScheduled: true });
		expect(items.map(({ json }) => json.warnings)).toEqual([undefined, [AS_0]]);
	});

	test('20 seconds apart says that there are two where "Always" finds both in a second run', async () => {
		const postAt = `={{ DateTime.fromISO('${POST_AT}').plus({ seconds: $itemIndex * 20 }).toISO() }}`;
		const twice = options({ items: texts('a', 'a'), parameters: { postAt, options: { duplicateCheck: 'always' } } });
		await runNode(twice);
		const { items } = await runNode(twice);
		expect(calls()).toBe(2);
		expect(items.map(({ json }) => [json.alreadyScheduled, json.warnings])).toEqual([
			[true, undefined],
			[true, [BESIDE_0]],
		]);
	});

	test('some milliseconds apart says that it has the first one where the second one was not carried out, and the look finds the first', async () => {
		service().sandbox.control.addFault({ on: 'scheduleTweet', nth: 2, fault: { kind: 'status', status: 502 } });
		const postAt = `={{ DateTime.fromISO('${POST_AT}').plus({ milliseconds: $itemIndex * 7 }).toISO() }}`;
		hidePosts(service().sandbox, 1);
		const parameters = { postAt, options: { duplicateCheck: 'always' } };
		const { items } = await runNode(options({ items: texts('a', 'a'), parameters }));
		expect(scheduled()).toEqual(['a']);
		expect(items.map(({ json }) => json.warnings)).toEqual([undefined, [AS_0]]);
	});

	test('some milliseconds apart says so beside what a look has found', async () => {
		service().sandbox.control.addFault({
			on: 'scheduleTweet',
			nth: 2,
			fault: { kind: 'status', status: 502, when: 'after' },
		});
		const postAt = `={{ DateTime.fromISO('${POST_AT}').plus({ milliseconds: $itemIndex * 7 }).toISO() }}`;
		hidePosts(service().sandbox, 1);
		const parameters = { postAt, options: { duplicateCheck: 'always' } };
		const { items } = await runNode(options({ items: texts('a', 'a'), parameters }));
		expect(scheduled()).toEqual(['a', 'a']);
		const twice = expect.stringMatching(/^The service has this post twice: /);
		expect(items[1]?.json.warnings).toEqual([twice, AS_0]);
	});

	test('some milliseconds apart says so beside other warnings, where "Always" has left one of them', async () => {
		const postAt = `={{ DateTime.fromISO('${POST_AT}').plus({ milliseconds: $itemIndex * 7 }).toISO() }}`;
		const parameters = { postAt, options: { duplicateCheck: 'always' } };
		const broken = 'Sale \uFFFD';
		const { items } = await runNode(options({ items: texts(broken, broken), parameters }));
		const ofText = expect.stringMatching(/^The text of tweet 1 has the sign /);
		expect(items.map(({ json }) => json.warnings)).toEqual([[ofText], [ofText, AS_0]]);
	});

	test('by a handle in other letters, or with an @, is the same', async () => {
		await runNode(
			options({
				items: texts('my_brand', 'My_Brand', '@my_brand'),
				parameters: {
					username: { __rl: true, mode: 'name', value: '={{ $json.text }}' },
					thread: { tweet: [{ text: 'a' }] },
				},
			}),
		);
		expect(scheduled()).toEqual(['a']);
	});

	test.each([
		['another time', { postAt: `={{ $itemIndex ? '${POST_AT}' : $now.plus({ days: 9 }).toISO() }}` }],
		['another account', { username: { __rl: true, mode: 'name', value: '={{ "brand_" + $itemIndex }}' } }],
		[
			'other media',
			{
				thread: {
					tweet: [
						{ text: 'a', media: { reference: [{ file: { __rl: true, mode: 'id', value: '={{ $itemIndex }}' } }] } },
					],
				},
			},
		],
		['another second tweet', { thread: { tweet: [{ text: 'a' }, { text: '={{ "b" + $itemIndex }}' }] } }],
	])('with %s it is another one', async (_, parameters) => {
		acceptAll();
		const { error } = await runNode(options({ items: texts('a', 'a'), parameters }));
		expect(error).toBeUndefined();
		expect(calls()).toBe(2);
	});

	test('in doubt is in doubt for each item', async () => {
		loseResponse();
		const { items } = await runNode(
			options({ items: texts('a', 'a', 'b'), node: { onError: 'continueRegularOutput' } }),
		);
		expect(items.map(({ json }) => json.error ?? json.success)).toEqual([
			expect.stringMatching(IN_DOUBT),
			expect.stringMatching(IN_DOUBT),
			true,
		]);
		expect(scheduled()).toEqual(['a', 'b']);
	});
});

test('two executions know nothing of each other', async () => {
	await runNode(options());
	await runNode(options());
	expect(scheduled()).toEqual(['a', 'a']);
});
