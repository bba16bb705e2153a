/** Lists from which a person chooses several: labels and tags. */
import { PICTURE } from '../support/samples';
import { addFault, resetService, stateOfService } from '../support/service';
import { readFiles } from '../../../scripts/lib/workflow-builder';
import { addField, chooseMode, chooseOperation, chooseSeveral, express, problemOfList, type } from './support/form';
import { executeStep } from './support/output';
import { testInEditor } from './support/page';
import { openMade } from './support/workflow';

beforeEach(resetService);

const labelsOfUpload = async () => (await stateOfService()).media.map(({ labelIds }) => labelIds);

testInEditor('a list of labels: several are chosen by their names', async (page) => {
	await openMade(page, { before: [readFiles(PICTURE.path)] });
	await chooseOperation(page, 'Media', 'Upload Binary');
	await addField(page, 'Add Field', 'Media Label Names or IDs');
	await chooseSeveral(page, 'mediaLabelIds', ['Launch', 'Archive']);
	await executeStep(page);
	expect(await labelsOfUpload()).toEqual([['12', '19']]);
});

testInEditor('a list of labels that cannot be read says why, and IDs can be entered all the same', async (page) => {
	const message = 'Cannot query field "mediaLabels" on type "APIQuery".';
	await addFault({ on: 'mediaLabels', times: 'always', fault: { kind: 'body', json: { errors: [{ message }] } } });
	await openMade(page, { before: [readFiles(PICTURE.path)] });
	await chooseOperation(page, 'Media', 'Upload Binary');
	await addField(page, 'Add Field', 'Media Label Names or IDs');
	expect(await problemOfList(page, 'mediaLabelIds')).toContain(
		'The media labels were not read: the service does not offer this',
	);
	await express(page, 'mediaLabelIds', '12, 15');
	await executeStep(page);
	expect(await labelsOfUpload()).toEqual([['12', '15']]);
});

testInEditor('a list of post tags, among the options of a post', async (page) => {
	await openMade(page, {});
	await chooseOperation(page, 'Tweet', 'Schedule');
	await chooseMode(page, 'username', 'name');
	await type(page, 'username', 'my_brand');
	await express(page, 'postAt', '2035-05-04T07:30:00+05:00');
	await type(page, 'text', 'With tags');
	await addField(page, 'Add Option', 'Post Tag Names or IDs');
	await chooseSeveral(page, 'postTagIds', ['Community', 'Product news']);
	await executeStep(page);
	expect((await stateOfService()).posts.map(({ postTagIds }) => postTagIds)).toEqual([['31', '32']]);
});

/** A workflow whose labels are a text, as a program or an older version may have written them. */
const WITH_TEXT = { resource: 'media', operation: 'uploadBinary', additionalFields: { mediaLabelIds: '12, 15' } };

testInEditor('a list of labels that was saved as a text is sent, although n8n does not show it', async (page) => {
	await openMade(page, { before: [readFiles(PICTURE.path)], parameters: WITH_TEXT });
	await executeStep(page);
	expect(await labelsOfUpload()).toEqual([['12', '15']]);
});
