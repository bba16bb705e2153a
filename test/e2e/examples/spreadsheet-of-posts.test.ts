/** Many posts from a file: good rows are scheduled, bad ones are told in a report. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLES, MEDIA } from '../../../scripts/lib/paths';
import { filesFolder, importExample, itemsOf, run } from '../support/n8n';
import { resetService, stateOfService } from '../support/service';

const BAD_ROWS = `balloon_club,2020-05-04T07:30:00,Too late,balloons.png
balloon_club,2035-05-07T07:30:00,With a file that is not there,lost.png
balloon_club,next Friday,When is that?,balloons.png
`;

beforeEach(resetService);

test('rows of the shipped file are scheduled, and bad rows are told with their reason', async () => {
	const library = await importExample('picture-to-post.json', { mediaFolder: MEDIA });
	expect((await run(library, 'When You Click Execute')).status).toBe('success');
	const before = await stateOfService();

	writeFileSync(join(filesFolder, 'posts.csv'), readFileSync(join(EXAMPLES, 'posts.csv'), 'utf8') + BAD_ROWS);
	const workflowId = await importExample('spreadsheet-of-posts.json');
	const execution = await run(workflowId, 'When You Click Execute');
	expect(execution.status).toBe('success');
	expect(itemsOf(execution, 'Report')).toEqual([
		{
			scheduled: 3,
			failed: 3,
			failures: [
				expect.objectContaining({ text: 'Too late', error: expect.stringContaining('has passed') }),
				expect.objectContaining({
					text: 'With a file that is not there',
					error: expect.stringContaining('lost.png'),
					advice: expect.stringContaining('library'),
				}),
				expect.objectContaining({ post_at: 'next Friday', error: expect.stringContaining('"next Friday"') }),
			],
		},
	]);

	const { posts, requestsCounted } = await stateOfService();
	const scheduled = posts.slice(before.posts.length);
	expect(scheduled.map(({ postAt }) => postAt)).toEqual([
		new Date('2035-05-04T07:30:00').toISOString(),
		'2035-05-05T04:00:00.000Z',
		new Date('2035-05-06T18:00:00').toISOString(),
	]);
	// The last row has no file.
	expect(scheduled.map(({ submissions }) => submissions[0]?.mediaIds.length)).toEqual([1, 1, 0]);
	// Only the row with the missing file reached the service: the others are refused before anything is sent.
	expect(requestsCounted - before.requestsCounted).toBe(4);
});
