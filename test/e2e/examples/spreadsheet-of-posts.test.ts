/** Many posts from a file: good rows are scheduled, bad ones are told in a report. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxState } from '../../../sandbox/server';
import { EXAMPLES, MEDIA } from '../../../scripts/lib/paths';
import { filesFolder, importExample, itemsOf, run } from '../support/n8n';
import { resetService, stateOfService } from '../support/service';

const BAD_ROWS = `balloon_club,2020-05-04T07:30:00,Too late,balloons.png
balloon_club,2035-05-07T07:30:00,With a file that is not there,lost.png
balloon_club,next Friday,When is that?,balloons.png
`;
/** A row that is scheduled, and looks as if it were read in the wrong encoding. */
const ODD_ROW = 'balloon_club,2035-05-09T07:30:00,Gr\uFFFD\uFFFDe,\n';
/** The same rows, corrected. */
const CORRECTED_ROWS = `balloon_club,2035-05-07T07:30:00,Too late,balloons.png
balloon_club,2035-05-07T07:30:00,With a file that is not there,balloons.png
balloon_club,2035-05-08T07:30:00,When is that?,balloons.png
`;
const TRIGGER = 'When You Click Execute';

beforeEach(resetService);

/** Writes the file that the example reads: the shipped one, with more rows. */
function writeRows(more: string): void {
	writeFileSync(join(filesFolder, 'posts.csv'), readFileSync(join(EXAMPLES, 'posts.csv'), 'utf8') + more);
}

/** How many posts were sent to the service. */
const postsSent = ({ log }: SandboxState): number => log.filter(({ kind }) => kind === 'scheduleTweet').length;

test('rows of the shipped file are scheduled, bad rows are told with their reason, and corrected in a second run', async () => {
	const library = await importExample('picture-to-post.json', { mediaFolder: MEDIA });
	expect((await run(library, TRIGGER)).status).toBe('success');
	const before = await stateOfService();

	writeRows(BAD_ROWS + ODD_ROW);
	const workflowId = await importExample('spreadsheet-of-posts.json');
	const execution = await run(workflowId, TRIGGER);
	expect(execution.status).toBe('success');
	expect(itemsOf(execution, 'Report')).toEqual([
		{
			scheduled: 4,
			times: expect.arrayContaining([expect.stringMatching(/^@balloon_club: Friday, 4 May 2035/)]),
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
			warnings: [
				{
					account: 'balloon_club',
					post_at: expect.stringMatching(/^2035-05-09T/),
					warnings: [expect.stringContaining('Check the encoding')],
				},
			],
		},
	]);

	const after = await stateOfService();
	const scheduled = after.posts.slice(before.posts.length);
	expect(scheduled.map(({ postAt }) => postAt)).toEqual([
		new Date('2035-05-04T07:30:00').toISOString(),
		'2035-05-05T04:00:00.000Z',
		new Date('2035-05-06T18:00:00').toISOString(),
		new Date('2035-05-09T07:30:00').toISOString(),
	]);
	// The last two rows have no file.
	expect(scheduled.map(({ submissions }) => submissions[0]?.mediaIds.length)).toEqual([1, 1, 0, 0]);
	// Only the row with the missing file reached the service: the others are refused before anything is sent.
	expect(postsSent(after) - postsSent(before)).toBe(5);

	writeRows(CORRECTED_ROWS);
	const second = await run(workflowId, TRIGGER);
	expect(second.status).toBe('success');
	expect(itemsOf(second, 'Report')).toEqual([
		{ scheduled: 6, times: expect.any(Array), failed: 0, failures: [], warnings: [] },
	]);
	const corrected = await stateOfService();
	expect(corrected.posts).toHaveLength(after.posts.length + 3);
	expect(postsSent(corrected) - postsSent(after)).toBe(3);
});

test('with a credential that n8n does not have, each row is told as failed', async () => {
	writeRows('');
	const workflowId = await importExample('spreadsheet-of-posts.json', { credential: { id: 'gone', name: 'Gone' } });
	const execution = await run(workflowId, TRIGGER);
	expect(itemsOf(execution, 'Report')).toEqual([
		expect.objectContaining({
			scheduled: 0,
			failed: 3,
			failures: Array.from({ length: 3 }, (): unknown =>
				expect.objectContaining({ error: expect.stringMatching(/^Credential cannot be read: .*"gone"/) }),
			),
		}),
	]);
});
