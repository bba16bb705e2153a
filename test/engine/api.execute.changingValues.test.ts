/** A mutation with a value from the clock, by chance or of the execution, in the retry of an execution. */
import { moveClock } from '../harness/clock';
import { retryExecution, runNode, THREE_TRIES } from '../harness/engine';
import { mutationsOf, posts, SCHEDULE } from '../harness/mutations';
import { POST_AT } from '../harness/posts';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
useShortWaits();
const { options, log, scheduled } = mutationsOf(service);

describe('a mutation with a value that is another one in each execution', () => {
	/** A post of two tweets, the second of which is the value. */
	const threadOf = (expression: string, text = '$json.input.thread[0].text') => ({
		query: SCHEDULE,
		variables: `={{ ({ input: { ...$json.input, thread: [
			{ order: 0, text: ${text} }, { order: 1, text: String(${expression}) }
		] } }) }}`,
	});
	const firstTweets = () => scheduled().map((thread) => thread.split(' / ')[0]);
	const variablesOf = (index: number) => log()[index]?.variables;
	const failSecond = (status: number) =>
		service().sandbox.control.addFault({ on: 'scheduleTweet', nth: 2, fault: { kind: 'status', status } });

	test.each([
		'$now.plus({ hours: 1 }).toISO()',
		"$today.toISO() + Math.random() + ' ' + $execution.id",
		'DateTime.now().toMillis() + DateTime.local().toMillis() + DateTime.utc().toMillis()',
		'Date.now() + new Date().getTime() + (new Date).getTime()',
	])('is not sent again by a retry: %s', async (expression) => {
		failSecond(400);
		const failing = options(threadOf(expression), { items: posts('a', 'b') });
		const failed = await runNode(failing);
		expect(failed.error).toBeDefined();
		const { items, error } = await retryExecution(failing, failed);
		expect(error).toBeUndefined();
		expect(firstTweets()).toEqual(['a', 'b']);
		expect(items.map(({ json }) => json.alreadyExecuted)).toEqual([true, undefined]);
		// What was refused is sent with the value of now.
		expect(variablesOf(1)).not.toEqual(variablesOf(2));
	});

	test('is not sent again by a retry: a date that n8n stores as text', async () => {
		failSecond(400);
		const items = posts('a', 'b').map(({ json }) => ({ json: { ...json, when: new Date() as unknown as string } }));
		const failing = options(threadOf('$json.when'), { items });
		const failed = await runNode(failing);
		expect(failed.error).toBeDefined();
		const { items: retried, error } = await retryExecution(failing, failed);
		expect(error).toBeUndefined();
		expect(firstTweets()).toEqual(['a', 'b']);
		expect(retried.map(({ json }) => json.alreadyExecuted)).toEqual([true, undefined]);
	});

	test('is the same however its document and its JSON are laid out', async () => {
		failSecond(400);
		const jsonOf = (layout: string) => ({
			query: `${layout}${SCHEDULE}`,
			variables: `={"input":${layout}{"username": "my_brand", "postAt": "${POST_AT}", "thread": [
				{"order": 0, "text": "{{ $json.input.thread[0].text }}"}, {"order": 1, "text": "{{ $now.toMillis() }}"}]}}`,
		});
		const failed = await runNode(options(jsonOf(''), { items: posts('a', 'b') }));
		const { error } = await retryExecution(options(jsonOf('\n  '), { items: posts('a', 'b') }), failed);
		expect(error).toBeUndefined();
		expect(firstTweets()).toEqual(['a', 'b']);
	});

	test('in doubt is sent once for equal items, with the value of now', async () => {
		service().sandbox.control.addFault({ on: 'scheduleTweet', fault: { kind: 'reset', when: 'before' } });
		const failing = options(threadOf("$now.toFormat('HH')"), { items: posts('a', 'a') });
		const failed = await runNode(failing);
		moveClock(3_600_000);
		const { items, error } = await retryExecution(failing, failed);
		expect(error).toBeUndefined();
		expect(firstTweets()).toEqual(['a']);
		expect(items.map(({ json }) => json.alreadyExecuted ?? false)).toEqual([false, true]);
	});

	test('is what it is now for the other items, where it was another one when its response was lost', async () => {
		service().sandbox.control.addFault({ on: 'scheduleTweet', fault: { kind: 'reset', when: 'before' } });
		const failing = (executionId: string) => ({
			...options(threadOf("['Hi', 'Hello'][(Number($execution.id) + $itemIndex) % 2]"), { items: posts('a', 'a') }),
			executionId,
		});
		const failed = await runNode(failing('100'));
		const { error } = await retryExecution(failing('101'), failed);
		expect(error).toBeUndefined();
		expect(scheduled()).toEqual(['a / Hello', 'a / Hi']);
	});

	test('is not sent again where a person takes another field, also if it gives nothing without the clock', async () => {
		failSecond(400);
		const items = ['a', 'b'].map((text) => ({
			json: { days: [{ date: new Date().toISOString().slice(0, 10), text, title: `${text}-title` }] },
		}));
		const fieldOf = (name: string) => ({
			query: SCHEDULE,
			variables: `={{ ({ input: { username: 'my_brand', postAt: '${POST_AT}', thread: [
				{ order: 0, text: $json.days.find((day) => day.date === $now.toUTC().toISODate()).${name} }
			] } }) }}`,
		});
		const failed = await runNode(options(fieldOf('text'), { items }));
		const { error } = await retryExecution(options(fieldOf('title'), { items }), failed);
		expect(error).toBeUndefined();
		expect(scheduled()).toEqual(['a', 'b-title']);
	});

	test('that an equal item has executed is not sent again either', async () => {
		failSecond(400);
		const failing = options(threadOf("$now.toFormat('HH')"), { items: posts('a', 'a', 'b') });
		const failed = await runNode(failing);
		expect(failed.error?.description).toContain('Already executed: items 0 and 1.');
		moveClock(3_600_000);
		const { error } = await retryExecution(failing, failed);
		expect(error).toBeUndefined();
		expect(firstTweets()).toEqual(['a', 'b']);
	});

	test('gives its result to a retry with the corrected path', async () => {
		const wrong = options(
			{ ...threadOf('$now.toISO()'), options: { dataPath: 'scheduleTweet.id' } },
			{ items: posts('a') },
		);
		const failed = await runNode(wrong);
		expect(failed.error?.description).toContain('the mutation is not executed again');
		const corrected = options(
			{ ...threadOf('$now.toISO()'), options: { dataPath: 'scheduleTweet.post' } },
			{ items: posts('a') },
		);
		const { items } = await retryExecution(corrected, failed);
		expect(items.map(({ json }) => json)).toEqual([{ id: expect.any(String), alreadyExecuted: true }]);
		expect(firstTweets()).toEqual(['a']);
	});

	test('stays what it is through retries of retries, and where another item is corrected in the node', async () => {
		service().sandbox.control.addFault({
			on: 'scheduleTweet',
			nth: 2,
			times: 2,
			fault: { kind: 'status', status: 400 },
		});
		const failing = options(threadOf('$now.toISO()'), { items: posts('a', 'b', 'c') });
		const failed = await runNode(failing);
		const again = await retryExecution(failing, failed);
		expect(again.error).toBeDefined();
		const corrected = options(threadOf('$now.toISO()', "$json.input.thread[0].text.replace('b', 'B')"), {
			items: posts('a', 'b', 'c'),
		});
		const { error } = await retryExecution(corrected, again);
		expect(error).toBeUndefined();
		expect(firstTweets()).toEqual(['a', 'B', 'c']);
	});

	test('in doubt is sent again by the retry that the error asked for, once', async () => {
		service().sandbox.control.addFault({
			on: 'scheduleTweet',
			nth: 1,
			times: 2,
			fault: { kind: 'reset', when: 'before' },
		});
		const failing = options(threadOf('$now.toISO()'), { items: posts('a') });
		const failed = await runNode(failing);
		expect(failed.error?.message).toMatch(/^The mutation may have been executed/);
		const again = await retryExecution({ ...failing, node: THREE_TRIES }, failed);
		expect(again.error?.message).toMatch(/^The mutation may have been executed/);
		expect(log()).toHaveLength(2);
		const { error } = await retryExecution(failing, again);
		expect(error).toBeUndefined();
		expect(firstTweets()).toEqual(['a']);
	});

	test('is not sent again if the expression has changed otherwise', async () => {
		failSecond(400);
		const failed = await runNode(options(threadOf('$now.toISO()'), { items: posts('a', 'b') }));
		const changed = options(threadOf('$now.plus({ days: 1 }).toISO()'), { items: posts('a', 'b') });
		const { items, error } = await retryExecution(changed, failed);
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({
			alreadyExecuted: true,
			warnings: [expect.stringContaining('with other values than this item has now')],
		});
		expect(firstTweets()).toEqual(['a', 'b']);
	});
});
