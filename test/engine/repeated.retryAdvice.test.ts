/** What the error of a failed execution says of a retry from n8n's list: what it sends again, and what to do. */
import { retryExecution, runChain, runCopy, runNode } from '../harness/engine';
import { hidePosts, IN_DOUBT, POST_AT, postParameters, refuseLists, scheduleParameters, texts } from '../harness/posts';
import { repeatedOf } from '../harness/repeated';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
useShortWaits();
const { options, refuse } = repeatedOf(service);

test.each([
	['publishes', { resource: 'post', operation: 'publishNow', postId: { __rl: true, mode: 'id', value: '4711' } }],
	['deletes', { resource: 'post', operation: 'delete', postId: { __rl: true, mode: 'id', value: '4711' } }],
	['reads', { resource: 'post', operation: 'get', postId: { __rl: true, mode: 'id', value: '4711' } }],
	['executes', { resource: 'api', operation: 'execute', query: 'mutation { nope }' }],
])('a node that %s and fails after one that has scheduled says so as well', async (_, parameters) => {
	const schedule = options({ parameters: scheduleParameters('a') }).parameters;
	const { error } = await runChain(service().credential, [
		{ name: 'Schedule', parameters: schedule },
		{ name: 'Then', parameters },
	]);
	expect(error?.description).toContain('To go on, use "Retry"');
	expect(error?.description).toContain('a new execution does not know what is done.');
});

test.each([
	[
		'"Duplicate Check" set to "Never"',
		'scheduleTweet',
		{ ...scheduleParameters('b'), options: { duplicateCheck: 'never' } },
		'scheduled',
		'first set "Duplicate Check" to "When in Doubt", save, and use "Retry with currently saved workflow": any other retry',
	],
	[
		'a service without the list',
		'scheduleTweet',
		scheduleParameters('b'),
		'scheduled',
		'do not use "Retry": it sends this item again. Do what is left by hand, or with a workflow that does only that.',
	],
	[
		'Publish Now',
		'submitPlatformPost',
		postParameters('publishNow', '2001'),
		'published',
		'do not use "Retry": it sends this item again. Do what is left by hand, or with a workflow that does only that.',
	],
	[
		'Execute GraphQL',
		'other',
		{ resource: 'api', operation: 'execute', query: 'mutation { createPostTag(name: "a") { success } }' },
		'executed',
		'do not use "Retry": it sends this item again. Do what is left by hand, or with a workflow that does only that.',
	],
] as const)('where each retry sends what is in doubt, one says so: %s', async (_, on, parameters, pastTense, words) => {
	service().sandbox.control.fillPosts({ platform: 'TWITTER', state: 'SCHEDULED', posts: 1 });
	refuseLists(service().sandbox);
	service().sandbox.control.addFault({
		on,
		nth: on === 'scheduleTweet' ? 2 : 1,
		fault: { kind: 'status', status: 500, when: 'after' },
	});
	const { error } = await runChain(service().credential, [
		{ name: 'Schedule', parameters: scheduleParameters('a') },
		{ name: 'Then', parameters },
	]);
	expect(error?.message).toContain('may have been');
	expect(error?.description).toContain(`If this item was not ${pastTense}, use "Retry" in the list of executions: a`);
	expect(error?.description).toContain(`If this item was ${pastTense}, ${words}`);
	expect(error?.description).not.toContain('To go on');
});

test.each([
	[
		'Schedule with "Never"',
		'scheduleTweet',
		{ ...scheduleParameters('={{ $json.id }}'), options: { duplicateCheck: 'never' } },
	],
	['Publish Now', 'submitPlatformPost', postParameters('publishNow', '={{ $json.id }}')],
	[
		'Execute GraphQL',
		'scheduleTweet',
		{
			resource: 'api',
			operation: 'execute',
			query: `mutation M($text: String!) {
				scheduleTweet(input: { username: "my_brand", postAt: "${POST_AT}", thread: [{ text: $text, order: 0 }] }) { success }
			}`,
			variables: '={{ { text: $json.id } }}',
		},
	],
] as const)(
	'nothing is said that sends it again where it may be done, whatever its error was: %s',
	async (_, on, parameters) => {
		const { control } = service().sandbox;
		control.fillPosts({ platform: 'TWITTER', state: 'SCHEDULED', posts: 2 });
		const json = { errors: [{ message: 'Internal server error', path: [on] }], data: { [on]: null } };
		control.addFault({
			on,
			nth: 2,
			fault: { kind: 'body', when: 'after', json },
		});
		const items = ['2001', '2002'].map((id) => ({ json: { id } }));
		const { error } = await runNode({ credential: service().credential, parameters, items });
		expect(error?.message).toContain('may have been');
		expect(error?.description).toContain('use "Retry" in the list of executions');
		expect(error?.description).not.toMatch(/To leave this item out|A change in this node|the same input/);
	},
);

test('a retry that leaves it in doubt again says so once more', async () => {
	const run = options({ items: texts('a', 'b', 'c'), parameters: { options: { duplicateCheck: 'never' } } });
	const fault = { kind: 'status', status: 500 } as const;
	service().sandbox.control.addFault({ on: 'scheduleTweet', nth: 2, times: 'always', fault });
	const { error } = await retryExecution(run, await runNode(run));
	expect(error?.description).toContain('If this item was scheduled, first set "Duplicate Check"');
	expect(error?.description).toContain('If this item was not scheduled, use "Retry" of this execution: ');
	expect(error?.description).not.toContain('To go on');
});

test('a move in doubt is no reason against a retry: the same time once more does no harm', async () => {
	const { control } = service().sandbox;
	control.fillPosts({ platform: 'TWITTER', state: 'SCHEDULED', posts: 1 });
	control.addFault({ on: 'reschedulePlatformPost', fault: { kind: 'status', status: 500 } });
	const { error } = await runChain(service().credential, [
		{ name: 'Schedule', parameters: scheduleParameters('a') },
		{ name: 'Move', parameters: postParameters('reschedule', '2001', { postAt: POST_AT }) },
	]);
	expect(error?.message).toContain('may have been');
	expect(error?.description).toContain('To go on, use "Retry"');
});

test('an item that comes with the error of an earlier node: no retry runs that node', async () => {
	const problem = {
		error: 'The thread may have been scheduled: no response',
		details: { description: 'Look first' },
	};
	const { error } = await runChain(service().credential, [
		{ name: 'Schedule', parameters: scheduleParameters('a') },
		{ name: 'Failed', gives: [{ json: problem }] },
		{ name: 'Publish', parameters: postParameters('publishNow', '={{ $json.id }}') },
	]);
	expect(error?.description).toContain('"The thread may have been scheduled: no response."');
	expect(error?.description).toContain('correct that node: "Retry" does not run it again.');
	expect(error?.description).toContain('If the mistake is in this node, correct it, and use "Retry with');
	expect(error?.description).not.toContain('To go on');
});

test('what makes a done item another one is said only where items of the node are done', async () => {
	service().sandbox.control.fillPosts({ platform: 'TWITTER', state: 'SCHEDULED', posts: 1 });
	refuse(1);
	const { error } = await runChain(service().credential, [
		{ name: 'Publish', parameters: postParameters('publishNow', '2001') },
		{ name: 'Schedule', parameters: scheduleParameters('a') },
	]);
	expect(error?.description).toContain('a new execution does not know what is done.');
	expect(error?.description).not.toContain('is scheduled again if');
});

test('nor where another node has scheduled something', async () => {
	refuse(2);
	const { error } = await runChain(service().credential, [
		{ name: 'Schedule', parameters: scheduleParameters('a') },
		{ name: 'Then', parameters: scheduleParameters('b') },
	]);
	expect(error?.description).toContain('a new execution does not know what is scheduled.');
	expect(error?.description).not.toContain('is scheduled again if');
});

test('where each retry looks first, "Retry" is what to do', async () => {
	service().sandbox.control.addFault({
		on: 'scheduleTweet',
		nth: 2,
		fault: { kind: 'status', status: 500, when: 'before' },
	});
	const { error } = await runNode(options({ items: texts('a', 'b') }));
	expect(error?.message).toMatch(IN_DOUBT);
	expect(error?.description).toContain('To go on, use "Retry"');
});

test('a node that fails after one that has only read does not', async () => {
	const { error } = await runChain(service().credential, [
		{ name: 'Profile', parameters: { resource: 'profile', operation: 'get' } },
		{ name: 'Then', parameters: scheduleParameters('') },
	]);
	expect(error?.message).toBe('Thread is empty');
	expect(error?.description).not.toContain('To go on');
});

test('a node after another one that has scheduled says that a new execution does not know of it', async () => {
	refuse(2);
	const parameters = ['a', 'b'].map((text) => options({ parameters: scheduleParameters(text) }).parameters);
	const chain = parameters.map((each, at) => ({ name: `Schedule ${at}`, parameters: each }));
	const { error } = await runChain(service().credential, chain);
	expect(error?.description).toContain('a new execution does not know what is scheduled');
});

test.each([
	['looked up', undefined, 'To go on, use "Retry"', []],
	[
		'not looked up',
		'never',
		'If item 1 was not scheduled, use "Retry"',
		['If item 1 was scheduled, first set "Duplicate Check" to "When in Doubt", save, and use'],
	],
] as const)(
	'a copy of the node fails for one item, and another one is in doubt, which is %s',
	async (_, check, next, then) => {
		const { control } = service().sandbox;
		refuse(1);
		control.addFault({ on: 'scheduleTweet', nth: 2, fault: { kind: 'reset', when: 'after' } });
		hidePosts(service().sandbox, check === undefined ? 2 : 'always');
		refuse(3);
		const run = {
			items: texts('a', 'b'),
			credential: service().credential,
			parameters: { ...scheduleParameters(), ...(check && { options: { duplicateCheck: check } }) },
		};
		const { error } = await runCopy(
			{ ...run, node: { onError: 'continueErrorOutput' } },
			{ gets: 'what fails', parameters: run.parameters, node: { onError: 'stopWorkflow' } },
		);
		expect(error?.description).toContain('This is item 0.');
		expect(error?.description).toContain('item 1.');
		expect(error?.description).toContain(next);
		for (const words of then) expect(error?.description).toContain(words);
	},
);
