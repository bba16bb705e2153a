/** Publish Now is tried again for a post: after an answer that is lost, by other items, nodes, calls and executions. */
import { callAsTool, retryExecution, runCopy, runLoop, runNode, THREE_TRIES, TWO_TRIES } from '../harness/engine';
import { gateNode } from '../harness/nodeTypes';
import { byId } from '../harness/posts';
import { ID, IN_DOUBT, NOT_DONE, publicationsOf } from '../harness/publications';
import { useService, withKeyReplaced } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
const waits = useShortWaits();
const { control, options, publish, calls, states, schedule } = publicationsOf(service);

const itemsOf = (...ids: string[]) => ids.map((id) => ({ json: { id } }));
const FROM_ITEM = { postId: byId('={{ $json.id }}') };

/** The next call is carried out, and its response is lost on the way. */
const loseResponse = () =>
	control().addFault({ on: 'submitPlatformPost', fault: { kind: 'status', status: 502, when: 'after' } });
const refuse = () =>
	control().addFault({
		on: 'submitPlatformPost',
		fault: { kind: 'payload', success: false, errors: [{ field: null, code: null, message: 'Not now' }] },
	});
/** The service does not notice that a post is out already. */
const acceptAll = () =>
	control().addFault({ on: 'submitPlatformPost', times: 'always', fault: { kind: 'payload', success: true } });
describe('an answer that is lost', () => {
	beforeEach(async () => void (await schedule()));

	test.each([
		{ kind: 'status', status: 503, when: 'after' },
		{ kind: 'reset', when: 'after' },
		{ kind: 'reset', when: 'before' },
		{ kind: 'cutJson' },
		{ kind: 'emptyBody' },
	] as const)('%j: it may have been published, and is not sent again', async (fault) => {
		control().addFault({ on: 'submitPlatformPost', fault });
		const { error } = await publish();
		expect(error?.message).toMatch(IN_DOUBT);
		expect(error?.description).toContain(
			'Wait some minutes, and check the post on the platform before you run this again',
		);
		expect(calls()).toHaveLength(1);
		expect(waits).toEqual([]);
	});

	test('with "Retry On Fail" the doubt stays', async () => {
		loseResponse();
		const { error } = await publish({}, { node: THREE_TRIES });
		expect(error?.message).toMatch(IN_DOUBT);
		expect(calls()).toHaveLength(1);
	});

	test('in a loop the doubt stays', async () => {
		loseResponse();
		const { errorItems } = await runLoop(options({ node: { onError: 'continueErrorOutput' } }), gateNode(3));
		expect(errorItems[0]?.json.error).toMatch(IN_DOUBT);
		expect(calls()).toHaveLength(1);
	});

	test('a second node gives the doubt again', async () => {
		loseResponse();
		const { errorItems } = await runCopy(options({ node: { onError: 'continueErrorOutput' } }), { gets: 'what fails' });
		expect(errorItems[0]?.json.error).toMatch(IN_DOUBT);
		expect(calls()).toHaveLength(1);
	});

	test('a second node gives the doubt again, also with a new API key in the credential', async () => {
		loseResponse();
		const { apiKey: oldKey } = service().credential;
		const replaced = withKeyReplaced(service(), () => calls().length > 0);
		const failing = options({ credential: replaced, node: { onError: 'continueErrorOutput' } });
		const { errorItems } = await runCopy(failing, { gets: 'what fails' });
		expect(replaced.apiKey).not.toBe(oldKey);
		expect(errorItems[0]?.json.error).toMatch(IN_DOUBT);
		expect(calls()).toHaveLength(1);
	});

	test('an execution that is retried sends it again: the person was asked to look first', async () => {
		control().addFault({ on: 'submitPlatformPost', fault: { kind: 'reset', when: 'before' } });
		const failed = await publish();
		expect(failed.error?.message).toMatch(IN_DOUBT);
		expect((await retryExecution(options(), failed)).error).toBeUndefined();
		expect(states()).toEqual(['SUBMITTED, SUBMITTED']);
	});
});

describe('a post that is published is not sent again in the execution', () => {
	beforeEach(async () => {
		await schedule();
		await schedule();
	});
	const AGAIN = { id: ID, platform: 'TWITTER', alreadyPublished: true };

	test('by another item', async () => {
		acceptAll();
		const { items } = await publish(FROM_ITEM, { items: itemsOf(ID, '2002', ID) });
		expect(items.map(({ json }) => json.alreadyPublished ?? false)).toEqual([false, false, true]);
		const warnings = [expect.stringMatching(/^Item 0 names the same post\..* such as \.first\(\)/)];
		expect(items.map(({ json }) => json.warnings)).toEqual([undefined, undefined, warnings]);
		expect(items[2]?.json).toEqual({ ...AGAIN, warnings });
		expect(calls()).toHaveLength(2);
	});

	test('by a second node', async () => {
		acceptAll();
		const { items } = await runCopy(options(), { gets: 'what is done' });
		expect(items[0]?.json).toEqual(AGAIN);
		expect(calls()).toHaveLength(1);
	});

	test('by a second call of an agent', async () => {
		acceptAll();
		const { items } = await callAsTool(options({ parameters: { postId: byId("={{ $fromAI('id', 'post') }}") } }), [
			{ id: ID },
			{ id: ` ${ID} ` },
		]);
		expect(items[1]?.json.answer).toContain('"alreadyPublished":true');
		expect(calls()).toHaveLength(1);
	});

	test('by "Retry On Fail" or a retried execution, for another item that failed', async () => {
		const run = options({ items: itemsOf(ID, '4711', '2002'), parameters: FROM_ITEM });
		const failed = await runNode({ ...run, node: TWO_TRIES });
		expect(failed.error?.message).toMatch(NOT_DONE);
		expect(failed.error?.description).toContain('Already published: item 0. Not attempted: item 2.');
		expect(failed.error?.context.done).toEqual([{ item: 0, id: ID }]);
		expect(calls()).toHaveLength(3);
		acceptAll();
		const { items } = await retryExecution(run, failed);
		expect(items.map(({ json }) => json.alreadyPublished ?? false)).toEqual([true, false, false]);
		expect(calls()).toHaveLength(5);
	});

	test('but what was refused is', async () => {
		refuse();
		const { items } = await runLoop(options({ node: { onError: 'continueErrorOutput' } }), gateNode(3));
		expect(items[0]?.json).toMatchObject({ id: ID, submissions: [{}, {}] });
		expect(calls()).toHaveLength(2);
	});

	test('and the same ID on another platform is another post', async () => {
		acceptAll();
		await publish({ platform: '={{ $json.id }}' }, { items: itemsOf('TWITTER', 'THREADS', 'twitter') });
		expect(calls()).toHaveLength(2);
	});

	test('two executions know nothing of each other', async () => {
		await publish();
		const { error } = await publish();
		expect(error?.message).toBe(`The post was not published: Post: Post ${ID} has already been submitted`);
		expect(calls()).toHaveLength(2);
	});
});
