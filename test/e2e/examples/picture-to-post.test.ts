/** The first example, which the demo runs. */
import { join } from 'node:path';
import { expectedFiles, faultsOfResult } from '../../../scripts/demo/check';
import { MEDIA } from '../../../scripts/lib/paths';
import { importExample, itemsOf, run } from '../support/n8n';
import { resetService, stateOfService } from '../support/service';

beforeEach(resetService);

test('a picture of a folder becomes a post', async () => {
	const workflowId = await importExample('picture-to-post.json', { mediaFolder: MEDIA });
	const execution = await run(workflowId, 'When You Click Execute');
	expect(execution.status).toBe('success');
	const state = await stateOfService();
	expect(faultsOfResult(state, expectedFiles([join(MEDIA, 'balloons.png')]))).toEqual([]);
	expect(itemsOf(execution, 'Schedule Post')).toEqual([
		expect.objectContaining({ success: true, username: 'balloon_club', post: { id: state.posts[0]?.id } }),
	]);
});
