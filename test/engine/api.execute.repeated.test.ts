/** A mutation that comes again in one execution, in whatever way, or in the retry of it. */
import type { IDataObject } from 'n8n-workflow';
import { callAsTool, retryExecution, runCopy, runLoop, runNode, TWO_TRIES } from '../harness/engine';
import { FROM_ITEM, inputOf, mutationsOf, posts, SCHEDULE, scheduleOf } from '../harness/mutations';
import { gateNode } from '../harness/nodeTypes';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
useShortWaits();
const { options, execute, log, scheduled } = mutationsOf(service);

/** The warning of an item that is the same mutation as item 0. */
const SAME_AS_0 = [expect.stringMatching(/^Item 0 is the same mutation: this one was not executed\. .*mutation Row/)];

describe('the same mutation', () => {
	test('is the same where values come along that its document does not name, as "error" at the error output', async () => {
		const [post] = posts('a').map(({ json }) => json);
		const items = [{}, { error: 'it may have been executed', 'row[': 2 }].map((more) => ({
			json: { ...post, ...more },
		}));
		const result = await execute(FROM_ITEM, { items });
		expect(scheduled()).toEqual(['a']);
		expect(result.items[1]?.json).toEqual(expect.objectContaining({ alreadyExecuted: true }));
	});

	test.each([
		['in a variable', SCHEDULE, '', inputOf('a').input, '={{ { input: $json } }}'],
		[
			'beside an operation that is not chosen',
			`${SCHEDULE} query Q($error: Boolean!, $details: Boolean!) {
			profile @skip(if: $error) @include(if: $details) { username }
		}`,
			'Schedule',
			inputOf('a'),
			'={{ $json }}',
		],
	])(
		'in doubt is not sent again by a copy at the error output, with the item as a whole %s',
		async (_, query, operationName, json, variables) => {
			service().sandbox.control.addFault({ on: 'scheduleTweet', fault: { kind: 'reset', when: 'after' } });
			const parameters = { query, variables, options: { operationName } };
			const failing = options(parameters, { items: [{ json }], node: { onError: 'continueErrorOutput' } });
			const { errorItems } = await runCopy(failing, { gets: 'what fails' });
			expect(errorItems[0]?.json.error).toMatch(/^The mutation may have been executed/);
			expect(log()).toHaveLength(1);
		},
	);

	test.each<[string, IDataObject, IDataObject]>([
		['an error of its own', { row: 1, error: 'No file' }, { row: 1, error: 'Disk full' }],
		[
			'the error of another operation',
			{ row: 1, error: 'No file', details: { call: 'scheduleTweet', description: 'a' } },
			{ row: 1, error: 'Disk full', details: { call: 'scheduleTweet', description: 'a' } },
		],
		[
			'nothing but its error',
			{ error: 'No file', details: { call: 'mutation' } },
			{ error: 'Disk full', details: { call: 'mutation' } },
		],
	])('is another one where the item within a variable has %s', async (_, first, second) => {
		const query = 'mutation M($input: JSON!) { log(input: $input) { success } }';
		const json = { data: { log: { success: true } } };
		service().sandbox.control.addFault({ on: 'other', times: 'always', fault: { kind: 'body', json } });
		const variables = '={{ { input: $json } }}';
		await execute({ query, variables }, { items: [{ json: first }, { json: second }] });
		expect(log()).toHaveLength(2);
	});

	test('is another one for each row where the name of its operation has the ID of the row', async () => {
		const query = `=${SCHEDULE.replace('Schedule(', 'Row{{ $json.id }}(')}`;
		const items = [7, 8].map((id) => ({ json: { id } }));
		service().sandbox.control.addFault({ on: 'scheduleTweet', nth: 2, fault: { kind: 'reset', when: 'after' } });
		const failing = options(
			{ query, variables: JSON.stringify(inputOf('a')) },
			{ items, node: { onError: 'continueErrorOutput' } },
		);
		const { errorItems } = await runCopy(failing, { gets: 'what fails' });
		expect(errorItems[0]?.json).toMatchObject({
			id: 8,
			error: expect.stringMatching(/may have been executed/) as unknown,
		});
		expect(scheduled()).toEqual(['a', 'a']);
	});

	test('in one run is sent once, and each item gets the result', async () => {
		const { items } = await execute(FROM_ITEM, { items: posts('a', 'b', 'a') });
		expect(scheduled()).toEqual(['a', 'b']);
		const [first, , again] = items.map(({ json }) => json);
		expect(again).toEqual({ ...first, alreadyExecuted: true, warnings: SAME_AS_0 });
	});

	test('written in another way, with other comments and another path, is the same', async () => {
		const { items } = await execute(
			{
				query: `={{ $itemIndex === 0 ? ${JSON.stringify(SCHEDULE)} : ${JSON.stringify(`# again\n${SCHEDULE.replace(/\s+/g, ' ')}`)} }}`,
				variables: JSON.stringify(inputOf('a')),
				options: { dataPath: '={{ $itemIndex === 0 ? "" : "scheduleTweet.post" }}' },
			},
			{ items: [{ json: {} }, { json: {} }] },
		);
		expect(scheduled()).toEqual(['a']);
		expect(items[1]?.json).toEqual({ id: expect.any(String), alreadyExecuted: true, warnings: SAME_AS_0 });
	});

	test('gives only that it was executed, where another part of its data is wanted than is remembered', async () => {
		const { items } = await execute(
			{
				...scheduleOf('a'),
				options: { dataPath: '={{ $itemIndex === 0 ? "scheduleTweet.post" : "scheduleTweet" }}' },
			},
			{ items: [{ json: {} }, { json: {} }] },
		);
		expect(scheduled()).toEqual(['a']);
		expect(items.map(({ json }) => json)).toEqual([
			{ id: expect.any(String) },
			{ alreadyExecuted: true, warnings: SAME_AS_0 },
		]);
	});

	test('in a loop is sent once, also where its response was lost', async () => {
		service().sandbox.control.addFault({ on: 'scheduleTweet', fault: { kind: 'reset', when: 'after' } });
		await runLoop(options(scheduleOf('a'), { node: { onError: 'continueErrorOutput' } }), gateNode(2));
		expect(scheduled()).toEqual(['a']);
		expect(log()).toHaveLength(1);
	});

	test('of an execution that is retried is not sent again', async () => {
		service().sandbox.control.addFault({ on: 'scheduleTweet', nth: 2, fault: { kind: 'status', status: 400 } });
		const failing = options(FROM_ITEM, { items: posts('a', 'b') });
		const failed = await runNode(failing);
		expect(failed.error).toBeDefined();
		const { items } = await retryExecution(failing, failed);
		expect(scheduled()).toEqual(['a', 'b']);
		expect(items.map(({ json }) => json.alreadyExecuted)).toEqual([true, undefined]);
	});

	test('of an execution that is retried twice at once is sent once; what the one leaves in doubt, the other does not send', async () => {
		const control = service().sandbox.control;
		control.addFault({ on: 'scheduleTweet', fault: { kind: 'status', status: 400 } });
		control.addFault({ on: 'scheduleTweet', nth: 3, fault: { kind: 'reset', when: 'before' } });
		const failing = options(FROM_ITEM, { items: posts('a', 'b') });
		const failed = await runNode(failing);
		const retries = await Promise.all([retryExecution(failing, failed), retryExecution(failing, failed)] as const);
		expect(log()).toHaveLength(3);
		expect(scheduled()).toEqual(['a']);
		const [message] = retries.map(({ error }) => error?.message);
		expect(message).toMatch(/^The mutation may have been executed/);
		expect(retries[1]?.error?.message).toBe(message);
		expect(retries[1]?.error?.description).toContain('Already executed: item 0.');
		await retryExecution(failing, retries[0]);
		expect(scheduled()).toEqual(['a', 'b']);
	});

	test('of an agent that calls the tool again is not sent again', async () => {
		await callAsTool(options(scheduleOf('a')), [{ n: 1 }, { n: 2 }]);
		expect(scheduled()).toEqual(['a']);
	});

	test('that was refused is sent again', async () => {
		service().sandbox.control.addFault({
			on: 'scheduleTweet',
			fault: { kind: 'payload', success: false, errors: [{ field: null, code: null, message: 'Not now' }] },
		});
		const { error } = await execute(scheduleOf('a'), {
			node: TWO_TRIES,
		});
		expect(error).toBeUndefined();
		expect(scheduled()).toEqual(['a']);
	});

	test('with a result that is too long to be stored twice gives only that it was executed', async () => {
		service().sandbox.control.addFault({
			on: 'scheduleTweet',
			fault: { kind: 'payload', success: true, fields: { post: { id: 'x'.repeat(2000) } } },
		});
		const { items } = await execute(FROM_ITEM, { items: posts('a', 'a') });
		expect(items[1]?.json).toEqual({ alreadyExecuted: true, warnings: SAME_AS_0 });
	});
});
