/** A workflow is published, and n8n polls its triggers: what each poll gives, and what it costs. */
import { until } from '../../../../scripts/lib/until';
import { CREDENTIAL_TYPE } from '../../../../scripts/lib/workflows';
import { client, credential, itemsOf, run } from '../../support/n8n';
import { addFault, resetService, sandboxUrl } from '../../support/service';
import { eachPollSentOneRequest, pollsSoFar, requestsSoFar } from '../support/polls';
import { letPass, schedule, service } from '../support/posts';
import { eventsOf, inShort, NAME, POLL_WITHIN_MS, POSTS, saveWatcher } from '../support/workflow';

/** The tests go on with the same workflow, and wait for polls. */
jest.setTimeout(4 * POLL_WITHIN_MS);

/** Milliseconds until n8n has started the triggers of a workflow; where they fail, it tries for a quarter of a minute. */
const PUBLISHED_WITHIN_MS = 90_000;

let workflowId: string;
const given: string[] = [];

/** Waits until the workflow was started by all of these events, besides those before, and by no others. */
async function untilGiven(...events: string[]): Promise<void> {
	given.push(...events);
	const sawAll = async (): Promise<boolean> => (await eventsOf(workflowId)).length >= given.length;
	await until(`an execution with ${events.join(' and ')}`, sawAll, POLL_WITHIN_MS);
	expect(await eventsOf(workflowId)).toEqual([...given].sort());
}

beforeAll(async () => {
	await resetService();
	await schedule('my_brand');
	await schedule('failing_account');
	await letPass();
	workflowId = await saveWatcher(NAME, credential);
});

test('a test by hand shows an example', async () => {
	const id = await schedule('failing_account');
	await letPass();
	const execution = await run(await saveWatcher('By hand', credential), POSTS);
	expect(execution.status).toBe('success');
	expect(itemsOf(execution, POSTS).map(inShort)).toEqual([`postFailed ${id}`]);
});

test('a key that is not accepted: no trigger is started, and n8n tells why', async () => {
	const wrong = await client.saveCredential({
		name: 'Wrong key',
		type: CREDENTIAL_TYPE,
		data: { apiKey: 'wrong', baseUrl: sandboxUrl },
	});
	const messages = await client.publishTriggers(await saveWatcher('Wrong key', wrong), PUBLISHED_WITHIN_MS);
	expect(messages.sort()).toEqual([
		expect.stringContaining('The accounts were not read: the API key was not accepted'),
		expect.stringContaining('The posts were not read: the API key was not accepted'),
	]);
});

test('each event comes once, nothing from before comes at all, and each poll is one request', async () => {
	const requests = await requestsSoFar();
	const polls = pollsSoFar();
	expect(await client.publishTriggers(workflowId, PUBLISHED_WITHIN_MS)).toEqual([]);
	const submitted = await schedule('my_brand');
	const failed = await schedule('failing_account');
	await letPass();
	await service.setConnected('501', false);
	await untilGiven(`postSubmitted ${submitted}`, `postFailed ${failed}`, 'accountDisconnected 501');
	await eachPollSentOneRequest(requests, polls);
});

test('a poll that fails is shown as an execution, and the next one gives what happened meanwhile', async () => {
	await addFault({ on: 'twitterSubmissions', fault: { kind: 'status', status: 500 } });
	const id = await schedule('my_brand');
	await letPass();
	const failures = async (): Promise<string[] | false> => {
		const ids = await client.failedExecutions(workflowId);
		return ids.length > 0 && ids;
	};
	const [failure = ''] = await until('an execution that failed', failures, POLL_WITHIN_MS);
	const { result } = await client.waitFor(failure, POLL_WITHIN_MS);
	expect(result.error).toMatchObject({ message: 'The posts were not read: the service returned HTTP 500' });
	await untilGiven(`postSubmitted ${id}`);
	expect(await client.failedExecutions(workflowId)).toEqual([failure]);
});

test('what becomes due while n8n is off is left for the next start', async () => {
	await schedule('my_brand');
	await schedule('failing_account');
	expect(await eventsOf(workflowId)).toEqual([...given].sort());
});
