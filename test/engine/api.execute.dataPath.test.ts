/** "Data Path" of Execute GraphQL: which part of the data is given, and what a path that is not there means after a mutation. */
import { callAsTool, retryExecution, runLoop, runNode, THREE_TRIES } from '../harness/engine';
import { FROM_ITEM, inputOf, mutationsOf, posts, SCHEDULE, scheduleOf } from '../harness/mutations';
import { gateNode } from '../harness/nodeTypes';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
useShortWaits();
const { options, execute, scheduled } = mutationsOf(service);

const LABELS = '{ mediaLabels { id text } socialAccounts { username } }';

test.each([
	['mediaLabels', { id: '12', text: 'Launch' }, 3],
	['mediaLabels.0', { id: '12', text: 'Launch' }, 1],
	['mediaLabels.0.text', { value: 'Launch' }, 1],
])('%s', async (dataPath, first, count) => {
	const { items } = await execute({ query: LABELS, options: { dataPath } });
	expect(items).toHaveLength(count);
	expect(items[0]).toEqual({ json: first, pairedItem: { item: 0 } });
});

test('a path that is not there: the error names what is', async () => {
	const { error } = await execute({ query: LABELS, options: { dataPath: 'labels' } });
	expect(error?.message).toBe('The query was executed, but its result was not found: the response has no "labels"');
	expect(error?.description).toBe(
		'The data has the fields: mediaLabels, socialAccounts. Correct "Data Path" in the options.',
	);
});

describe('a path that is not there after a mutation', () => {
	test('it is not sent again', async () => {
		const { error } = await execute(
			{ ...scheduleOf('a'), options: { dataPath: 'scheduleTweet.id' } },
			{ node: THREE_TRIES },
		);
		expect(error?.message).toBe(
			'The mutation was executed, but its result was not found: the response has no "scheduleTweet.id"',
		);
		expect(error?.description).toContain('"scheduleTweet" has the fields: success, post, errors.');
		expect(scheduled()).toEqual(['a']);
	});

	test('a retry with the corrected path gets the result, and sends only the others', async () => {
		const wrong = options({ ...FROM_ITEM, options: { dataPath: 'scheduleTweet.id' } }, { items: posts('a', 'b') });
		const failed = await runNode(wrong);
		expect(failed.error?.description).toContain('Change nothing else, and use "Retry with currently saved workflow"');
		const again = await retryExecution(wrong, failed);
		expect(again.error?.message).toBe('The mutation was executed before, but the response has no "scheduleTweet.id"');
		expect(scheduled()).toEqual(['a']);
		const corrected = options(
			{ ...FROM_ITEM, options: { dataPath: 'scheduleTweet.post' } },
			{ items: posts('a', 'b') },
		);
		const { items, error } = await retryExecution(corrected, again);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json)).toEqual([
			{ id: expect.any(String), alreadyExecuted: true },
			{ id: expect.any(String) },
		]);
		expect(scheduled()).toEqual(['a', 'b']);
	});

	test('that an earlier execution left in doubt: it is done', async () => {
		service().sandbox.control.addFault({ on: 'scheduleTweet', fault: { kind: 'reset', when: 'before' } });
		const wrong = options({ ...scheduleOf('a'), options: { dataPath: 'scheduleTweet.id' } });
		const doubted = await runNode(wrong);
		expect(doubted.error?.message).toMatch(/^The mutation may have been executed/);
		const failed = await retryExecution(wrong, doubted);
		expect(failed.error?.message).toMatch(/^The mutation was executed, but its result was not found/);
		const { items } = await retryExecution(options(scheduleOf('a')), failed);
		expect(items[0]?.json).toMatchObject({ alreadyExecuted: true });
		expect(scheduled()).toEqual(['a']);
	});

	test('that gives its success another name: it may have been refused', async () => {
		const query = SCHEDULE.replace('success post { id } errors { field code message }', 'ok: success post { id }');
		const { error } = await execute({
			query,
			variables: JSON.stringify(inputOf('x'.repeat(300))),
			options: { dataPath: 'scheduleTweet.id' },
		});
		expect(query).toContain('ok: success');
		expect(error?.message).toMatch(/^The mutation may have been executed: /);
		expect(scheduled()).toEqual([]);
	});

	test.each([
		['the name of a type', '__typename scheduleTweet(input: $input) { success post { id } }', 'scheduleTweet'],
		[
			'a second mutation without success',
			'a: scheduleTweet(input: $input) { success post { id } } b: scheduleTweet(input: $input) { post { id } }',
			'a',
		],
	])('beside %s: it was executed', async (_, fields, name) => {
		const query = `mutation Schedule($input: ScheduleTweetInput!) { ${fields} }`;
		const wrong = options({ ...scheduleOf('a'), query, options: { dataPath: `${name}.posts` } });
		const failed = await runNode(wrong);
		expect(failed.error?.message).toMatch(/^The mutation was executed, but its result was not found/);
		const before = scheduled();
		const corrected = options({ ...scheduleOf('a'), query, options: { dataPath: `${name}.post` } });
		const { items } = await retryExecution(corrected, failed);
		expect(items[0]?.json).toEqual({ id: '2001', alreadyExecuted: true });
		expect(scheduled()).toEqual(before);
	});

	test('that does not ask for success: it may have been refused, and a retry sends it', async () => {
		const query = SCHEDULE.replace('success post { id } errors { field code message }', 'post { id }');
		expect(query).not.toContain('success');
		service().sandbox.control.addFault({
			on: 'scheduleTweet',
			fault: { kind: 'body', json: { data: { scheduleTweet: { post: null } } } },
		});
		const run = options({ ...scheduleOf('a'), query, options: { dataPath: 'scheduleTweet.post.id' } });
		const failed = await runNode(run);
		expect(failed.error?.message).toBe(
			'The mutation may have been executed: the response has no "scheduleTweet.post.id"',
		);
		const { items } = await retryExecution(run, failed);
		expect(items[0]?.json).toEqual({ value: expect.any(String) });
		expect(scheduled()).toEqual(['a']);
	});

	test('what is remembered has no key', async () => {
		const { apiKey } = service().credential;
		service().sandbox.control.addFault({
			on: 'scheduleTweet',
			fault: { kind: 'payload', success: true, fields: { post: { id: apiKey } } },
		});
		const { stored } = await execute({ ...scheduleOf('a'), options: { dataPath: 'scheduleTweet.id' } });
		expect(stored).toContain('[API key]');
		expect(stored).not.toContain(apiKey);
	});

	test('in a loop and for an agent that calls again: it fails again, and is not sent', async () => {
		const wrong = { ...scheduleOf('a'), options: { dataPath: 'scheduleTweet.id' } };
		await runLoop(options(wrong, { node: { onError: 'continueErrorOutput' } }), gateNode(2));
		expect(scheduled()).toEqual(['a']);
		await callAsTool(options(wrong), [{ n: 1 }, { n: 2 }]);
		expect(scheduled()).toEqual(['a', 'a']);
	});
});
