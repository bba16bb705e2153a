import type { INode } from 'n8n-workflow';
import { THREE_TRIES, TWO_TRIES } from '../harness/engine';
import { FROM_ITEM, inputOf, mutationsOf, posts, SCHEDULE, scheduleOf } from '../harness/mutations';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
const waits = useShortWaits();
const { execute, log, scheduled } = mutationsOf(service);
const jsonOf = async (parameters: INode['parameters']) => (await execute(parameters)).items.map(({ json }) => json);

const PROFILE = 'query GetProfile { profile { id username } }';

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
		const toErrorOutput = {
			node: { onError: 'continueErrorOutput' } as const,
			items: [{ json: { a: 1 } }, { json: { a: 2 } }],
		};
		expect((await execute({ query }, toErrorOutput)).errorItems).toEqual(
			[1, 2].map((a, item) => ({
				json: {
					a,
					error: 'Query holds the expression "{{ $name }}", as text',
					details: expect.objectContaining({
						description: expect.stringContaining('"Expression"') as unknown,
					}) as unknown,
				},
				pairedItem: { item },
			})),
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
		const { items, error } = await execute({ query: PROFILE }, { node: TWO_TRIES });
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
	const sent = () => log().filter(({ kind }) => kind === 'scheduleTweet').length;

	test.each([null, { success: null, errors: [] }, {}, [], 'ok', { post: null }])(
		'%j is no success',
		async (payload) => {
			answer(payload);
			const { error } = await execute(scheduleOf('a'), { node: TWO_TRIES });
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
		const { items } = await execute(scheduleOf('a'), { node: TWO_TRIES });
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
