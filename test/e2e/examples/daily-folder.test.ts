/** One file of a folder each day, in the order of their names. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addFault, resetService, stateOfService } from '../support/service';
import { errorOf, filesFolder, importExample, itemsOf, run } from '../support/n8n';
import { PICTURE, VIDEO } from '../support/samples';

const FOLDER = join(filesFolder, 'daily');
const TRIGGER = 'Every Morning';

beforeEach(resetService);

test('the files go one after the other, one in each run, and a file that failed is taken again', async () => {
	mkdirSync(FOLDER);
	writeFileSync(join(FOLDER, 'readme.txt'), 'is no media');
	copyFileSync(VIDEO.path, join(FOLDER, '2035-05-05 take-off.MP4'));
	copyFileSync(PICTURE.path, join(FOLDER, '2035-05-04 balloons.png'));
	const workflowId = await importExample('daily-folder.json', { mediaFolder: FOLDER });
	const namesAfterRun = async (): Promise<string[]> => {
		expect(await run(workflowId, TRIGGER)).toMatchObject({ status: 'success' });
		return (await stateOfService()).media.map(({ name }) => name);
	};

	await addFault({
		on: 'scheduleTweet',
		fault: { kind: 'payload', success: false, errors: [{ field: 'postAt', code: 'TAKEN', message: 'is taken' }] },
	});
	const failed = await run(workflowId, TRIGGER);
	expect(errorOf(failed)).toMatchObject({
		node: 'Schedule for the Evening',
		message: expect.stringContaining('is taken'),
	});
	await resetService();

	expect(await namesAfterRun()).toEqual(['2035-05-04 balloons.png']);
	expect(await namesAfterRun()).toEqual(['2035-05-04 balloons.png', '2035-05-05 take-off.MP4']);

	const { media, posts, uploadsCounted } = await stateOfService();
	expect(media.map(({ sha256 }) => sha256)).toEqual([PICTURE.asMedia.sha256, VIDEO.asMedia.sha256]);
	expect(posts.map(({ submissions }) => submissions[0]?.mediaIds)).toEqual(media.map(({ id }) => [id]));
	// A post is recognized by its text: each file has its own.
	expect(posts.map(({ submissions }) => submissions[0]?.text)).toEqual(['2035-05-04 balloons', '2035-05-05 take-off']);
	expect(uploadsCounted).toBe(2);

	const third = await run(workflowId, TRIGGER);
	expect(third.status).toBe('success');
	expect(itemsOf(third, 'Not Posted Yet')).toEqual([]);
	expect((await stateOfService()).uploadsCounted).toBe(2);
});
