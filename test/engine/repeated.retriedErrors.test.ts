/** What the error of a retry from n8n's list says of the other items. */
import { retryExecution, runNode, type RunOptions } from '../harness/engine';
import { scheduleParameters, texts } from '../harness/posts';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
useShortWaits();

const optionsFor = (...words: string[]): RunOptions => ({
	parameters: scheduleParameters(),
	items: texts(...words),
	credential: service().credential,
});

/** Refuses a post, and each one after it. */
function refuseFrom(nth: number): void {
	const errors = [{ field: null, code: null, message: 'Not today' }];
	const fault = { kind: 'payload', success: false, errors } as const;
	service().sandbox.control.addFault({ on: 'scheduleTweet', nth, times: 'always', fault });
}

test('a retry that fails again says what is done, and that the newest one is to be retried', async () => {
	refuseFrom(2);
	const options = optionsFor('a', 'b');
	const first = await runNode(options);
	expect(first.error?.description).toContain('To go on, use "Retry"');
	const { error } = await retryExecution(options, first);
	expect(error?.description).toContain('Already scheduled: item 0.');
	expect(error?.description).toContain(
		'To go on, use "Retry" of this execution ("with currently saved workflow" if you have changed it): an older one',
	);
	expect(error?.description).not.toContain('in the list of executions');
	expect(error?.description).toContain('An item that was scheduled already is scheduled again if');
});

test('an item that was in doubt, and that a retry has found, is not in doubt any more in the error of another one', async () => {
	const { control } = service().sandbox;
	control.addFault({ on: 'scheduleTweet', fault: { kind: 'reset', when: 'after' } });
	control.addFault({ on: 'twitterSubmissions', times: 'always', fault: { kind: 'status', status: 500 } });
	const options = optionsFor('a', 'b');
	const first = await runNode(options);
	expect(first.error?.message).toContain('may have been scheduled');
	control.clearFaults();
	refuseFrom(1);
	const { error } = await retryExecution(options, first);
	expect(error?.message).toBe('The thread was not scheduled: Not today');
	expect(error?.description).toContain('Already scheduled: item 0.');
	expect(error?.description).not.toContain('May have been scheduled');
	expect(error?.context).not.toHaveProperty('unfinished');
});

test('items behind one that was changed and is refused are said to be done, and not to be left', async () => {
	refuseFrom(3);
	const options = optionsFor('a', 'b', 'c');
	const first = await runNode(options);
	const changed = { ...options, parameters: scheduleParameters("={{ $json.text === 'a' ? 'changed' : $json.text }}") };
	const { error } = await retryExecution(changed, first);
	expect(error?.message).toBe('The thread was not scheduled: Not today');
	expect(error?.description).toContain('Already scheduled: item 1.');
	expect(error?.description).toContain('Not attempted: item 2.');
});

test('an item of which only was shown what would be done is nothing that a new execution would do again', async () => {
	refuseFrom(1);
	const parameters = { ...scheduleParameters(), options: { previewOnly: "={{ $json.text === 'a' }}" } };
	const { error } = await runNode({ ...optionsFor('a', 'b'), parameters });
	expect(error?.message).toBe('The thread was not scheduled: Not today');
	expect(error?.description).not.toContain('To go on, use "Retry"');
});
