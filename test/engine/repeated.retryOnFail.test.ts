/** A try of "Retry On Fail" repeats nothing that has begun. */
import { useBinaryMode } from '../harness/binary';
import { runNode, THREE_TRIES } from '../harness/engine';
import { IN_DOUBT, texts } from '../harness/posts';
import { repeatedOf } from '../harness/repeated';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
beforeAll(async () => await useBinaryMode('filesystem'));
useShortWaits();
const { options, scheduled, calls, loseResponse, refuse, acceptAll } = repeatedOf(service);

describe('"Retry On Fail"', () => {
	test('of two posts that differ in their media alone, the one that was refused is sent', async () => {
		refuse(2);
		acceptAll();
		const media = { reference: [{ file: { __rl: true, mode: 'id', value: '={{ $itemIndex }}' } }] };
		const { error } = await runNode(
			options({
				items: texts('a', 'a'),
				parameters: { thread: { tweet: [{ text: 'a', media }] } },
				node: THREE_TRIES,
			}),
		);
		expect(error).toBeUndefined();
		expect(calls()).toBe(3);
	});

	test('with a time that is another one in each try: the place of the item counts', async () => {
		loseResponse();
		const { error } = await runNode(
			options({ parameters: { postAt: '={{ $now.plus({ hours: 1 }).toISO() }}' }, node: THREE_TRIES }),
		);
		expect(error?.message).toMatch(IN_DOUBT);
		expect(calls()).toBe(1);
	});

	test('with "Batching" and an expression that fails: nothing is sent before all can be', async () => {
		service().sandbox.control.setSettings({ serviceTimeMs: 60 });
		const { error } = await runNode(
			options({
				items: texts('a', 'b', 'c'),
				parameters: {
					thread: { tweet: [{ text: "={{ $itemIndex === 2 ? $('No such node').item.json.x : $json.text }}" }] },
					requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 20 } } },
				},
				node: THREE_TRIES,
			}),
		);
		expect(error?.context.itemIndex).toBe(2);
		await new Promise((resolve) => setTimeout(resolve, 100));
		expect(calls()).toBe(0);
	});

	test('with "Batching" and an expression that fails while an earlier item is under way: it is scheduled once', async () => {
		service().sandbox.control.setSettings({ serviceTimeMs: 1500 });
		const now = Date.now;
		const failsFrom = now() + 60_000;
		// The time passes when the first post is on its way, and not before all expressions were resolved.
		jest.spyOn(Date, 'now').mockImplementation(() => now() + (calls() > 0 ? 2 * 60_000 : 0));
		const { run } = await runNode(
			options({
				items: texts('a', 'b', 'c'),
				parameters: {
					thread: {
						tweet: [
							{
								text: `={{ $itemIndex > 0 && $now.toMillis() > ${failsFrom} ? $('No such node').item.json.x : $json.text }}`,
							},
						],
					},
					requestOptions: { batching: { batch: { batchSize: 1, batchInterval: '600' } } },
				},
				node: THREE_TRIES,
			}),
		);
		expect(run.status).toBe('error');
		await new Promise((resolve) => setTimeout(resolve, 2000));
		expect(scheduled()).toEqual(['a']);
		expect(calls()).toBe(1);
	});

	test('with "Batching" given as text the engine waits, and the items are sent', async () => {
		const { items } = await runNode(
			options({
				items: texts('a', 'b'),
				parameters: { requestOptions: { batching: { batch: { batchSize: 1, batchInterval: '5' } } } },
			}),
		);
		expect(items).toHaveLength(2);
		expect(scheduled()).toEqual(['a', 'b']);
	});
});
