/** The form of the examples, filled in by a person: n8n serves it to the browser. */
import { importExample, n8nUrl, whilePublished } from '../support/n8n';
import { PICTURE } from '../support/samples';
import { resetService, stateOfService } from '../support/service';
import { testInEditor } from './support/page';

const FORM = `${n8nUrl}/form/schedule-a-post`;

beforeEach(resetService);

testInEditor('a form with text, file, day and time becomes a scheduled post, and says so', async (page) => {
	await whilePublished(await importExample('form-to-thread.json'), FORM, async () => {
		await page.goto(FORM);
		await page.getByLabel('Text').fill('Balloons over the mill');
		await page.getByLabel('Picture or video').setInputFiles(PICTURE.path);
		await page.getByLabel('Date').fill('2035-05-04');
		await page.getByLabel('Time').selectOption('18:00');
		await page.getByRole('button', { name: 'Schedule' }).click();
		await page.getByText('It will be posted as @balloon_club on 4 May 2035, 18:00').waitFor();
	});
	const { media, posts } = await stateOfService();
	expect(media).toEqual([expect.objectContaining(PICTURE.asMedia)]);
	expect(posts).toEqual([
		expect.objectContaining({
			username: 'balloon_club',
			postAt: new Date('2035-05-04T18:00:00').toISOString(),
			submissions: [expect.objectContaining({ text: 'Balloons over the mill', mediaIds: [media[0]?.id] })],
		}),
	]);
});
