/** Publish Now is refused by the platform: what is an error, and when the post may be out all the same. */
import { THREE_TRIES } from '../harness/engine';
import { byId } from '../harness/posts';
import { publicationsOf } from '../harness/publications';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
useShortWaits();
const { control, publish, calls, states, schedule } = publicationsOf(service);

/** What the service answers where the platform has refused a post, of which it has two parts. */
const refusal = (submissionError: object) => ({
	submissionError,
	post: {
		submissions: [
			{ id: '1', result: null },
			{ id: '2', result: null },
		],
	},
});

/** A part of a post that is on the platform. */
const IS_OUT = { id: '1', result: { url: 'https://x.example/1' } };

describe('a refusal of the platform is an error', () => {
	test('with its words and what to do', async () => {
		const id = await schedule({ username: 'failing_account' });
		const { items, error, run } = await publish({ postId: byId(id) });
		expect(items).toEqual([]);
		expect(run.status).toBe('error');
		expect(error?.message).toBe(
			'The post was not published: The platform refused the post: the account needs to be connected again',
		);
		expect(error?.description).toBe('Connect the account again and schedule the post once more.');
		expect(error?.context.errors).toEqual([expect.objectContaining({ code: 'ACCOUNT_REJECTED' })]);
	});

	test.each<[string, object, string, string]>([
		['a code alone', { errorCode: 'DUPLICATE' }, 'DUPLICATE', 'Check the values of the node.'],
		['nothing', {}, 'no reason given', 'Check the values of the node.'],
		['an advice alone', { suggestedFix: 'Wait a day.' }, 'no reason given', 'Wait a day.'],
	])('with %s, also beside "success: true"', async (_, submissionError, words, advice) => {
		for (const success of [false, true]) {
			control().addFault({
				on: 'submitPlatformPost',
				fault: { kind: 'payload', success, fields: refusal(submissionError) },
			});
			const { items, error } = await publish();
			expect(items).toEqual([]);
			expect(error?.message).toBe(`The post was not published: ${words}`);
			expect(error?.description).toBe(advice);
		}
	});

	test('without the key, whatever the platform says', async () => {
		const { apiKey } = service().credential;
		const submissionError = { errorCode: apiKey, message: `Bearer ${apiKey}`, suggestedFix: `Do not use ${apiKey}.` };
		control().addFault({
			on: 'submitPlatformPost',
			fault: { kind: 'payload', success: false, fields: refusal(submissionError) },
		});
		const { stored, error } = await publish();
		expect(error?.description).toContain('Do not use');
		expect(stored).not.toContain(apiKey);
	});

	test('and where a part of the thread is out, it may have been published: it is not sent again', async () => {
		const id = await schedule({ username: 'half_account' });
		const { error } = await publish({ postId: byId(id) }, { node: THREE_TRIES });
		expect(error?.message).toBe(
			'The post may have been published: The platform took the first post of the thread and refused the others',
		);
		expect(error?.description).toContain(
			'Wait some minutes, and check the post on the platform before you run this again',
		);
		expect(error?.description).toContain('Publish the rest of the thread by hand.');
		expect(calls()).toHaveLength(1);
		expect(states()).toEqual(['SUBMITTED, FAILED']);
	});

	test.each([
		null,
		{ submissions: [] },
		{ submissions: null },
		{ submissions: [{ id: '1', result: null }, null] },
		{ submissions: [{ id: '1', result: null }, { id: '2' }] },
		{ submissions: [{ id: '1', result: 'https://x.example/1' }] },
		{ submissions: [{ id: '1', result: [{ url: 'https://x.example/1' }] }] },
		{ submissions: [{ id: '1', result: true }] },
	])('and where the response does not show that nothing is out, it may have been published: %j', async (post) => {
		const fields = { submissionError: { message: 'Too many posts.' }, post };
		control().addFault({ on: 'submitPlatformPost', fault: { kind: 'payload', success: false, fields } });
		const { error } = await publish({}, { node: THREE_TRIES });
		expect(error?.message).toBe('The post may have been published: Too many posts');
		expect(calls()).toHaveLength(1);
	});

	test.each<[unknown, string]>([
		['Too many posts.', 'Too many posts'],
		[[{ message: 'Too many posts.' }], 'Too many posts'],
		[[['Too many posts']], '["Too many posts"]'],
		[true, 'true'],
		[[...Array.from({ length: 1000 }, () => null), 'Too many posts'], 'Too many posts'],
		[7, '7'],
	])('and where its error is %j: it is not sent again, also beside "success: true"', async (submissionError, words) => {
		for (const success of [false, true]) {
			await schedule();
			const fields = { submissionError, post: null };
			control().addFault({ on: 'submitPlatformPost', fault: { kind: 'payload', success, fields } });
			const { error } = await publish({}, { node: THREE_TRIES });
			expect(error?.message).toBe(`The post may have been published: ${words}`);
		}
		expect(calls()).toHaveLength(2);
	});

	test.each(['', ' ', false, 0, [], [null, '']])('%j in the place of its error is none', async (submissionError) => {
		await schedule();
		const fields = { submissionError, post: null };
		control().addFault({ on: 'submitPlatformPost', fault: { kind: 'payload', success: true, fields } });
		const { error } = await publish();
		expect(error).toBeUndefined();
	});

	test('nor are parts of which the response says nothing a sign that it is out', async () => {
		const post = { submissions: [{ id: '1' }, { id: '2' }] };
		control().addFault({
			on: 'submitPlatformPost',
			fault: {
				kind: 'payload',
				success: false,
				errors: [{ field: null, code: null, message: 'Not now' }],
				fields: { submissionError: null, post },
			},
		});
		const { error } = await publish();
		expect(error?.message).toBe('The post was not published: Not now');
	});

	test.each([
		['The second tweet was refused', [IS_OUT, { id: '2', result: null }]],
		['Media upload rate limit exceeded', [IS_OUT]],
	])(
		'and where the response shows a part that is out, whatever else it says: it is not sent again: %s',
		async (message, submissions) => {
			control().addFault({
				on: 'submitPlatformPost',
				times: 'always',
				fault: {
					kind: 'payload',
					success: false,
					errors: [{ field: null, code: null, message }],
					fields: { submissionError: null, post: { submissions } },
				},
			});
			const { error } = await publish({}, { node: THREE_TRIES });
			expect(error?.message).toBe(`The post may have been published: ${message}`);
			expect(calls()).toHaveLength(1);
		},
	);

	test.each([
		['a part is out', { submissions: [IS_OUT, { id: '2', result: null }] }],
		['nothing is said of the parts', null],
	])('and where the limit of the platform comes as HTTP 429, and %s: it is not sent again', async (_, post) => {
		const payload = { success: false, errors: [], submissionError: { message: 'Too many posts.' }, post };
		control().addFault({
			on: 'submitPlatformPost',
			times: 'always',
			fault: { kind: 'status', status: 429, body: { data: { submitPlatformPost: payload } } },
		});
		const { error } = await publish({}, { node: THREE_TRIES });
		expect(error?.message).toBe('The post may have been published: Too many posts');
		expect(calls()).toHaveLength(1);
	});

	test('it may be sent again when nothing of it is out', async () => {
		const submissionError = { message: 'Too many posts.', suggestedFix: 'Try again.' };
		control().addFault({
			on: 'submitPlatformPost',
			fault: { kind: 'payload', success: false, fields: refusal(submissionError) },
		});
		await schedule();
		const { error } = await publish({}, { node: THREE_TRIES });
		expect(error).toBeUndefined();
		expect(calls()).toHaveLength(2);
	});
});
