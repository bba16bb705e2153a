/** A post is scheduled, and looked at until something has become of it; then the workflow goes one way or the other. */
import { until } from '../../../scripts/lib/until';
import { client, importExample, itemsOf } from '../support/n8n';
import { advanceService, resetService, stateOfService } from '../support/service';

/** Milliseconds: the post is due by then. */
const LATER_MS = 60 * 60_000;
/** Milliseconds in which the workflow must have scheduled its post, and must have ended. */
const SCHEDULED_WITHIN_MS = 30_000;
const ENDED_WITHIN_MS = 90_000;

beforeEach(resetService);

/** Runs the example with an account, and lets the time of its post come while it waits. */
async function runFor(account: string) {
	const workflowId = await importExample('is-it-out.json', {
		replace: { balloon_club: account, '"unit": "minutes"': '"unit": "seconds"' },
	});
	const executionId = await client.run(workflowId, 'When You Click Execute');
	await until('the post is scheduled', async () => (await stateOfService()).posts.length === 1, SCHEDULED_WITHIN_MS);
	await advanceService(LATER_MS);
	const execution = await client.waitFor(executionId, ENDED_WITHIN_MS);
	expect(execution.status).toBe('success');
	return { out: itemsOf(execution, 'It Is Out'), notOut: itemsOf(execution, 'It Is Not Out') };
}

test('a post that is out, with its address', async () => {
	const { out, notOut } = await runFor('my_brand');
	const [post] = (await stateOfService()).posts;
	expect(out).toEqual([{ message: `Posted: ${post?.submissions[0]?.resultUrl}` }]);
	expect(notOut).toEqual([]);
});

test('a post that was refused, with the words of the platform', async () => {
	const { out, notOut } = await runFor('failing_account');
	expect(out).toEqual([]);
	expect(notOut).toEqual([{ message: expect.stringMatching(/^Not posted: The platform refused the post: /) }]);
});

test('a thread that is out in part is not out', async () => {
	const { out, notOut } = await runFor('half_account');
	expect(out).toEqual([]);
	expect(notOut).toEqual([{ message: expect.stringContaining('refused the others') }]);
});
