/** An API key that is replaced while the execution runs makes nothing a new post. */
import { useBinaryMode } from '../harness/binary';
import { runCopy, runLoop, runNode } from '../harness/engine';
import { gateNode } from '../harness/nodeTypes';
import { POST_AT, scheduleParameters, texts } from '../harness/posts';
import { FROM_THE_CLOCK, repeatedOf } from '../harness/repeated';
import { useService, withKeyReplaced } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
beforeAll(async () => await useBinaryMode('filesystem'));
useShortWaits();
const { options, scheduled, calls, loseResponse } = repeatedOf(service);

describe('an API key that is replaced while the execution runs', () => {
	/** As soon as the first post was sent. */
	const replaced = () => withKeyReplaced(service(), () => calls() > 0);

	test.each([POST_AT, FROM_THE_CLOCK])('what is scheduled at %s is not sent again', async (postAt) => {
		const run = options({ credential: replaced(), parameters: { ...scheduleParameters('a'), postAt } });
		const { items } = await runCopy(run, { gets: 'what is done' });
		expect(items[0]?.json).toMatchObject({ success: true, alreadyScheduled: true });
		expect(calls()).toBe(1);
	});

	/** The next item is evaluated after the one before it was sent. */
	const BATCHES = { batching: { batch: { batchSize: 1, batchInterval: 200 } } };

	test.each(['whenInDoubt', 'always'])('an equal row of the same run is the same post, %s', async (duplicateCheck) => {
		const run = options({
			credential: replaced(),
			items: texts('a', 'b', 'c', 'a'),
			parameters: { options: { duplicateCheck }, requestOptions: BATCHES },
			node: { onError: 'continueRegularOutput' },
		});
		const { items } = await runNode(run);
		expect(items.at(-1)?.json).toMatchObject({ alreadyScheduled: true });
		expect(scheduled().filter((text) => text === 'a')).toEqual(['a']);
	});

	test('"Always": a row of the same run with another picture does not take the post of the first one', async () => {
		const { sandbox } = service();
		await sandbox.control.fillLibrary(2);
		const picture = { file: { __rl: true, mode: 'id', value: '={{ $json.picture }}' } };
		const { items } = await runNode(
			options({
				credential: replaced(),
				items: [{ json: { picture: '1001' } }, { json: { picture: '1002' } }],
				parameters: {
					thread: { tweet: [{ text: 'a', media: { reference: [picture] } }] },
					options: { duplicateCheck: 'always' },
					requestOptions: BATCHES,
				},
			}),
		);
		expect(items.map(({ json }) => json.post)).toEqual([{ id: '2001' }, { id: '2002' }]);
	});

	test.each([POST_AT, FROM_THE_CLOCK])('what is in doubt at %s is not sent again', async (postAt) => {
		loseResponse();
		const parameters = { postAt, options: { duplicateCheck: 'never' } };
		const run = options({ credential: replaced(), parameters, node: { onError: 'continueErrorOutput' } });
		await runLoop(run, gateNode(2));
		expect(calls()).toBe(1);
	});
});
