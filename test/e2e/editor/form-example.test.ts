/** The form of the examples, filled in by a person: n8n serves it to the browser. */
import { ENTERED, expectPostOfForm, FORM_ENDING } from '../support/form-post';
import { importExample, n8nUrl, whilePublished } from '../support/n8n';
import { PICTURE } from '../support/samples';
import { resetService, stateOfService } from '../support/service';
import { testInEditor } from './support/page';

const FORM = `${n8nUrl}/form/schedule-a-post`;

beforeEach(resetService);

testInEditor('a form with text, file, day and time becomes a scheduled post, and says so', async (page) => {
	await whilePublished(await importExample('form-to-thread.json'), FORM, async () => {
		await page.goto(FORM);
		await page.getByLabel('Text').fill(ENTERED.text);
		await page.getByLabel('Picture or video').setInputFiles(PICTURE.path);
		await page.getByLabel('Date').fill(ENTERED.day);
		await page.getByLabel('Time').selectOption(ENTERED.time);
		await page.getByRole('button', { name: 'Schedule' }).click();
		await page.getByText(`It will be posted as ${FORM_ENDING}`).waitFor();
	});
	expectPostOfForm(await stateOfService());
});
