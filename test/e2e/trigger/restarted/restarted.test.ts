/** n8n was stopped, posts became due meanwhile, and n8n was started with the same database, while the service still failed. */
import { until } from '../../../../scripts/lib/until';
import { client } from '../../support/n8n';
import { stateOfService } from '../../support/service';
import { eachPollSentOneRequest, pollsSoFar, requestsSoFar } from '../support/polls';
import { eventsOf, NAME, POLL_WITHIN_MS } from '../support/workflow';

jest.setTimeout(4 * POLL_WITHIN_MS);

test('what happened while n8n was off comes once, and nothing comes again', async () => {
	const [workflowId = ''] = await client.workflowIds(NAME);
	const { posts } = await stateOfService();
	// Those before were there before the workflow was published.
	const after = posts.slice(3);
	const wanted = after.map(({ id, submissions: [part] }) =>
		part?.state === 'FAILED' ? `postFailed ${id}` : `postSubmitted ${id}`,
	);
	expect(wanted).toHaveLength(5);
	wanted.push('accountDisconnected 501', 'accountDisconnected 502');
	const sawAll = async (): Promise<boolean> => (await eventsOf(workflowId)).length >= wanted.length;
	await until('the events of the time in which n8n was off', sawAll, POLL_WITHIN_MS);

	const requests = await requestsSoFar();
	const polls = pollsSoFar();
	// Both triggers were polled at least once more.
	await until('three more polls', () => pollsSoFar() >= polls + 3, 2 * POLL_WITHIN_MS);
	await eachPollSentOneRequest(requests, polls);
	expect(await eventsOf(workflowId)).toEqual(wanted.sort());
});
