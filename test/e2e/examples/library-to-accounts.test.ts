/** What is in the library goes out, a file a day, in every account that can post. */
import { join } from 'node:path';
import { MEDIA } from '../../../scripts/lib/paths';
import { chain, manualTrigger, ourNode, readFiles, TRIGGER, uploadBinary } from '../../../scripts/lib/workflow-builder';
import { client, credential, importExample, itemsOf, run } from '../support/n8n';
import { PICTURE, VIDEO } from '../support/samples';
import { resetService, stateOfService } from '../support/service';

/** The accounts of X of the sandbox that are connected and switched on. */
const ACCOUNTS = [
	'my_brand',
	'my_brand_news',
	'failing_account',
	'half_account',
	'retry_account',
	'slow_account',
	'balloon_club',
];

beforeEach(resetService);

async function upload(file: string): Promise<void> {
	const upload = ourNode('Upload', uploadBinary(), credential);
	const nodes = [manualTrigger, readFiles(join(MEDIA, file)), upload];
	const execution = await run(await client.createWorkflow(chain(`Upload ${file}`, nodes)), TRIGGER);
	expect(execution.status).toBe('success');
}

test('the oldest file that is in no post yet, in each account; then the next one; then nothing', async () => {
	await upload(PICTURE.asMedia.name);
	await upload(VIDEO.asMedia.name);
	const workflowId = await importExample('library-to-accounts.json');
	for (const { name } of [PICTURE.asMedia, VIDEO.asMedia]) {
		const execution = await run(workflowId, 'Every Morning');
		expect(execution.status).toBe('success');
		expect(itemsOf(execution, 'Next File')).toEqual([expect.objectContaining({ name })]);
		expect(itemsOf(execution, 'Schedule Post').map(({ username }) => username)).toEqual(ACCOUNTS);
	}
	const { media, posts } = await stateOfService();
	expect(posts.map(({ submissions }) => submissions.map(({ text, mediaIds }) => ({ text, mediaIds })))).toEqual(
		[PICTURE.asMedia, VIDEO.asMedia].flatMap(({ name }, index) =>
			ACCOUNTS.map(() => [{ text: name, mediaIds: [media[index]?.id] }]),
		),
	);

	expect((await run(workflowId, 'Every Morning')).status).toBe('success');
	expect((await stateOfService()).posts).toHaveLength(posts.length);
});
