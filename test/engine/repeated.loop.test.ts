/** A loop that leads failed items back to the node repeats nothing that has begun. */
import { DateTime } from 'luxon';
import type { INode } from 'n8n-workflow';
import { useBinaryMode } from '../harness/binary';
import { runLoop } from '../harness/engine';
import { gateNode } from '../harness/nodeTypes';
import { IN_DOUBT, POST_AT, scheduleParameters, texts } from '../harness/posts';
import { FROM_THE_CLOCK, repeatedOf } from '../harness/repeated';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
beforeAll(async () => await useBinaryMode('filesystem'));
useShortWaits();
const { options, scheduled, calls, loseResponse, refuse, refuseFrom, acceptAll } = repeatedOf(service);

describe('a loop that leads failed items back to the node', () => {
	test('gives the doubt again', async () => {
		loseResponse();
		const result = await runLoop(options({ node: { onError: 'continueErrorOutput' } }), gateNode(3));
		expect(result.errorItems[0]?.json.error).toMatch(IN_DOUBT);
		expect(calls()).toBe(1);
	});

	test('also where the media have another id by then', async () => {
		loseResponse();
		await runLoop(
			options({
				parameters: {
					thread: {
						tweet: [
							{
								text: 'a',
								media: { reference: [{ file: { __rl: true, mode: 'name', value: '={{ "upload " + $runIndex }}' } }] },
							},
						],
					},
				},
				node: { onError: 'continueErrorOutput' },
			}),
			gateNode(3),
		);
		expect(calls()).toBe(1);
	});

	test('schedules what was surely not scheduled', async () => {
		refuse(1);
		const { items } = await runLoop(options({ node: { onError: 'continueErrorOutput' } }), gateNode(3));
		expect(items[0]?.json).toMatchObject({ success: true });
		expect(scheduled()).toEqual(['a']);
	});

	test('where an item is to be left out, the loop gets it back: at the error output, it would end with it', async () => {
		refuse(2);
		const { error } = await runLoop(options({ items: texts('a', 'b') }), gateNode(3));
		expect(error?.description).toContain('set "On Error" in this node\'s settings to "Continue" for one "Retry');
		expect(error?.description).toContain('The nodes after it get the item as well');
	});

	test('after an item that was scheduled, the error of another one warns of a new execution with both', async () => {
		refuseFrom(2);
		const items = [{ json: { text: 'a' } }, { json: { text: 'b' } }];
		const run = options({ items, parameters: scheduleParameters('={{ $json.text }}') });
		const { errorItems } = await runLoop({ ...run, node: { onError: 'continueErrorOutput' } }, gateNode(3));
		expect(errorItems[0]?.json.details).toMatchObject({
			description: expect.stringContaining(
				'A new execution runs all nodes again, also those that are done for an item: let it do only what is left.',
			),
		});
	});

	test('with the same text at times of the data: one that was refused is not taken for another one, however late it comes', async () => {
		const now = Date.now;
		jest.spyOn(Date, 'now').mockImplementation(() => now() + (calls() > 1 ? 20 * 60_000 : 0));
		refuse(2);
		const items = [0, 15].map((minutes) => ({ json: { at: DateTime.fromISO(POST_AT).plus({ minutes }).toISO() } }));
		const run = options({ items, parameters: { ...scheduleParameters('a'), postAt: '={{ $json.at }}' } });
		const { items: output } = await runLoop({ ...run, node: { onError: 'continueErrorOutput' } }, gateNode(3));
		expect(output.map(({ json }) => json.alreadyScheduled ?? false)).toEqual([false]);
		expect(scheduled()).toEqual(['a', 'a']);
	});

	test('with a time that is made from the clock: gives the doubt again', async () => {
		loseResponse();
		const result = await runLoop(
			options({ parameters: { postAt: FROM_THE_CLOCK }, node: { onError: 'continueErrorOutput' } }),
			gateNode(3),
		);
		expect(result.errorItems[0]?.json.error).toMatch(IN_DOUBT);
		expect(calls()).toBe(1);
	});

	describe('of several pictures with one text, at a time that is made from the clock', () => {
		const pictures = (onError: INode['onError'] = 'continueErrorOutput') =>
			options({
				items: ['1', '2', '3'].map((media) => ({ json: { media } })),
				parameters: {
					postAt: '={{ $now.plus({ hours: 2 }).toISO() }}',
					thread: {
						tweet: [
							{ text: 'a', media: { reference: [{ file: { __rl: true, mode: 'id', value: '={{ $json.media }}' } }] } },
						],
					},
				},
				node: { onError },
			});

		test('schedules the one that was refused', async () => {
			refuse(1);
			acceptAll();
			const { items } = await runLoop(pictures(), gateNode(3));
			expect(items.map(({ json }) => [json.success, json.alreadyScheduled])).toEqual([[true, undefined]]);
			expect(calls()).toBe(4);
		});

		test('gives the doubt again for the one that is in doubt', async () => {
			loseResponse();
			acceptAll();
			const { errorItems } = await runLoop(pictures(), gateNode(3));
			expect(errorItems[0]?.json.error).toMatch(IN_DOUBT);
			expect(calls()).toBe(3);
		});
	});

	test('uploads nothing from a URL twice', async () => {
		loseResponse('uploadMediaFromUrl');
		const { errorItems } = await runLoop(
			options({
				parameters: { resource: 'media', operation: 'uploadFromUrl', url: 'http://127.0.0.1:9/a.png' },
				node: { onError: 'continueErrorOutput' },
			}),
			gateNode(3),
		);
		expect(errorItems[0]?.json.error).toMatch(/^The file may have been uploaded from its URL: /);
		expect(calls('uploadMediaFromUrl')).toBe(1);
	});
});
