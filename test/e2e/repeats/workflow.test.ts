/** n8n runs the node again in a workflow, after a post was carried out and its response was lost: there is one post. */
import { asObject, type JsonObject } from '../../../scripts/lib/json';
import type { Execution } from '../../../scripts/lib/n8n-client';
import {
	chain,
	code,
	manualTrigger,
	type Node,
	node,
	ourNode,
	TRIGGER,
	workflow,
} from '../../../scripts/lib/workflow-builder';
import { client, credential, errorOf, itemsOf, run } from '../support/n8n';
import { addFault, resetService } from '../support/service';
import { calls, loseResponse, posts, refuse } from './support/posts';
import { call, called, items, saveChain, schedule, SCHEDULE, THREE_TRIES } from './support/workflows';

beforeEach(resetService);

const IN_DOUBT = /^The thread may have been scheduled: /;

test('"Retry On Fail"', async () => {
	await loseResponse();
	const id = await saveChain('Retry', manualTrigger, items('a', 'b'), schedule({}, THREE_TRIES));
	const execution = await run(id, TRIGGER);
	expect(errorOf(execution).message).toMatch(IN_DOUBT);
	expect([await posts(), await calls()]).toEqual([['a'], 1]);
});

test('a post whose response was lost is found, and the others go on', async () => {
	await loseResponse();
	const id = await saveChain('Found', manualTrigger, items('a', 'b'), schedule({ options: {} }));
	const execution = await run(id, TRIGGER);
	expect(execution.status).toBe('success');
	expect(itemsOf(execution, SCHEDULE).map(({ alreadyScheduled }) => alreadyScheduled ?? false)).toEqual([true, false]);
	expect([await posts(), await calls()]).toEqual([['a', 'b'], 2]);
});

test('"Retry On Fail" with "Batching", while an earlier item is under way and the expression of a later one fails', async () => {
	await addFault({ on: 'scheduleTweet', fault: { kind: 'slow', ms: 2_000 } });
	const parameters = {
		thread: { tweet: [{ text: "={{ $itemIndex === 2 ? $('No such node').item.json.x : $json.text }}" }] },
		requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 100 } } },
	};
	const id = await saveChain('Batching', manualTrigger, items('a', 'b', 'c'), schedule(parameters, THREE_TRIES));
	expect((await run(id, TRIGGER)).status).toBe('error');
	await new Promise((resolve) => setTimeout(resolve, 2_500));
	expect([await posts(), await calls()]).toEqual([[], 0]);
});

test('a loop by the error output, with a pause', async () => {
	await loseResponse();
	const wait = node('Pause', 'n8n-nodes-base.wait', 1.1, { amount: 1, unit: 'seconds' }, { webhookId: 'pause' });
	const gate = node('Gate', 'n8n-nodes-base.if', 2.2, {
		conditions: {
			options: { caseSensitive: true, leftValue: '', typeValidation: 'loose', version: 2 },
			combinator: 'and',
			conditions: [
				{ id: 'c', leftValue: '={{ $runIndex }}', rightValue: 2, operator: { type: 'number', operation: 'lt' } },
			],
		},
		options: {},
	});
	const nodes = [manualTrigger, items('a'), schedule({}, { onError: 'continueErrorOutput' }), gate, wait];
	const loop = workflow('Loop', nodes, [
		[TRIGGER, 'Items'],
		['Items', SCHEDULE],
		[`${SCHEDULE}:1`, 'Gate'],
		['Gate', 'Pause'],
		['Pause', SCHEDULE],
	]);
	const execution = await run(await client.createWorkflow(loop), TRIGGER);
	expect(itemsOf(execution, SCHEDULE, 1)[0]?.error).toMatch(IN_DOUBT);
	expect([await posts(), await calls()]).toEqual([['a'], 1]);
});

/** Runs a workflow whose node "Call", with three tries, calls a sub-workflow that schedules a post for each text. */
async function runCallerOf(name: string, ...texts: string[]): Promise<Execution> {
	const child = await saveChain(`${name}, called`, called, items(...texts), schedule());
	await client.publish(child);
	const execution = await run(await saveChain(name, manualTrigger, call(child, {}, THREE_TRIES)), TRIGGER);
	await client.unpublish(child);
	return execution;
}

test('a sub-workflow whose caller has "Retry On Fail": what is done there stays done', async () => {
	await refuse(2);
	await refuse(4);
	const execution = await runCallerOf('Refused', 'a', 'b', 'c');
	expect(execution.status).toBe('success');
	expect(await posts()).toEqual(['a', 'b', 'c']);
	expect(itemsOf(execution, 'Call').map(({ alreadyScheduled }) => alreadyScheduled ?? false)).toEqual([
		true,
		true,
		false,
	]);
});

test('a sub-workflow whose caller has "Retry On Fail": the doubt stays', async () => {
	await loseResponse();
	const execution = await runCallerOf('In doubt', 'a');
	expect(execution.status).toBe('error');
	expect([await posts(), await calls()]).toEqual([['a'], 1]);
});

test('a sub-workflow in doubt: also where the caller shows it, the error says which workflow is retried', async () => {
	await addFault({ on: 'scheduleTweet', fault: { kind: 'reset', when: 'before' } });
	const child = await saveChain('Doubtful', called, items('a'), schedule({ options: {} }));
	await client.publish(child);
	const execution = await run(await saveChain('Caller of it', manualTrigger, call(child)), TRIGGER);
	await client.unpublish(child);
	expect(errorOf(execution).description).toMatch(
		/"Retry" in the list of executions for the workflow "Doubtful":.* nor does "Retry" of the workflow that called this one/,
	);
});

const changed = (operation: string, postId: string, more: JsonObject = {}): Node =>
	ourNode(
		'Changed',
		{ resource: 'post', operation, postId: { __rl: true, mode: 'id', value: postId }, ...more },
		credential,
	);

/** The same items and the same node once more in a workflow. */
const again = (nodes: [Node, Node], word = 'again'): Node[] =>
	nodes.map((one) => {
		const name = `${one.name} ${word}`;
		return { ...one, id: name, name };
	});

test.each([
	['never', 0],
	['always', 0],
	['always', 1],
])(
	'a post that the same execution deletes is not sent again: "%s", found %i times',
	async (duplicateCheck, earlier) => {
		if (earlier > 0) await run(await saveChain('Earlier', manualTrigger, items('a'), schedule()), TRIGGER);
		const scheduled = schedule({ options: { duplicateCheck } });
		const nodes = [items('a'), scheduled, changed('delete', '={{ $json.post.id }}'), ...again([items('a'), scheduled])];
		const execution = await run(await saveChain(`Deleted ${duplicateCheck}`, manualTrigger, ...nodes), TRIGGER);
		expect(itemsOf(execution, SCHEDULE)[0]?.alreadyScheduled ?? false).toBe(earlier > 0);
		const id = String(asObject(itemsOf(execution, SCHEDULE)[0]?.post).id);
		expect(errorOf(execution).message).toMatch(
			new RegExp(`^Thread was scheduled before, .* as post ${id}, and deleted`),
		);
		expect(errorOf(execution).description).toContain('do that in a new execution');
		const retried = await client.waitFor(await client.retry(execution.id), 60_000);
		expect(errorOf(retried).message).toContain(`as post ${id}, and deleted after that`);
		expect([await posts(), await calls()]).toEqual([[], 1]);
	},
);

test('nor with a time from the clock, whatever has become of it before', async () => {
	const parameters = { postAt: '={{ $now.plus({ hours: 3 }).toISO() }}', options: { duplicateCheck: 'never' } };
	const pair: [Node, Node] = [items('a'), schedule(parameters)];
	const publish = { ...changed('publishNow', '={{ $json.post.id }}'), id: 'publish', name: 'Published' };
	const remove = changed('delete', `={{ $('${SCHEDULE}').item.json.post.id }}`);
	const execution = await run(
		await saveChain('Clock', manualTrigger, ...pair, publish, remove, ...again(pair)),
		TRIGGER,
	);
	expect(errorOf(execution).message).toContain('and deleted after that');
	expect(await calls()).toBe(1);
});

test.each([
	['before', ['a']],
	['after', []],
] as const)('a post whose deletion is in doubt: HTTP 500 %s it was carried out', async (when, left) => {
	await addFault({ on: 'deletePlatformPost', fault: { kind: 'status', status: 500, when } });
	const scheduled = schedule({ options: { duplicateCheck: 'whenInDoubt' } });
	const remove = { ...changed('delete', '={{ $json.post.id }}'), onError: 'continueRegularOutput' };
	const nodes = [items('a'), scheduled, remove, ...again([items('a'), scheduled])];
	const execution = await run(await saveChain(`Deleted ${when}`, manualTrigger, ...nodes), TRIGGER);
	expect(errorOf(execution).message).toContain('and may have been deleted after that');
	expect(errorOf(execution).description).toContain('Look in the service first');
	expect([await posts(), await calls()]).toEqual([left, 1]);
});

test('a post that is deleted in a second try', async () => {
	await addFault({ on: 'deletePlatformPost', fault: { kind: 'status', status: 500, when: 'before' } });
	const scheduled = schedule({ options: { duplicateCheck: 'whenInDoubt' } });
	const tries = { retryOnFail: true, maxTries: 2, waitBetweenTries: 10 };
	const remove = { ...changed('delete', '={{ $json.post.id }}'), ...tries };
	const nodes = [items('a'), scheduled, remove, ...again([items('a'), scheduled])];
	const execution = await run(await saveChain('Deleted twice', manualTrigger, ...nodes), TRIGGER);
	expect(errorOf(execution).message).toContain('and deleted after that');
	expect([await posts(), await calls()]).toEqual([[], 1]);
});

test('a look of a retry knows that a sub-workflow has deleted a post', async () => {
	const [first] = itemsOf(
		await run(await saveChain('Earlier', manualTrigger, items('a'), schedule()), TRIGGER),
		SCHEDULE,
	);
	const remove = changed('delete', String(asObject(first?.post).id));
	const child = await saveChain('Deleting', called, remove);
	await client.publish(child);
	await refuse(2);
	const scheduled = schedule({ options: { duplicateCheck: 'whenInDoubt' } });
	const nodes = [items('b'), scheduled, call(child), ...again([items('a'), scheduled])];
	const failed = await run(await saveChain('Deletes', manualTrigger, ...nodes), TRIGGER);
	expect(failed.status).toBe('error');
	const execution = await client.waitFor(await client.retry(failed.id), 60_000);
	await client.unpublish(child);
	expect(itemsOf(execution, `${SCHEDULE} again`)[0]).not.toHaveProperty('alreadyScheduled');
	expect(await posts()).toEqual(['b', 'a']);
});

test('a look knows that the same execution has moved a post to another time', async () => {
	const earlier = await run(await saveChain('Earlier', manualTrigger, items('a'), schedule()), TRIGGER);
	const [first] = itemsOf(earlier, SCHEDULE);
	const scheduled = schedule({ options: { duplicateCheck: 'always' } });
	const move = changed('reschedule', String(asObject(first?.post).id), { postAt: '2098-01-01T09:00:00Z' });
	const nodes = [items('b'), scheduled, move, ...again([items('a'), scheduled])];
	const execution = await run(await saveChain('Moved', manualTrigger, ...nodes), TRIGGER);
	expect(itemsOf(execution, `${SCHEDULE} again`)[0]).not.toHaveProperty('alreadyScheduled');
	expect(await posts()).toEqual(['a', 'b', 'a']);
});

test('an error that a workflow makes from a failed item: n8n leaves its words alone', async () => {
	await loseResponse();
	const stop = node('Stop', 'n8n-nodes-base.stopAndError', 1, {
		errorMessage: '={{ $json.error }}. {{ $json.details.description }} {{ JSON.stringify($json) }}',
	});
	const failing = schedule({}, { onError: 'continueErrorOutput' });
	const nodes = [manualTrigger, items('a'), failing, stop];
	const edges: Array<[string, string]> = [
		[TRIGGER, 'Items'],
		['Items', SCHEDULE],
		[`${SCHEDULE}:1`, 'Stop'],
	];
	const execution = await run(await client.createWorkflow(workflow('Stopped', nodes, edges)), TRIGGER);
	expect(errorOf(execution).message).toMatch(
		/^The thread may have been scheduled: .* Wait some minutes, and check the scheduled posts/,
	);
});

test('a sub-workflow that is called for each item: a call that failed is retried from the list, and schedules what is left', async () => {
	await refuse(4);
	const jsCode = 'return [1, 2].map((n) => ({ json: { text: $input.first().json.text + n } }))';
	const child = await saveChain('Child of each', called, code('Two', jsCode), schedule());
	await client.publish(child);
	const parent = await saveChain('Parent of each', manualTrigger, items('a', 'b'), call(child, { mode: 'each' }));
	expect((await run(parent, TRIGGER)).status).toBe('error');
	expect(await posts()).toEqual(['a1', 'a2', 'b1']);
	const [failed = ''] = await client.failedExecutions(child);
	const execution = await client.waitFor(await client.retry(failed), 30_000);
	await client.unpublish(child);
	expect(execution.status).toBe('success');
	expect(await posts()).toEqual(['a1', 'a2', 'b1', 'b2']);
});

test('a sub-workflow that knows a post from an earlier call: also when its own execution is retried from the list', async () => {
	for (const nth of [2, 3, 4]) await refuse(nth);
	const child = await saveChain('Told child', called, items('a', 'b'), schedule());
	await client.publish(child);
	const caller = await saveChain('Teller', manualTrigger, call(child, {}, THREE_TRIES));
	expect((await run(caller, TRIGGER)).status).toBe('error');
	expect(await posts()).toEqual(['a']);
	const [newest = ''] = await client.failedExecutions(child);
	const execution = await client.waitFor(await client.retry(newest), 30_000);
	await client.unpublish(child);
	expect(execution.status).toBe('success');
	expect(await posts()).toEqual(['a', 'b']);
});

test('an execution that is retried from the list of executions schedules what is left', async () => {
	await refuse(2);
	const id = await saveChain('Failed', manualTrigger, items('a', 'b', 'c'), schedule());
	const failed = await run(id, TRIGGER);
	expect(await posts()).toEqual(['a']);
	const execution = await client.waitFor(await client.retry(failed.id), 30_000);
	expect(execution.status).toBe('success');
	expect(await posts()).toEqual(['a', 'b', 'c']);
	expect(itemsOf(execution, SCHEDULE).map(({ alreadyScheduled }) => alreadyScheduled ?? false)).toEqual([
		true,
		false,
		false,
	]);
});

test('an execution that is retried from the list: a text that changes by itself is no other post', async () => {
	await refuse(2);
	const text = '={{ $json.text }} {{ $now.toMillis() }} {{ Math.random().toString(36) }} {{ $execution.mode }}';
	const parameters = { thread: { tweet: [{ text }] }, options: {} };
	const id = await saveChain('Changing', manualTrigger, items('a', 'a', 'b'), schedule(parameters));
	const failed = await run(id, TRIGGER);
	expect(failed.status).toBe('error');
	const before = await posts();
	expect(before).toEqual([expect.stringMatching(/^a /)]);
	const execution = await client.waitFor(await client.retry(failed.id), 60_000);
	expect(execution.status).toBe('success');
	const after = await posts();
	expect(after).toEqual([before[0], expect.stringMatching(/^a /), expect.stringMatching(/^b /)]);
});

test('an execution that is retried from the list, with another text in the node: what is done stays as it is, and says so', async () => {
	await refuse(2);
	const nodesOf = (text: string) => [manualTrigger, items('a', 'b'), schedule({ thread: { tweet: [{ text }] } })];
	const id = await saveChain('Corrected', ...nodesOf('={{ $json.text }}'));
	const failed = await run(id, TRIGGER);
	expect(failed.status).toBe('error');
	await client.changeWorkflow(id, chain('Corrected', nodesOf('={{ $json.text }}!')));
	const execution = await client.waitFor(await client.retry(failed.id, true), 30_000);
	expect(execution.status).toBe('success');
	expect(await posts()).toEqual(['a', 'b!']);
	const [first, second] = itemsOf(execution, SCHEDULE);
	expect(first).toMatchObject({ alreadyScheduled: true, thread: [{ text: 'a' }] });
	expect(first?.warnings).toEqual([expect.stringContaining('is another one by now')]);
	expect(second?.warnings).toBeUndefined();
});

test('an execution that is retried twice at once: each post is sent once', async () => {
	await refuse(1);
	const id = await saveChain('Twice', manualTrigger, items('a', 'b', 'c'), schedule({ options: {} }));
	const failed = await run(id, TRIGGER);
	for (const nth of [1, 2]) await addFault({ on: 'scheduleTweet', nth, fault: { kind: 'slow', ms: 500 } });
	const retries = await Promise.all([client.retry(failed.id), client.retry(failed.id)]);
	const executions = await Promise.all(retries.map(async (retried) => await client.waitFor(retried, 30_000)));
	expect(executions.map(({ status }) => status)).toEqual(['success', 'success']);
	expect([await posts(), await calls()]).toEqual([['a', 'b', 'c'], 4]);
	const [one, other] = executions.map((execution) => itemsOf(execution, SCHEDULE).map(({ post }) => post));
	expect(other).toEqual(one);
});
