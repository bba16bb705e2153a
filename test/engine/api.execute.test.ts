import type { INode } from 'n8n-workflow';
import { callAsTool, retryExecution, runLoop, runNode, THREE_TRIES } from '../harness/engine';
import { FROM_ITEM, inputOf, mutationsOf, posts, SCHEDULE, scheduleOf } from '../harness/mutations';
import { gateNode } from '../harness/nodeTypes';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
const waits = useShortWaits();
const { options, execute, log, scheduled } = mutationsOf(service);
const jsonOf = async (parameters: INode['parameters']) => (await execute(parameters)).items.map(({ json }) => json);

const PROFILE = 'query GetProfile { profile { id username } }';
const LABELS = '{ mediaLabels { id text } socialAccounts { username } }';

describe('a query', () => {
	test('gives the data as one item, linked to its input item', async () => {
		const { items, run } = await execute({ query: PROFILE });
		expect(run.status).toBe('success');
		expect(items).toEqual([
			{ json: { profile: { id: expect.any(String), username: 'paula' } }, pairedItem: { item: 0 } },
		]);
		expect(log()).toHaveLength(1);
		expect(log()[0]?.operationName).toBe('GetProfile');
	});

	test('with variables, as text or as an object', async () => {
		const query = 'query ($limit: Int) { media(limit: $limit) { total } }';
		for (const variables of ['{"limit": 3}', '={{ ({ limit: 3 }) }}', '={{ "{\\"limit\\": 3}" }}']) {
			expect(await jsonOf({ query, variables })).toEqual([{ media: { total: 0 } }]);
			expect(log().at(-1)?.variables).toEqual({ limit: 3 });
			expect(log().at(-1)?.operationName).toBeNull();
		}
	});

	test('with the signs of an expression: sent where an expression returns it, refused where n8n did not evaluate it', async () => {
		const query = `${PROFILE} # {{ $name }}`;
		const { error } = await execute({ query });
		expect(error?.message).toBe('Query holds the expression "{{ $name }}", as text');
		expect(error?.description).toContain(
			'If {{ }} is to be part of the text, let an expression take the text from an item.',
		);
		expect(log()).toEqual([]);
		const { items } = await execute({ query: '={{ $json.query }}' }, { items: [{ json: { query } }] });
		expect(items).toHaveLength(1);
	});

	test('of several, the one that is named', async () => {
		const query = `fragment F on UserType { username } ${PROFILE} query Labels { mediaLabels { id } } query Name { profile { ...F } }`;
		expect(await jsonOf({ query, options: { operationName: 'Name' } })).toEqual([{ profile: { username: 'paula' } }]);
		const { error } = await execute({ query });
		expect(error?.message).toBe('Operation Name is empty, and Query has several operations');
		expect(error?.description).toContain('GetProfile, Labels, Name');
		expect(log()).toHaveLength(1);
	});

	test('is sent for each item, also where it is the same', async () => {
		const { items } = await execute({ query: PROFILE }, { items: [{ json: {} }, { json: {} }] });
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		expect(log()).toHaveLength(2);
	});

	test('whose response is lost is sent again, also by "Retry On Fail"', async () => {
		service().sandbox.control.addFault({
			on: 'profile',
			times: 4,
			fault: { kind: 'reset', when: 'after' },
		});
		const { items, error } = await execute(
			{ query: PROFILE },
			{ node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } },
		);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		expect(log()).toHaveLength(5);
		expect(waits).toEqual([1000, 3000, 9000]);
	});
});

test('a query whose answer cannot be worked on is no mutation that may have been executed', async () => {
	const LEVELS = 20_000;
	const body = `{"data":${'{"a":'.repeat(LEVELS)}1${'}'.repeat(LEVELS)}}`;
	service().sandbox.control.addFault({ on: 'profile', fault: { kind: 'status', status: 200, body } });
	const { error } = await execute({ query: PROFILE });
	expect(error?.message).toMatch(/^The query was not executed: /);
});

test('a query that the service does not accept: its words, and what to correct', async () => {
	const { error } = await execute({ query: '{ profil { username } mediaLabel { id } }' });
	expect(error?.message).toBe('The query was not executed: the service did not accept the request');
	expect(error?.description).toMatch(
		/^The service says: Cannot query field "profil".*\?; Cannot.*\? Correct "Query" or "Variables"\.$/,
	);
});

describe('Data Path', () => {
	test.each([
		['mediaLabels', { id: '12', text: 'Launch' }, 3],
		['mediaLabels.0', { id: '12', text: 'Launch' }, 1],
		['mediaLabels.0.text', { value: 'Launch' }, 1],
	])('%s', async (dataPath, first, count) => {
		const { items } = await execute({ query: LABELS, options: { dataPath } });
		expect(items).toHaveLength(count);
		expect(items[0]).toEqual({ json: first, pairedItem: { item: 0 } });
	});

	test('that is not there: the error names what is', async () => {
		const { error } = await execute({ query: LABELS, options: { dataPath: 'labels' } });
		expect(error?.message).toBe('The query was executed, but its result was not found: the response has no "labels"');
		expect(error?.description).toBe(
			'The data has the fields: mediaLabels, socialAccounts. Correct "Data Path" in the options.',
		);
	});

	test('that is not there after a mutation: it is not sent again', async () => {
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

	test('that is not there after a mutation: a retry with the corrected path gets the result, and sends only the others', async () => {
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

	test('that is not there after a mutation that an earlier execution left in doubt: it is done', async () => {
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

	test('that is not there after a mutation that gives its success another name: it may have been refused', async () => {
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
	])('that is not there after a mutation beside %s: it was executed', async (_, fields, name) => {
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

	test('that is not there after a mutation that does not ask for success: it may have been refused, and a retry sends it', async () => {
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

	test('that is not there after a mutation: what is remembered has no key', async () => {
		const { apiKey } = service().credential;
		service().sandbox.control.addFault({
			on: 'scheduleTweet',
			fault: { kind: 'payload', success: true, fields: { post: { id: apiKey } } },
		});
		const { stored } = await execute({ ...scheduleOf('a'), options: { dataPath: 'scheduleTweet.id' } });
		expect(stored).toContain('[API key]');
		expect(stored).not.toContain(apiKey);
	});

	test('that is not there after a mutation, in a loop and for an agent that calls again: it fails again, and is not sent', async () => {
		const wrong = { ...scheduleOf('a'), options: { dataPath: 'scheduleTweet.id' } };
		await runLoop(options(wrong, { node: { onError: 'continueErrorOutput' } }), gateNode(2));
		expect(scheduled()).toEqual(['a']);
		await callAsTool(options(wrong), [{ n: 1 }, { n: 2 }]);
		expect(scheduled()).toEqual(['a', 'a']);
	});
});

describe('a mutation', () => {
	test('is executed, and gives the data', async () => {
		const { items, error } = await execute(scheduleOf('a'));
		expect(error).toBeUndefined();
		expect(items[0]?.json).toEqual({
			scheduleTweet: { success: true, post: { id: expect.any(String) }, errors: [] },
		});
		expect(scheduled()).toEqual(['a']);
	});

	test('runs in the order of the items', async () => {
		await execute(FROM_ITEM, { items: posts('a', 'b', 'c', 'd', 'e') });
		expect(scheduled()).toEqual(['a', 'b', 'c', 'd', 'e']);
	});

	test.each([
		['fails', { kind: 'reset', when: 'after' }],
		['has a gateway in front that gives up', { kind: 'status', status: 504, when: 'after' }],
		['is in trouble', { kind: 'body', json: { data: { scheduleTweet: null }, errors: [{ message: 'It broke' }] } }],
	] as const)('is not sent again where the service %s', async (_, fault) => {
		service().sandbox.control.addFault({ on: 'scheduleTweet', fault });
		const { error } = await execute(scheduleOf('a'), {
			node: THREE_TRIES,
		});
		expect(error?.message).toMatch(/^The mutation may have been executed: /);
		expect(log()).toHaveLength(1);
	});

	test('with success: false is a failure with every reason', async () => {
		const { error } = await execute({ query: SCHEDULE, variables: JSON.stringify(inputOf('x'.repeat(300))) });
		expect(error?.message).toMatch(/^The mutation was not executed: /);
		expect(error?.context.errors).toEqual([expect.objectContaining({ code: 'INVALID_LENGTH' })]);
		expect(scheduled()).toEqual([]);
	});

	test.each([200, 429])(
		'with success: false beside the post is in doubt, and not sent again: HTTP %i',
		async (status) => {
			const payload = {
				success: false,
				post: { id: '2001' },
				errors: [{ field: null, code: null, message: 'Slow down' }],
			};
			service().sandbox.control.addFault({
				on: 'scheduleTweet',
				times: 'always',
				fault: { kind: 'status', status, body: { data: { scheduleTweet: payload } } },
			});
			const { error } = await execute(scheduleOf('a'), { node: THREE_TRIES });
			expect(error?.message).toBe('The mutation may have been executed: Slow down');
			expect(log()).toHaveLength(1);
		},
	);

	test('of which one part was done and another refused is in doubt, and not sent again', async () => {
		const query = `mutation ($a: ScheduleTweetInput!, $b: ScheduleTweetInput!) {
			a: scheduleTweet(input: $a) { success errors { message } }
			b: scheduleTweet(input: $b) { success errors { message } }
		}`;
		const { error } = await execute(
			{ query, variables: JSON.stringify({ a: inputOf('a').input, b: inputOf('x'.repeat(300)).input }) },
			{ node: THREE_TRIES },
		);
		expect(error?.message).toMatch(/^The mutation may have been executed: /);
		expect(scheduled()).toEqual(['a']);
	});
});

test('a subscription is refused, and nothing is sent', async () => {
	const { error } = await execute({ query: 'subscription { posts { id } }' });
	expect(error?.message).toBe('Query is a subscription, which this node cannot send');
	expect(log()).toEqual([]);
});

test('the key does not stand in the output, also where the service returns it', async () => {
	const { apiKey } = service().credential;
	service().sandbox.control.addFault({
		on: 'profile',
		fault: {
			kind: 'body',
			json: { data: { profile: { id: '1', apiToken: apiKey, all: [`Bearer ${apiKey}`], [`of ${apiKey}`]: 1 } } },
		},
	});
	const { items, stored } = await execute({ query: 'query { profile { id apiToken } }' });
	expect(items[0]?.json).toEqual({
		profile: { id: '1', apiToken: '[API key]', all: ['Bearer [API key]'], 'of [API key]': 1 },
	});
	expect(stored).not.toContain(apiKey);
});

test('long texts and signed addresses of the data stay as they are', async () => {
	const url = 'https://files.example.com/a.png?signature=abcdef0123456789abcdef&expires=1';
	const text = 'word '.repeat(10_000);
	service().sandbox.control.addFault({
		on: 'profile',
		fault: { kind: 'body', json: { data: { profile: { url, text } } } },
	});
	expect(await jsonOf({ query: PROFILE })).toEqual([{ profile: { url, text } }]);
});

describe('what a mutation must not be called, and what it must not be sent again for', () => {
	const answer = (payload: unknown, status = 200) =>
		service().sandbox.control.addFault({
			on: 'scheduleTweet',
			times: 'always',
			fault: { kind: 'status', status, body: { data: { scheduleTweet: payload } } },
		});
	const RETRY: Partial<INode> = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	const sent = () => log().filter(({ kind }) => kind === 'scheduleTweet').length;

	test.each([null, { success: null, errors: [] }, {}, [], 'ok', { post: null }])(
		'%j is no success',
		async (payload) => {
			answer(payload);
			const { error } = await execute(scheduleOf('a'), { node: RETRY });
			expect(error?.message).toBe("The mutation may have been executed: the service's response is incomplete");
			expect(sent()).toBe(1);
		},
	);

	test('what another operation of the document asks for is not missing', async () => {
		answer({ ok: true });
		const query = `mutation A($input: ScheduleTweetInput!) { scheduleTweet(input: $input) { ok: success } }
			mutation B($input: ScheduleTweetInput!) { scheduleTweet(input: $input) { success } }`;
		expect(await jsonOf({ ...scheduleOf('a'), query, options: { operationName: 'A' } })).toEqual([
			{ scheduleTweet: { ok: true } },
		]);
	});

	test.each([400, 403, 429])('a success with the status %i of a gateway is done', async (status) => {
		answer({ success: true, errors: [] }, status);
		const { items } = await execute(scheduleOf('a'), { node: RETRY });
		expect(items[0]?.json).toEqual({ scheduleTweet: { success: true, errors: [] } });
		expect(sent()).toBe(1);
	});

	test('the same variables in another order are the same', async () => {
		const { username, postAt, thread } = inputOf('a').input;
		const items = [{ input: { username, postAt, thread } }, { input: { thread, postAt, username } }];
		const output = await execute(FROM_ITEM, { items: items.map((json) => ({ json })) });
		expect(output.items[1]?.json).toMatchObject({ alreadyExecuted: true });
		expect(scheduled()).toEqual(['a']);
	});
});
