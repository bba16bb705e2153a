/** The package in one version of n8n, on one version of Node: the part "versions" runs this for each of them. */
import { join } from 'node:path';
import { expectedFiles, faultsOfResult } from '../../../scripts/demo/check';
import { MEDIA } from '../../../scripts/lib/paths';
import { FIRST_KEYS } from '../../../sandbox/store/keys';
import type { JsonObject } from '../../../scripts/lib/json';
import type { Execution } from '../../../scripts/lib/n8n-client';
import { CREDENTIAL_TYPE } from '../../../scripts/lib/workflows';
import { chain, manualTrigger, node, ourNode, readFiles, uploadBinary } from '../../../scripts/lib/workflow-builder';
import { client, credential, errorOf, importExample, itemsOf, n8nUrl, run, testCredential } from '../support/n8n';
import { addFault, resetService, sandboxUrl, stateOfService } from '../support/service';

const TRIGGER = 'When you click Execute';
const FILES = ['balloons.png', 'take-off.mp4'];

const RIGHT = { apiKey: FIRST_KEYS.paid, baseUrl: sandboxUrl };

let workflowId: string;

beforeAll(async () => {
	workflowId = await importExample('picture-and-video-thread.json', { mediaFolder: MEDIA });
});
beforeEach(resetService);

// n8n 1 does not read the status of a response: there the test says less, and is red all the same.
test.each([
	['the right key', RIGHT, true, /^Connection successful!/],
	[
		'the right key, with the endpoint in the base URL',
		{ ...RIGHT, baseUrl: `${sandboxUrl}/gql/` },
		true,
		/^Connection successful!/,
	],
	[
		'a wrong key',
		{ ...RIGHT, apiKey: 'guessed' },
		false,
		/^The API key was not accepted\.|did not return a profile\. Check the base URL, the API key/,
	],
	[
		'a key without access',
		{ ...RIGHT, apiKey: FIRST_KEYS.noAccess },
		false,
		/^The account has no access|did not return a profile\. .* the account has access to the API\.$/,
	],
	[
		'a web server without the API',
		{ ...RIGHT, baseUrl: n8nUrl },
		false,
		/^There is no API at this base URL\.|^The base URL is that of a web page\./,
	],
	['an address that is not encrypted', { ...RIGHT, baseUrl: 'http://api.example.com' }, false, /unencrypted/],
])('the test of the credential: %s', async (_, data, ok, words) => {
	const verdict = await testCredential(data);
	expect({ ok: verdict.ok, message: verdict.message }).toEqual({ ok, message: expect.stringMatching(words) });
});

test('HTTP Request takes the credential for the host of its base URL, and for no other', async () => {
	const ask = async (url: string): Promise<Execution> => {
		const parameters = {
			method: 'POST',
			url,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: CREDENTIAL_TYPE,
			sendBody: true,
			specifyBody: 'json',
			jsonBody: '{ "query": "{ profile { id } }" }',
		};
		const credentials = { [CREDENTIAL_TYPE]: credential };
		const request = node('Ask', 'n8n-nodes-base.httpRequest', 4.2, parameters, { credentials });
		return await run(await client.createWorkflow(chain('Ask', [manualTrigger, request])), manualTrigger.name);
	};
	expect(itemsOf(await ask(`${sandboxUrl}/gql`), 'Ask')).toEqual([{ data: { profile: { id: expect.any(String) } } }]);
	expect(errorOf(await ask(`${n8nUrl}/healthz`)).message).toContain('only to the host of the base URL');

	const elsewhere = sandboxUrl.replace('127.0.0.1', 'localhost');
	await addFault({ on: 'profile', fault: { kind: 'redirect', location: `${elsewhere}/gql`, status: 307 } });
	const redirected = await ask(`${sandboxUrl}/gql`);
	expect(errorOf(redirected).message).toContain('307');
	expect((await stateOfService()).log.map(({ status }) => status)).toEqual([200, 307]);
	expect(JSON.stringify(redirected)).not.toContain(FIRST_KEYS.paid);
});

test('a picture and a video become a thread, byte for byte', async () => {
	const execution = await run(workflowId, TRIGGER);
	expect(errorOf(execution)).toEqual({ node: undefined, message: undefined, description: undefined });
	const state = await stateOfService();
	expect(faultsOfResult(state, expectedFiles(FILES.map((name) => join(MEDIA, name))))).toEqual([]);
	expect(itemsOf(execution, 'Schedule Thread')).toEqual([
		expect.objectContaining({ success: true, username: 'balloon_club', post: { id: state.posts[0]?.id } }),
	]);
});

test('an upload that the service refuses says so in its words, with the item, and nothing is posted', async () => {
	const errors = [{ field: 'fileName', code: 'TAKEN', message: 'Another picture has this name' }];
	await addFault({ on: 'startMediaUpload', nth: 2, fault: { kind: 'payload', success: false, errors } });
	const error = errorOf(await run(workflowId, TRIGGER));
	expect(error).toEqual({
		node: 'Schedule Thread',
		message: 'The upload was not started: fileName: Another picture has this name',
		description: expect.stringContaining(
			'The file is "take-off.mp4", in Thread, tweet 2, media 1. The thread was not scheduled.',
		),
	});
	expect((await stateOfService()).posts).toEqual([]);
});

test('a post that the service refuses says so in its words', async () => {
	const errors = [{ field: 'postAt', code: 'TAKEN', message: 'Another post goes out at this time' }];
	await addFault({ on: 'scheduleTweet', fault: { kind: 'payload', success: false, errors } });
	expect(errorOf(await run(workflowId, TRIGGER))).toEqual({
		node: 'Schedule Thread',
		message: 'The thread was not scheduled: Post At: Another post goes out at this time',
		description: expect.stringContaining('Check the values of the node.'),
	});
	expect((await stateOfService()).posts).toEqual([]);
});

test('a post whose answer was lost is found, and not sent again', async () => {
	await addFault({ on: 'scheduleTweet', fault: { kind: 'reset', when: 'after' } });
	const execution = await run(workflowId, TRIGGER);
	expect(errorOf(execution)).toEqual({ node: undefined, message: undefined, description: undefined });
	expect(itemsOf(execution, 'Schedule Thread')).toEqual([
		expect.objectContaining({ success: true, alreadyScheduled: true }),
	]);
	expect((await stateOfService()).posts).toHaveLength(1);
});

test('with "continue" a refused upload goes to the error output, with what is in the library already', async () => {
	const errors = [{ field: 'fileName', code: 'TAKEN', message: 'Another picture has this name' }];
	await addFault({ on: 'startMediaUpload', nth: 2, fault: { kind: 'payload', success: false, errors } });
	const name = '"name": "Schedule Thread"';
	const continuing = await importExample('picture-and-video-thread.json', {
		mediaFolder: MEDIA,
		replace: { [name]: `"onError": "continueErrorOutput", ${name}` },
	});
	const execution = await run(continuing, TRIGGER);
	const { media, posts } = await stateOfService();
	expect(itemsOf(execution, 'Schedule Thread', 1)).toEqual([
		expect.objectContaining({
			error: 'The upload was not started: fileName: Another picture has this name',
			details: expect.objectContaining({ reason: 'refused', errors, mediaIds: media[0]?.id }),
		}),
	]);
	expect(itemsOf(execution, 'Schedule Thread')).toEqual([]);
	expect(media).toHaveLength(1);
	expect(posts).toEqual([]);
});

describe('Upload Binary, of whose two files the service refuses one', () => {
	const UPLOAD = 'Upload';
	const uploadTwo = async (more: JsonObject = {}) => {
		const errors = [{ field: 'fileName', code: 'TAKEN', message: 'Another picture has this name' }];
		await addFault({ on: 'startMediaUpload', nth: 2, fault: { kind: 'payload', success: false, errors } });
		const upload = ourNode(UPLOAD, uploadBinary(), credential, more);
		const nodes = [manualTrigger, readFiles(join(MEDIA, '{balloons.png,take-off.mp4}')), upload];
		return await run(await client.createWorkflow(chain('Upload two files', nodes)), manualTrigger.name);
	};

	test('the error names the one that was uploaded', async () => {
		expect(errorOf(await uploadTwo())).toEqual({
			node: UPLOAD,
			message: 'The upload was not started: fileName: Another picture has this name',
			description: expect.stringMatching(/Already uploaded: item [01]\. A retry uploads the done files again/),
		});
	});

	test('with "continue" it goes to the error output, and the other file to the next node', async () => {
		const execution = await uploadTwo({ onError: 'continueErrorOutput' });
		expect(itemsOf(execution, UPLOAD, 1)).toEqual([
			expect.objectContaining({ error: 'The upload was not started: fileName: Another picture has this name' }),
		]);
		const { media } = await stateOfService();
		expect(itemsOf(execution, UPLOAD)).toEqual([expect.objectContaining({ id: media[0]?.id })]);
	});
});
