/** What the error of a retry from n8n's list says of the other items. */
import { retryExecution, runCopy, runNode, type RunOptions, type RunResult } from '../harness/engine';
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

test('an item that was changed, and those beside it, are said to be done where another one is refused', async () => {
	refuseFrom(3);
	const options = optionsFor('a', 'b', 'c');
	const first = await runNode(options);
	const changed = { ...options, parameters: scheduleParameters("={{ $json.text === 'a' ? 'changed' : $json.text }}") };
	const { error } = await retryExecution(changed, first);
	expect(error?.message).toBe('The thread was not scheduled: Not today');
	expect(error?.description).toContain('Already scheduled: items 0 and 1.');
});

describe('a retry with "Preview Only"', () => {
	const retryAsPreview = async (options: RunOptions, ended: RunResult) =>
		await retryExecution({ ...options, parameters: { ...options.parameters, options: { previewOnly: true } } }, ended);

	test('is refused where something is done: after its success, there would be no further one', async () => {
		refuseFrom(2);
		const options = optionsFor('a', 'b');
		const { error, ...refused } = await retryAsPreview(options, await runNode(options));
		expect(error?.message).toMatch(/^Preview Only is on in a retry: /);
		expect(error?.description).toContain('It was scheduled before, in the execution that you retry.');
		expect(error?.description).toContain('To go on, use "Retry" of this execution ("with currently saved workflow"');
		expect(error?.description).not.toContain('To leave this item out');
		service().sandbox.control.clearFaults();
		const { items } = await retryExecution(options, { error, ...refused });
		expect(items.map(({ json }) => json.alreadyScheduled ?? false)).toEqual([true, false]);
		expect(service().sandbox.state().posts).toHaveLength(2);
	});

	test('is refused where nothing is done here: another node may have done something', async () => {
		refuseFrom(1);
		const options = optionsFor('a');
		const { error } = await retryAsPreview(options, await runNode(options));
		expect(error?.message).toMatch(/^Preview Only is on in a retry: /);
	});

	test('is refused where something is in doubt', async () => {
		service().sandbox.control.addFault({ on: 'scheduleTweet', fault: { kind: 'status', status: 500 } });
		const options = optionsFor('a', 'b');
		const { error } = await retryAsPreview(options, await runNode(options));
		expect(error?.message).toMatch(/^Preview Only is on in a retry: /);
		expect(error?.description).toContain('look in the service first');
	});

	test('is one where another node has done something, and this one is a preview by itself', async () => {
		const preview = { ...scheduleParameters('shown'), options: { previewOnly: true } };
		const gets = 'what is done' as const;
		const options = optionsFor('a', 'b');
		const failed = await runCopy(options, { gets, parameters: { ...preview, postAt: 'soon' } });
		expect(failed.error?.message).toMatch(/^Post At is "soon"/);
		const { items, error } = await retryExecution(options, failed, { gets, parameters: preview });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.preview)).toEqual([true, true]);
	});
});

test('an item of which only was shown what would be done is nothing that a new execution would do again', async () => {
	refuseFrom(1);
	const parameters = { ...scheduleParameters(), options: { previewOnly: "={{ $json.text === 'a' }}" } };
	const { error } = await runNode({ ...optionsFor('a', 'b'), parameters });
	expect(error?.message).toBe('The thread was not scheduled: Not today');
	expect(error?.description).not.toContain('To go on, use "Retry"');
});
