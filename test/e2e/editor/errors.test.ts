/** Errors as a person reads them, and what becomes of failed items where the node is set to continue. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFiles, scheduleTweet, uploadBinary } from '../../../scripts/lib/workflow-builder';
import { CREDENTIAL_TYPE } from '../../../scripts/lib/workflows';
import { client, filesFolder } from '../support/n8n';
import { PICTURE } from '../support/samples';
import { addFault, leaveBudget, resetService, sandboxUrl, stateOfService } from '../support/service';
import { closePanel, setOnError } from './support/form';
import { errorShown, executeStep, itemsShown, openOutput, readDetails } from './support/output';
import { byTestId, testInEditor } from './support/page';
import { NODE, nodeOnCanvas, openMade } from './support/workflow';

const GET_PROFILE = { resource: 'profile', operation: 'get' };
/** A file of a type that the service does not take. */
const NOTES = join(filesFolder, 'notes.txt');

beforeAll(() => {
	writeFileSync(NOTES, 'no picture at all');
	writeFileSync(join(filesFolder, PICTURE.asMedia.name), PICTURE.bytes);
});
beforeEach(resetService);

testInEditor('a key that was not accepted', async (page) => {
	const name = 'A guessed key';
	const data = { apiKey: 'guessed', baseUrl: sandboxUrl };
	const credential = await client.saveCredential({ name, type: CREDENTIAL_TYPE, data });
	await openMade(page, { parameters: GET_PROFILE, credential });
	await executeStep(page);
	expect(await errorShown(page)).toEqual({
		message: 'The profile was not read: the API key was not accepted',
		description: expect.stringMatching(
			/^The service says: .+\. Check the API key in the credential: it may be mistyped/,
		),
	});
	expect(await readDetails(page)).toMatch(/Error code\s+401/);
});

testInEditor('an upload limit that is used up', async (page) => {
	await leaveBudget('uploads', 0);
	await openMade(page, { parameters: uploadBinary(), before: [readFiles(PICTURE.path)] });
	await executeStep(page);
	expect(await errorShown(page)).toEqual({
		message: 'The upload was not started: the upload limit of the account is used up',
		description: expect.stringMatching(/^The service says: Media upload rate limit exceeded\. .* Wait up to an hour/),
	});
	expect((await stateOfService()).media).toEqual([]);
});

testInEditor('a file of a type that is not taken', async (page) => {
	await openMade(page, { parameters: uploadBinary(), before: [readFiles(NOTES)] });
	await executeStep(page);
	const { message, description } = await errorShown(page);
	expect(message).toContain('which the service does not take');
	expect(description).toContain('PNG');
	expect((await stateOfService()).log).toEqual([]);
});

testInEditor('a post that may have been scheduled', async (page) => {
	await addFault({ on: 'scheduleTweet', fault: { kind: 'reset', when: 'after' } });
	const options = { duplicateCheck: 'never' };
	await openMade(page, { parameters: { ...scheduleTweet([{ text: 'The season begins.' }]), options } });
	await executeStep(page);
	expect(await errorShown(page)).toEqual({
		message: 'The thread may have been scheduled: the connection was lost before a response arrived',
		description: expect.stringMatching(
			/^Wait some minutes, and check the scheduled posts in the service before you run this again/,
		),
	});
	expect((await stateOfService()).posts).toHaveLength(1);
});

/** The item that a failed upload gives where the node is set to continue. */
const FAILED_ITEM: unknown = {
	error: expect.stringContaining('which the service does not take'),
	details: expect.objectContaining({ reason: 'invalidInput', description: expect.stringContaining('PNG') }),
};

testInEditor('set to continue, a failed item is among the others', async (page) => {
	await openMade(page, { parameters: uploadBinary(), before: [readFiles(join(filesFolder, '*.{txt,png}'))] });
	await setOnError(page, 'Continue');
	await executeStep(page);
	const shown = await itemsShown(page);
	expect(shown).toHaveLength(2);
	expect(shown).toEqual(expect.arrayContaining([FAILED_ITEM, expect.objectContaining({ name: PICTURE.asMedia.name })]));
	expect((await stateOfService()).media).toEqual([expect.objectContaining(PICTURE.asMedia)]);
	await closePanel(page);
	await byTestId(nodeOnCanvas(page, NODE), 'canvas-node-status-continue-on-error').waitFor();
});

testInEditor('set to use the error output, a failed item comes out there with its own fields', async (page) => {
	await openMade(page, { parameters: uploadBinary(), before: [readFiles(NOTES)] });
	await setOnError(page, 'Continue (using error output)');
	await executeStep(page);
	await openOutput(page, 'Error');
	expect(await itemsShown(page)).toEqual([expect.objectContaining({ fileName: 'notes.txt', ...Object(FAILED_ITEM) })]);
	await closePanel(page);
	const outputs = byTestId(nodeOnCanvas(page, NODE), 'canvas-node-output-handle');
	// n8n counts items on the canvas a moment after the run.
	await outputs.getByText('1 item').waitFor();
	expect((await outputs.allInnerTexts()).map((output) => output.split('\n'))).toEqual([
		['Success'],
		['Error', '1 item'],
	]);
});
