/** A second node that gets the items of the first one repeats nothing that has begun. */
import { DateTime } from 'luxon';
import type { INode } from 'n8n-workflow';
import { useBinaryMode } from '../harness/binary';
import { moveClock } from '../harness/clock';
import { type Copy, retryChain, retryExecution, runChain, runCopy } from '../harness/engine';
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

	test.each(['never', 'whenInDoubt', 'always'])(
		'with a time from the clock, retried much later with "%s": what the retry has come to is the same post in the copy',
		async (duplicateCheck) => {
			const parameters = {
				...scheduleParameters("={{ $('Start').item.json.text }}"),
				postAt: '={{ $now.plus({ hours: 3 }).toISO() }}',
				options: { duplicateCheck },
			};
			const run = options({ items: texts('a', 'b'), parameters });
			const copy: Copy = { gets: 'what is done' };
			refuse(2);
			const failed = await runCopy(run, copy);
			expect(failed.error).toBeDefined();
			moveClock(40 * 60_000);
			const { items } = await retryExecution(run, failed, copy);
			expect(items.map(({ json }) => [json.alreadyScheduled, json.warnings])).toEqual([
				[true, undefined],
				[true, undefined],
			]);
			expect(scheduled()).toEqual(['a', 'b']);
		},
	);

	/** In minutes. */
	const DAY = 24 * 60;
	const IN_FULL_MINUTES = "{{ $now.plus({ hours: 3 }).startOf('minute').toISO() }}";

	test.each([
		['in full minutes', 40, '12:00:20', IN_FULL_MINUTES],
		// As a trigger starts a run.
		['in full minutes, just begun', 40, '12:00:00.100', IN_FULL_MINUTES],
		[
			'in full minutes, which are yet to come',
			40,
			'12:00:00.100',
			'{{ new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 10_800_000).toISOString() }}',
		],
		['in full minutes, just ending', 40, '12:00:59.300', IN_FULL_MINUTES],
		['in full minutes, without a zone', 40, '12:00:20', "{{ $now.plus({ hours: 3 }).toFormat('yyyy-MM-dd HH:mm') }}"],
		['in full hours, which have ended', 10, '12:55:20', "{{ $now.plus({ hours: 3 }).startOf('hour').toISO() }}"],
		['of its day, just begun', 30 * 60, '00:00:00.050', '{{ $today.plus({ days: 2, hours: 9 }).toISO() }}'],
		[
			'of the next day',
			DAY,
			'12:00:20',
			'{{ $now.plus({ days: 1 }).set({ hour: 23, minute: 0, second: 0 }).toISO() }}',
		],
		['of the next month', DAY, '12:00:20', '{{ $now.plus({ months: 1 }).toISO() }}'],
	])('with a time of the clock %s, retried %d minutes later: the same', async (_, minutes, begunAt, postAt) => {
		moveClock(Date.parse(`2030-01-30T${begunAt}Z`) - Date.now());
		const items = texts('a', 'b');
		const run = options({
			items,
			settings: { timezone: 'UTC' },
			parameters: { ...scheduleParameters("={{ $('Start').item.json.text }}"), postAt: `=${postAt}` },
		});
		const copy: Copy = { gets: 'what is done' };
		refuse(2);
		const failed = await runCopy(run, copy);
		expect(failed.error).toBeDefined();
		moveClock(minutes * 60_000 + 17_700);
		const retried = await retryExecution(run, failed, copy);
		expect(retried.items.map(({ json }) => [json.alreadyScheduled, json.warnings])).toEqual([
			[true, undefined],
			[true, undefined],
		]);
		expect(scheduled()).toEqual(['a', 'b']);
	});

	test.each([
		['second', '20.500', 1, '{{ $now.plus({ days: 1 }).set({ hour: 9, minute: 0, second: 0 }).toISO() }}'],
		['minute', '50.000', 20, '{{ $now.plus({ days: 1 }).set({ hour: 9, minute: 0 }).toISO() }}'],
		['hour', '50.000', 20, '{{ $now.plus({ days: 1 }).set({ hour: 9 }).toISO() }}'],
	])('in the next %s, with a time that keeps the rest of the clock: the same', async (_, second, later, postAt) => {
		const from = Date.parse(`2030-01-30T12:59:${second}Z`) - performance.now();
		jest
			.spyOn(Date, 'now')
			.mockImplementation(() => Math.floor(from + performance.now()) + (calls() > 0 ? later * 1000 - 200 : 0));
		const text = "={{ $('Start').item.json.text }}";
		const run = options({ parameters: { ...scheduleParameters(text), postAt: `=${postAt}` } });
		const { items } = await runCopy(run, { gets: 'what is done' });
		expect(items.map(({ json }) => [json.alreadyScheduled, json.warnings])).toEqual([[true, undefined]]);
		expect(scheduled()).toEqual(['a']);
	});

	test('rows of one text, at a time of a table while that is to come, else of the clock: each gets its own post hours later', async () => {
		moveClock(Date.parse('2030-01-30T10:00:20Z') - Date.now());
		const items = ['11:00', '11:30'].map((at) => ({ json: { text: 'a', at: `2030-01-30T${at}:00Z` } }));
		const row = "$('Start').item.json";
		const postAt = `={{ ${row}.at.toDateTime() > $now ? ${row}.at : $now.plus({ minutes: 5 }).toISO() }}`;
		const run = options({ items, parameters: { ...scheduleParameters(`={{ ${row}.text }}`), postAt } });
		const copy: Copy = { gets: 'what is done' };
		refuse(2);
		const failed = await runCopy(run, copy);
		moveClock(120 * 60_000);
		const { items: copied } = await retryExecution(run, failed, copy);
		const { posts } = service().sandbox.state();
		expect(copied.map(({ json }) => json.post)).toMatchObject(posts.map(({ id }) => ({ id })));
		expect(scheduled()).toEqual(['a', 'a']);
	});

	test('retried much later with another picture, it is refused, and so it is in a copy that gets what fails', async () => {
		await service().sandbox.control.fillLibrary(2);
		const withPicture = (value: string) => ({
			...scheduleParameters(),
			postAt: '={{ $now.plus({ hours: 3 }).toISO() }}',
			thread: {
				tweet: [
					{
						text: "={{ $('Start').item.json.text }}",
						media: { reference: [{ file: { __rl: true, mode: 'id', value } }] },
					},
				],
			},
		});
		const copy: Copy = { gets: 'what fails', node: { onError: 'continueRegularOutput' } };
		const items = texts('a', 'b');
		refuse(2);
		const failed = await runCopy(options({ items, parameters: withPicture('1001') }), copy);
		expect(failed.error).toBeDefined();
		moveClock(40 * 60_000);
		const corrected = options({
			items,
			parameters: withPicture('1002'),
			node: { onError: 'continueErrorOutput' },
		});
		const retried = await retryExecution(corrected, failed, copy);
		expect(retried.items.map(({ json }) => json.error)).toEqual([expect.stringContaining('with other media')]);
		expect(scheduled()).toEqual(['a', 'b']);
	});

	const NODE_BEFORE = '{{ $json.at }}';

	test.each([
		['is later by less than has passed', '{{ $now.plus({ hours: 5 }).toISO() }}', ['a', 'a']],
		['a node before has made from the clock, in full minutes', NODE_BEFORE, ['a']],
	])(
		'retried much later, what was in doubt is found: for a copy with a time that %s, it is %j',
		async (_, ofCopy, posts) => {
			moveClock(Date.parse('2030-01-30T12:00:40Z') - Date.now());
			const at = (postAt: string) => ({ ...scheduleParameters('a'), postAt: `=${postAt}` });
			const run = options({ parameters: at('{{ $now.plus({ hours: 6 }).toISO() }}') });
			const before = { name: 'Set', gives: [{ json: { at: '2030-01-30T20:01:00Z' } }] };
			const chain = [
				{ name: 'Schedule', parameters: run.parameters },
				...(ofCopy === NODE_BEFORE ? [before] : []),
				{ name: 'Copy', parameters: at(ofCopy) },
			];
			loseResponse();
			const failed = await runChain(service().credential, chain);
			expect(failed.error?.message).toMatch(IN_DOUBT);
			service().sandbox.control.clearFaults();
			moveClock(120 * 60_000);
			const retried = await retryChain(service().credential, chain, failed);
			expect(retried.error).toBeUndefined();
			expect(scheduled()).toEqual(posts);
		},
	);

	test.each([
		['of the data, later by less than has passed', "={{ $('Start').item.json.at }}"],
		['of the clock, later by less than has passed', '={{ $now.plus({ hours: 6 }).toISO() }}'],
	])('retried much later with a time %s: the copy schedules another post', async (_, postAt) => {
		const items = ['a', 'b'].map((text) => ({
			json: { text, at: new Date(Date.now() + 6 * 3_600_000).toISOString() },
		}));
		const text = "={{ $('Start').item.json.text }}";
		const run = options({ items, parameters: { ...scheduleParameters(text), postAt } });
		const later = postAt.includes('$now')
			? '={{ $now.plus({ hours: 5 }).toISO() }}'
			: "={{ $('Start').item.json.at.toDateTime().plus({ hours: 1 }).toISO() }}";
		const copy: Copy = { gets: 'what is done', parameters: { ...run.parameters, postAt: later } };
		refuse(2);
		const failed = await runCopy(run, copy);
		moveClock(120 * 60_000);
		const { error } = await retryExecution(run, failed, copy);
		expect(error).toBeUndefined();
		expect(scheduled()).toEqual(['a', 'b', 'a', 'b']);
	});

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
