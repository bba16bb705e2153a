/** A second node that gets the items of the first one, and a time that moves with the clock: what is the same, and what is another post. */
import { useBinaryMode } from '../harness/binary';
import { moveClock } from '../harness/clock';
import { type Copy, retryChain, retryExecution, runChain, runCopy } from '../harness/engine';
import { IN_DOUBT, scheduleParameters, texts } from '../harness/posts';
import { repeatedOf } from '../harness/repeated';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
beforeAll(async () => await useBinaryMode('filesystem'));
useShortWaits();
const { options, scheduled, calls, loseResponse, refuse } = repeatedOf(service);

describe('a copy of the node, with a time from the clock', () => {
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
});
