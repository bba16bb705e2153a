/** A thread with the files of two nodes. */
import { join } from 'node:path';
import { expectedFiles, faultsOfResult } from '../../../scripts/demo/check';
import { MEDIA } from '../../../scripts/lib/paths';
import { importExample, run } from '../support/n8n';
import { resetService, stateOfService } from '../support/service';

beforeEach(resetService);

test('a picture and a video of a folder become a thread', async () => {
	const workflowId = await importExample('picture-and-video-thread.json', { mediaFolder: MEDIA });
	const { status } = await run(workflowId, 'When you click Execute');
	expect(status).toBe('success');
	const files = expectedFiles(['balloons.png', 'take-off.mp4'].map((name) => join(MEDIA, name)));
	expect(faultsOfResult(await stateOfService(), files)).toEqual([]);
});
