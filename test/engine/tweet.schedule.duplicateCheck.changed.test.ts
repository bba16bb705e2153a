/** A post that the same execution has changed since its list was read is looked up anew. */
import type { INode } from 'n8n-workflow';
import { type ChainNode, runChain, runNode } from '../harness/engine';
import { POST_AT, postParameters, scheduleParameters } from '../harness/posts';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
useShortWaits();

const ALWAYS = { options: { duplicateCheck: 'always' } };
const schedule = (name: string, text: string): ChainNode => ({
	name,
	parameters: { ...scheduleParameters(text), ...ALWAYS },
});
const graphQl = (query: string): INode['parameters'] => ({ resource: 'api', operation: 'execute', query });

test.each<[string, INode['parameters']]>([
	['published', postParameters('publishNow', '2001')],
	['moved', postParameters('reschedule', '2001', { postAt: '2035-06-01T12:00:00Z' })],
	['deleted', postParameters('delete', '2001')],
	[
		'changed by a mutation',
		graphQl('mutation { submitPlatformPost(platform: TWITTER, postId: "2001") { success errors { message } } }'),
	],
])('a post that was %s: with its text and its time before, another one is scheduled', async (_, parameters) => {
	const { credential } = service();
	await runNode({ parameters: scheduleParameters('y'), credential });
	const { items, error } = await runChain(credential, [
		schedule('First', 'x'),
		{ name: 'Change', parameters },
		schedule('Last', 'y'),
	]);
	expect(error).toBeUndefined();
	expect(items[0]?.json).not.toHaveProperty('alreadyScheduled');
	const due = service()
		.sandbox.state()
		.posts.filter(({ postAt, dateDeleted }) => Date.parse(postAt) === Date.parse(POST_AT) && dateDeleted === null);
	expect(due.map(({ submissions }) => submissions[0]?.text).sort()).toContain('y');
});
