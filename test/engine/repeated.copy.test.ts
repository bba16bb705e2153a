/** A second node that gets the items of the first one repeats nothing that has begun. */
import { DateTime } from 'luxon';
import type { INode } from 'n8n-workflow';
import { useBinaryMode } from '../harness/binary';
import { type Copy, retryExecution, runCopy } from '../harness/engine';
import { hidePosts, IN_DOUBT, POST_AT, scheduleParameters, texts } from '../harness/posts';
import { FROM_THE_CLOCK, repeatedOf } from '../harness/repeated';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
beforeAll(async () => await useBinaryMode('filesystem'));
useShortWaits();
const { options, scheduled, calls, loseResponse, refuse } = repeatedOf(service);

describe('a copy of the node that gets what fails', () => {
	test('gives the details of its own error', async () => {
		service().sandbox.control.addFault({ on: 'scheduleTweet', fault: { kind: 'status', status: 400 } });
		service().sandbox.control.addFault({ on: 'scheduleTweet', fault: { kind: 'reset', when: 'after' }, nth: 2 });
		hidePosts(service().sandbox);
		const failing = options({ node: { onError: 'continueErrorOutput' } });
		const { errorItems } = await runCopy(failing, { gets: 'what fails' });
		expect(errorItems[0]?.json.error).toMatch(IN_DOUBT);
		expect(errorItems[0]?.json.details).toMatchObject({ reason: 'connectionLost' });
	});

	const toCopy = (more: INode['parameters'] = {}) =>
		options({ parameters: more, node: { onError: 'continueErrorOutput' } });

	test.each([POST_AT, FROM_THE_CLOCK])('gives the doubt again, at %s', async (postAt) => {
		loseResponse();
		const { errorItems } = await runCopy(toCopy({ postAt }), { gets: 'what fails' });
		expect(errorItems[0]?.json.error).toMatch(IN_DOUBT);
		expect(scheduled()).toEqual(['a']);
	});

	test('also where the item waited long for its turn, while its time was made from the clock', async () => {
		const now = Date.now;
		jest.spyOn(Date, 'now').mockImplementation(() => now() + (calls() > 0 ? 75_000 : 0));
		loseResponse('scheduleTweet', 2);
		const inAnHour = options({
			items: texts('a', 'b'),
			parameters: { postAt: '={{ $now.plus({ hours: 1 }).toISO() }}' },
			node: { onError: 'continueErrorOutput' },
		});
		const { errorItems } = await runCopy(inAnHour, { gets: 'what fails' });
		expect(errorItems[0]?.json.error).toMatch(IN_DOUBT);
		expect(scheduled()).toEqual(['a', 'b']);
	});

	test('with the same text at another fixed time schedules another post', async () => {
		const first = options({ parameters: scheduleParameters('a') });
		const minuteLater = DateTime.fromISO(POST_AT).plus({ minutes: 1 }).toUTC().toISO();
		const { items } = await runCopy(first, {
			gets: 'what is done',
			parameters: { ...first.parameters, postAt: minuteLater },
		});
		expect(items[0]?.json).not.toHaveProperty('alreadyScheduled');
		expect(scheduled()).toEqual(['a', 'a']);
	});

	test.each(['refused', 'in doubt'])(
		'with times of the data: one that is %s is not taken for another one in a retry, however late it comes',
		async (state) => {
			const now = Date.now;
			let minutes = 0;
			jest.spyOn(Date, 'now').mockImplementation(() => now() + minutes * 60_000);
			const items = [0, 15].map((later) => ({
				json: { at: DateTime.fromISO(POST_AT).plus({ minutes: later }).toISO() },
			}));
			const run = options({
				items,
				parameters: { ...scheduleParameters('a'), postAt: '={{ $json.at }}' },
				node: { onError: 'continueErrorOutput' },
			});
			const copy: Copy = { gets: 'what fails', node: { onError: 'stopWorkflow' } };
			if (state === 'refused') [2, 3].forEach(refuse);
			else
				service().sandbox.control.addFault({ on: 'scheduleTweet', nth: 2, fault: { kind: 'reset', when: 'before' } });
			const failed = await runCopy(run, copy);
			expect(failed.error).toBeDefined();
			minutes = 20;
			const { items: output } = await retryExecution(run, failed, copy);
			expect(output.map(({ json }) => json.alreadyScheduled ?? false)).toEqual([false]);
			expect(scheduled()).toEqual(['a', 'a']);
		},
	);

	test.each([
		['of the data, that the clock may have made', "={{ $('Start').item.json.at }}", true],
		[
			'of the data, and of the clock only where that has passed',
			"={{ [$('Start').item.json.at, $now.toISO()].find((at) => at.toDateTime() >= $now) }}",
			true,
		],
		['of the clock', '={{ $now.plus({ hours: 3 }).toISO() }}', false],
	])(
		'with a later time %s gives the first result, and says so where it may be another post',
		async (_, postAt, isSaid) => {
			const now = Date.now;
			jest.spyOn(Date, 'now').mockImplementation(() => now() + (calls() > 0 ? 10 * 60_000 : 0));
			const at = new Date(now() + 3 * 3_600_000).toISOString();
			const first = options({ items: [{ json: { at } }], parameters: { ...scheduleParameters('a'), postAt } });
			const later = postAt.replace('.item.json.at', `.item.json.at.toDateTime().plus({ minutes: 5 }).toISO()`);
			const { items } = await runCopy(first, {
				gets: 'what is done',
				parameters: { ...first.parameters, postAt: later },
			});
			const { alreadyScheduled, warnings } = items[0]?.json ?? {};
			expect(alreadyScheduled).toBe(true);
			expect(warnings).toEqual(isSaid ? [expect.stringMatching(/stays at that time\. This item now has/)] : undefined);
			expect(scheduled()).toEqual(['a']);
		},
	);

	test.each([
		['a row has in part', '{{ $now.plus({ seconds: ROW * 50 }).toISO() }}', true],
		[
			'a row has set',
			'{{ $now.plus({ days: 1 }).set({ hour: 9, minute: ROW, second: 0, millisecond: 0 }).toISO() }}',
			true,
		],
		['a row has added to a day', '{{ $today.plus({ days: 1, hours: 9, minutes: ROW }).toISO() }}', true],
		['are rounded', "{{ $now.plus({ minutes: 30 }).startOf('minute').toISO() }}", false],
		['go with the clock', '{{ $now.plus({ minutes: 30 }).toISO() }}', false],
	])(
		'with a time whose minutes %s, a minute later, it gives the first result, and says so where the clock alone has not made it',
		async (_, postAt, isSaid) => {
			const now = Date.now;
			const start = Math.ceil(now() / 60_000) * 60_000 + 20_000 - now();
			jest.spyOn(Date, 'now').mockImplementation(() => now() + start + (calls() > 0 ? 60_000 : 0));
			const inRow = (row: number) => ({
				...scheduleParameters('a'),
				postAt: `=${postAt.replace('ROW', `${row}`)}`,
			});
			const { items } = await runCopy(options({ parameters: inRow(30) }), {
				gets: 'what is done',
				parameters: inRow(31),
			});
			const { alreadyScheduled, warnings } = items[0]?.json ?? {};
			expect(alreadyScheduled).toBe(true);
			expect(warnings).toEqual(isSaid ? [expect.stringMatching(/stays at that time\. This item now has/)] : undefined);
			expect(scheduled()).toEqual(['a']);
		},
	);

	describe('with a time of the clock in minutes, and a picture each, one that was refused', () => {
		let minutes = 0;
		beforeEach(async () => {
			const now = Date.now;
			const start = Math.ceil(now() / 60_000) * 60_000 + 20_000 - now();
			minutes = 0;
			jest.spyOn(Date, 'now').mockImplementation(() => now() + start + minutes * 60_000);
			await service().sandbox.control.fillLibrary(2);
			[2, 3].forEach(refuse);
		});
		const media = { reference: [{ file: { __rl: true, mode: 'id', value: '={{ $json.media }}' } }] };
		const pictures = (apart: number) =>
			options({
				items: ['1001', '1002'].map((id, row) => ({ json: { media: id, minutes: row * apart } })),
				parameters: {
					...scheduleParameters('a'),
					postAt: "={{ $now.plus({ hours: 3, minutes: $json.minutes }).startOf('minute').toISO() }}",
					thread: { tweet: [{ text: 'a', media }] },
				},
				node: { onError: 'continueErrorOutput' },
			});
		const copy: Copy = { gets: 'what fails', node: { onError: 'stopWorkflow' } };

		test('and is lost in a retry, is found in the next one', async () => {
			const failed = await runCopy(pictures(0), copy);
			const { control } = service().sandbox;
			control.addFault({ on: 'scheduleTweet', fault: { kind: 'status', status: 502, when: 'after' } });
			hidePosts(service().sandbox, 4);
			minutes = 1;
			const inDoubt = await retryExecution(pictures(0), failed, copy);
			expect(inDoubt.error?.message).toMatch(IN_DOUBT);
			minutes = 3;
			const { items, error } = await retryExecution(pictures(0), inDoubt, copy);
			expect(error).toBeUndefined();
			expect(items.map(({ json }) => json.alreadyScheduled)).toEqual([true]);
			expect(scheduled()).toEqual(['a', 'a']);
		});

		test.each([0, 1])('and is %d minutes after the one before it, is sent in a retry', async (apart) => {
			const failed = await runCopy(pictures(apart), copy);
			expect(failed.error).toBeDefined();
			minutes = 1;
			const { error } = await retryExecution(pictures(apart), failed, copy);
			expect(error).toBeUndefined();
			expect(scheduled()).toEqual(['a', 'a']);
		});
	});

	test('schedules what was surely not scheduled', async () => {
		refuse(1);
		expect((await runCopy(toCopy(), { gets: 'what fails' })).items[0]?.json).toMatchObject({ success: true });
	});
});
