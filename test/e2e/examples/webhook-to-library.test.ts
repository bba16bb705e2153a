/** A webhook that takes files and answers with the media. */
import FormData from 'form-data';
import { asList, asObject } from '../../../scripts/lib/json';
import type { CredentialReference } from '../../../scripts/lib/workflows';
import { postForm, type Answer } from './multipart';
import { client, importExample, n8nUrl, whilePublished } from '../support/n8n';
import { PICTURE, VIDEO, type Sample } from '../support/samples';
import { resetService, stateOfService } from '../support/service';

const WEBHOOK = `${n8nUrl}/webhook/library`;
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

test('who has no key is not let in', async () => {
	const form = new FormData();
	appendSample(form, 'picture', PICTURE);
	expect((await post(form, 'guessed')).status).toBe(403);
	expect((await stateOfService()).requestsCounted).toBe(0);
});
