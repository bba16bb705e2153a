import type { INode } from 'n8n-workflow';
import { textField } from '../../nodes/SocialPostScheduling/utils/json';
import { storeBinary, useBinaryMode } from '../harness/binary';
import { runNode } from '../harness/engine';
import { exampleFile, useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
useShortWaits();
beforeAll(async () => await useBinaryMode('filesystem'));

/** An upload whose file is with the service, and whose completion failed. Gives its error. */
async function sendOnly() {
	const { sandbox, credential } = service();
	sandbox.control.addFault({ on: 'completeMediaUpload', fault: { kind: 'status', status: 500 } });
	const binary = { data: await storeBinary(exampleFile('balloons.png'), 'balloons.png', 'image/png') };
	const { error } = await runNode({
		parameters: { resource: 'media', operation: 'uploadBinary' },
		items: [{ json: {}, binary }],
		credential,
	});
	return error;
}

const complete = async (parameters: INode['parameters']) =>
	await runNode({
		parameters: { resource: 'media', operation: 'completeUpload', ...parameters },
		credential: service().credential,
	});

test('an upload that was not completed goes on with the token of its error', async () => {
	const error = await sendOnly();
	const uploadToken = textField(error?.context, 'uploadToken') ?? 'no token';
	expect(error?.description).toContain(
		`"Complete Upload" can go on with the upload token ${uploadToken}, valid until `,
	);

	const { sandbox } = service();
	sandbox.control.addFault({ on: 'completeMediaUpload', fault: { kind: 'status', status: 504 } });
	const { items } = await complete({ uploadToken, name: 'Balloons', additionalFields: { mediaLabelIds: '4' } });
	expect(items).toEqual([
		{ json: expect.objectContaining({ name: 'Balloons', mimeType: 'image/png' }), pairedItem: { item: 0 } },
	]);
	expect(sandbox.state()).toMatchObject({ uploadsCounted: 1, media: [{ labelIds: ['4'] }] });
});

test('an upload that an earlier try has completed keeps its name, and a warning says so', async () => {
	const { sandbox } = service();
	const uploadToken = textField((await sendOnly())?.context, 'uploadToken') ?? 'no token';
	await complete({ uploadToken, name: 'Balloons' });
	const { items } = await complete({ uploadToken, name: 'Take-off' });
	expect(items[0]?.json).toMatchObject({
		name: 'Balloons',
		warnings: [expect.stringMatching(/^The name of the file in the content library is "Balloons"\. If an earlier try/)],
	});
	const same = await complete({ uploadToken, name: 'Balloons' });
	expect(same.items[0]?.json.warnings).toBeUndefined();
	expect(sandbox.state().media).toHaveLength(1);
});

test('that something else has expired is said in the words of the service: when the session ends is not known here', async () => {
	const errors = [{ field: null, code: null, message: 'The subscription has expired' }];
	service().sandbox.control.addFault({
		on: 'completeMediaUpload',
		fault: { kind: 'payload', success: false, errors },
	});
	const { error } = await complete({ uploadToken: 'some', name: 'Balloons' });
	expect(error?.message).toBe('The upload was not completed: The subscription has expired');
});

test('a lost response, and a repeat that gets HTTP 401: it may be completed', async () => {
	const uploadToken = textField((await sendOnly())?.context, 'uploadToken') ?? 'no token';
	const { sandbox } = service();
	sandbox.control.addFault({ on: 'completeMediaUpload', fault: { kind: 'reset', when: 'after' } });
	sandbox.control.addFault({ on: 'completeMediaUpload', nth: 2, fault: { kind: 'status', status: 401 } });
	const { error } = await complete({ uploadToken, name: 'Balloons' });
	expect(error?.message).toBe(
		'The upload may have been completed: the API key was not accepted, and the result of an earlier try is unknown',
	);
	expect(error?.description).toMatch(/^See whether the content library has the file\. .*"Complete Upload" can go on/s);
	expect(error?.description).not.toContain('A retry uploads the files again');
	expect(sandbox.state().media).toHaveLength(1);
});

test('a session that has expired: who has the token has it of a completion that may be done', async () => {
	const uploadToken = textField((await sendOnly())?.context, 'uploadToken') ?? 'no token';
	service().sandbox.control.addFault({ on: 'completeMediaUpload', fault: { kind: 'expireSession' } });
	const { error } = await complete({ uploadToken, name: 'Balloons' });
	expect(error?.message).toBe('The upload may have been completed: the upload session expired');
	expect(error?.description).toContain('If the file is not there, upload it again');
});

test('a token that the service does not know is refused in its words', async () => {
	const { error } = await complete({ uploadToken: 'none', name: 'Balloons' });
	expect(error?.message).toMatch(/^The upload was not completed: Upload Token: /);
	expect(service().sandbox.state().media).toEqual([]);
});

test.each([
	['Upload Token', { uploadToken: ' ', name: 'Balloons' }],
	['Name', { uploadToken: 'some', name: ' ' }],
])('without a value in "%s" nothing is sent', async (field, parameters) => {
	const { error } = await complete(parameters);
	expect(error?.message).toBe(`${field} is empty`);
	expect(service().sandbox.state().log).toEqual([]);
});
