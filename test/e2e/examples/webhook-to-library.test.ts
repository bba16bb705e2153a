/** A webhook that takes files and answers with the media. */
import FormData from 'form-data';
import { asList, asObject } from '../../../scripts/lib/json';
import type { CredentialReference } from '../../../scripts/lib/workflows';
import { postForm, type Answer } from './multipart';
import { client, importExample, n8nUrl, whilePublished } from '../support/n8n';
import { PICTURE, VIDEO, type Sample } from '../support/samples';
import { resetService, stateOfService } from '../support/service';

const WEBHOOK = `${n8nUrl}/webhook/library`;
/** Milliseconds for one answer of n8n. */
const ANSWER_MS = 10_000;
const HEADER = { name: 'X-Upload-Key', value: 'only-for-these-tests' };

let httpHeaderAuth: CredentialReference;

beforeAll(async () => {
	httpHeaderAuth = await client.saveCredential({ name: 'Upload key', type: 'httpHeaderAuth', data: { ...HEADER } });
});
beforeEach(resetService);

function appendSample(form: FormData, field: string, { bytes, asMedia }: Sample): void {
	form.append(field, bytes, { filename: asMedia.name, contentType: asMedia.mimeType });
}

/** Posts to the webhook of the example, while it is published. */
async function post(form: FormData, key = HEADER.value): Promise<Answer> {
	const workflowId = await importExample('webhook-to-library.json', { otherCredentials: { httpHeaderAuth } });
	return await whilePublished(workflowId, WEBHOOK, () => postForm(WEBHOOK, form, { [HEADER.name]: key }));
}

test('two files come back as media', async () => {
	const form = new FormData();
	appendSample(form, 'picture', PICTURE);
	appendSample(form, 'video', VIDEO);
	const { status, body } = await post(form);
	const { media, uploadsCounted, requestsCounted } = await stateOfService();
	const library = media.map(({ id, name, url, mimeType, size }) => ({ id, name, url, mimeType, size }));
	expect(status).toBe(200);
	const answer = asObject(JSON.parse(body));
	expect(answer.errors).toEqual([]);
	expect(asList(answer.media)).toHaveLength(2);
	expect(asList(answer.media)).toEqual(expect.arrayContaining(library));
	expect(media.map(({ name, sha256 }) => [name, sha256])).toEqual(
		expect.arrayContaining([PICTURE, VIDEO].map(({ asMedia }) => [asMedia.name, asMedia.sha256])),
	);
	expect({ uploadsCounted, requestsCounted }).toEqual({ uploadsCounted: 2, requestsCounted: 4 });
});

test('a file that the service does not take is told by name and reason, and the other one is uploaded', async () => {
	const form = new FormData();
	appendSample(form, 'picture', PICTURE);
	form.append('notes', 'no picture at all', { filename: 'notes.txt', contentType: 'text/plain' });
	const { status, body } = await post(form);
	expect(status).toBe(422);
	expect(JSON.parse(body)).toEqual({
		media: [expect.objectContaining({ name: PICTURE.asMedia.name })],
		errors: [{ file: 'notes.txt', error: expect.stringContaining('which the service does not take') }],
	});
	const { media, uploadsCounted } = await stateOfService();
	expect(media).toEqual([expect.objectContaining(PICTURE.asMedia)]);
	expect(uploadsCounted).toBe(1);
});

/** A form field is not a file: curl sends one where the `@` before the name is forgotten. */
function formWithoutFile(): FormData {
	const form = new FormData();
	form.append('file', PICTURE.asMedia.name);
	return form;
}

async function postOther(body?: string): Promise<Answer> {
	const headers = { [HEADER.name]: HEADER.value, ...(body !== undefined && { 'content-type': 'application/json' }) };
	const answer = await fetch(WEBHOOK, { method: 'POST', headers, body, signal: AbortSignal.timeout(ANSWER_MS) });
	return { status: answer.status, body: await answer.text() };
}

test('a request without a file is told so', async () => {
	const workflowId = await importExample('webhook-to-library.json', { otherCredentials: { httpHeaderAuth } });
	const answers = await whilePublished(workflowId, WEBHOOK, async () => [
		await postForm(WEBHOOK, formWithoutFile(), { [HEADER.name]: HEADER.value }),
		await postOther(JSON.stringify({ file: PICTURE.asMedia.name })),
		await postOther(),
	]);
	for (const { status, body } of answers) {
		expect(status).toBe(422);
		expect(JSON.parse(body)).toEqual({ media: [], errors: [{ file: null, error: 'The request has no file.' }] });
	}
	expect((await stateOfService()).requestsCounted).toBe(0);
});

test('who has no key is not let in', async () => {
	const form = new FormData();
	appendSample(form, 'picture', PICTURE);
	expect((await post(form, 'guessed')).status).toBe(403);
	expect((await stateOfService()).requestsCounted).toBe(0);
});
