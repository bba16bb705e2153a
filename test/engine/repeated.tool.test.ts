/** An AI agent that calls the tool again, or several times at once, repeats nothing that has begun. */
import { setTimeout as delay } from 'node:timers/promises';
import type { INodeExecutionData } from 'n8n-workflow';
import { useBinaryMode } from '../harness/binary';
import { callAsTool, type RunOptions, THREE_TRIES } from '../harness/engine';
import { TestCredentials } from '../harness/credentials';
import { IN_DOUBT, POST_AT } from '../harness/posts';
import { FROM_THE_CLOCK, repeatedOf } from '../harness/repeated';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
beforeAll(async () => await useBinaryMode('filesystem'));
useShortWaits();
const { options, scheduled, calls, loseResponse, refuse, acceptAll } = repeatedOf(service);

describe('as a tool', () => {
	const asTool = (more: Partial<RunOptions> = {}) =>
		options({ parameters: { thread: { tweet: [{ text: "={{ $fromAI('text', 'what to say') }}" }] } }, ...more });
	const answers = async (run: RunOptions, words: string[]) =>
		(
			await callAsTool(
				run,
				words.map((text) => ({ text })),
			)
		).items.map(({ json }) => json.answer);

	test('with "Retry On Fail": one call, one post, and the doubt', async () => {
		loseResponse();
		const [answer] = await answers(asTool({ node: THREE_TRIES }), ['a']);
		expect(answer).toMatch(IN_DOUBT);
		expect(calls()).toBe(1);
		expect(scheduled()).toEqual(['a']);
	});

	describe.each([{}, { node: { onError: 'continueRegularOutput' as const } }])('with the settings %j', (settings) => {
		test.each(['refused', 'in doubt'])('a call that is %s after a done one: no word of a retry', async (state) => {
			if (state === 'refused') refuse(2);
			else loseResponse('scheduleTweet', 2);
			const [, answer] = await answers(asTool(settings), ['a', 'b']);
			expect(answer).toMatch(/ was not | may have been /);
			expect(answer).not.toMatch(/Retry|A new execution runs/);
		});
	});

	test('with "Retry On Fail" and a time that is another one in each try', async () => {
		loseResponse();
		const run = asTool({ node: THREE_TRIES });
		const [answer] = await answers(
			{ ...run, parameters: { ...run.parameters, postAt: '={{ $now.plus({ hours: 1 }).toISO() }}' } },
			['a'],
		);
		expect(answer).toMatch(IN_DOUBT);
		expect(calls()).toBe(1);
	});

	test('with "Retry On Fail", what was refused is tried again', async () => {
		refuse(1);
		const [answer] = await answers(asTool({ node: THREE_TRIES }), ['a']);
		expect(answer).toContain('"success":true');
		expect(calls()).toBe(2);
	});

	test('a second call with the same values gets the doubt again, and one with others is sent', async () => {
		loseResponse();
		expect(await answers(asTool(), ['a', 'a', 'b'])).toEqual([
			expect.stringMatching(IN_DOUBT),
			expect.stringMatching(IN_DOUBT),
			expect.stringContaining('"success":true'),
		]);
		expect(scheduled()).toEqual(['a', 'b']);
	});

	test.each([
		[3, POST_AT],
		[4, POST_AT],
		[3, FROM_THE_CLOCK],
		[4, FROM_THE_CLOCK],
	])('of %i equal calls at once, of which the first one is refused, one is sent, at %s', async (count, postAt) => {
		refuse(1);
		const run = asTool({ parameters: { postAt, thread: { tweet: [{ text: 'a' }] } } });
		const { items } = await callAsTool(
			run,
			Array.from({ length: count }, () => ({})),
			true,
		);
		const isAlreadyThere = ({ json }: INodeExecutionData) => JSON.stringify(json).includes('alreadyScheduled');
		expect(items.filter(isAlreadyThere)).toHaveLength(count - 2);
		expect(scheduled()).toEqual(['a']);
	});

	test.each([1, 2, 3, 4, 5, 6])(
		'two equal calls at once with a time from the clock are one post, where n8n takes long for credential read %i',
		async (slow) => {
			let reads = 0;
			jest.spyOn(TestCredentials.prototype, 'getDecrypted').mockImplementation(async () => {
				// The two calls are not evaluated in the same millisecond.
				await delay(2);
				if (++reads === slow) await delay(20);
				return { ...service().credential };
			});
			const run = asTool({ parameters: { postAt: FROM_THE_CLOCK, thread: { tweet: [{ text: 'a' }] } } });
			await callAsTool(run, [{}, {}], true);
			expect(scheduled()).toEqual(['a']);
		},
	);

	test('a second call with the values of a post that is scheduled says so', async () => {
		const [, second] = await answers(asTool(), ['a', 'a']);
		expect(second).toContain('"alreadyScheduled":true');
		expect(scheduled()).toEqual(['a']);
	});

	test('a second call with a time that is made from the clock is the same post, with its first time', async () => {
		const run = asTool();
		const postAt = '={{ $now.plus({ hours: 1 }).toISO() }}';
		const [first = '', second = ''] = await answers({ ...run, parameters: { ...run.parameters, postAt } }, [
			'a',
			'a',
		]).then((all) => all.map(String));
		expect(second).toContain('"alreadyScheduled":true');
		const timeIn = (answer: string) => /"postAt":"([^"]+)"/.exec(answer)?.[1];
		expect(timeIn(second)).toBe(timeIn(first));
		expect(scheduled()).toEqual(['a']);
	});

	test('a second call with a time that is a day later is another post', async () => {
		const run = asTool({ parameters: { thread: { tweet: [{ text: 'a' }] }, postAt: "={{ $fromAI('at', 'when') }}" } });
		await callAsTool(run, [{ at: '2098-01-01T10:00:00Z' }, { at: '2098-01-02T10:00:00Z' }]);
		expect(scheduled()).toEqual(['a', 'a']);
	});

	test('media by a name in other letters is the same media', async () => {
		acceptAll();
		const media = { reference: [{ file: { __rl: true, mode: 'name', value: "={{ $fromAI('media', 'its name') }}" } }] };
		const run = asTool({ parameters: { thread: { tweet: [{ text: 'a', media }] } } });
		const { items } = await callAsTool(run, [{ media: 'Cat.PNG' }, { media: 'cat.png' }]);
		expect(items[1]?.json.answer).toContain('"alreadyScheduled":true');
		expect(calls()).toBe(1);
	});

	test('a second call with other media is neither sent nor called a success', async () => {
		acceptAll();
		const media = { reference: [{ file: { __rl: true, mode: 'id', value: "={{ $fromAI('media', 'its id') }}" } }] };
		const run = asTool({ parameters: { thread: { tweet: [{ text: 'a', media }] } } });
		const { items } = await callAsTool(run, [{ media: '1' }, { media: '2' }, { media: '1' }]);
		expect(items.map(({ json }) => json.answer)).toEqual([
			expect.stringContaining('"success":true'),
			expect.stringMatching(
				/other media.*It was not sent, because it may be the same post\. .* If it is meant to be another one, change a text/,
			),
			expect.stringContaining('"alreadyScheduled":true'),
		]);
		expect(calls()).toBe(1);
	});
});
