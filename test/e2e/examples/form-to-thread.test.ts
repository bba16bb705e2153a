/** A form with a file: what it sends is uploaded and scheduled, and the person sees what became of it. */
import { createReadStream } from 'node:fs';
import FormData from 'form-data';
import { asObject, asText } from '../../../scripts/lib/json';
import { until } from '../../../scripts/lib/until';
import { postForm } from './multipart';
import { ENTERED, expectPostOfForm, FORM_ENDING } from '../support/form-post';
import { importExample, n8nUrl, whilePublished } from '../support/n8n';
import { PICTURE, VIDEO } from '../support/samples';
import { resetService, stateOfService } from '../support/service';

const FORM = `${n8nUrl}/form/schedule-a-post`;
/** Milliseconds for one answer of n8n. */
const ANSWER_MS = 10_000;

beforeEach(resetService);

/** The form as a program fills it: fields are numbered in the order in which the form shows them. */
function filledForm(file: string, date: string, text: string = ENTERED.text): FormData {
	const form = new FormData();
	form.append('field-0', text);
	form.append('field-1', createReadStream(file));
	form.append('field-2', date);
	form.append('field-3', ENTERED.time);
	return form;
}

/** Sends the form, waits as the form's own page does, and gives the text of the page that the person is led to then. */
async function send(form: FormData): Promise<string> {
	const { status, body } = await postForm(FORM, form);
	expect(status).toBe(200);
	const next = asText(asObject(JSON.parse(body)).formWaitingUrl);
	const asking = new URL(next);
	asking.pathname += '/n8n-execution-status';
	await until('the form has an ending', async () => {
		const words = await textAt(asking);
		return words === 'form-waiting' || words === 'success' ? words : undefined;
	});
	return await textAt(next);
}

async function textAt(address: string | URL): Promise<string> {
	const answer = await fetch(address, { signal: AbortSignal.timeout(ANSWER_MS) });
	return await answer.text();
}

test('a form posted as multipart becomes a scheduled post with its file', async () => {
	const workflowId = await importExample('form-to-thread.json');
	await whilePublished(workflowId, FORM, async () => {
		expect(await send(filledForm(PICTURE.path, ENTERED.day))).toContain(FORM_ENDING);
	});
	const state = await stateOfService();
	expectPostOfForm(state);
	const { uploadsCounted, requestsCounted } = state;
	expect({ uploadsCounted, requestsCounted }).toEqual({ uploadsCounted: 1, requestsCounted: 3 });
});

test('a line with three hyphens begins the next tweet, as a browser sends it, and the file is in the first', async () => {
	const workflowId = await importExample('form-to-thread.json');
	await whilePublished(workflowId, FORM, async () => {
		const text = 'Balloons over the mill\r\n---\r\nSee you there!';
		expect(await send(filledForm(VIDEO.path, ENTERED.day, text))).toContain(FORM_ENDING);
	});
	const { media, posts } = await stateOfService();
	expect(media).toEqual([expect.objectContaining(VIDEO.asMedia)]);
	expect(posts.map(({ submissions }) => submissions.map(({ text, mediaIds }) => ({ text, mediaIds })))).toEqual([
		[
			{ text: 'Balloons over the mill', mediaIds: [media[0]?.id] },
			{ text: 'See you there!', mediaIds: [] },
		],
	]);
});

test('the person sees why a post was not scheduled, and nothing was uploaded for it', async () => {
	const workflowId = await importExample('form-to-thread.json');
	await whilePublished(workflowId, FORM, async () => {
		const page = await send(filledForm(VIDEO.path, '2020-05-04'));
		expect(page).toContain('This was not scheduled');
		expect(page).toContain('has passed');
	});
	const { media, posts, uploadsCounted } = await stateOfService();
	expect({ media, posts, uploadsCounted }).toEqual({ media: [], posts: [], uploadsCounted: 0 });
});
