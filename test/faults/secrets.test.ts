/** What a service or a storage quotes of a secret, in whichever form, stands in no error and nowhere in what n8n stores. */
import { randomUUID } from 'node:crypto';
import express from 'express';
import type { INode } from 'n8n-workflow';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { storeBinary, useBinaryMode } from '../harness/binary';
import { retryExecution, runChain, runCopy, runNode, type RunOptions } from '../harness/engine';
import { watchLog } from '../harness/log';
import { scheduleParameters } from '../harness/posts';
import { exampleFile, useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';
import { STEP, withFile } from './steps';

const service = useService();
useShortWaits();
const log = watchLog();

const SIGNATURE = 'q8Zx+7kL/m0aBcDeFgHiJkLmNoPqRsTu=';
const ISSUED = `/signed/${randomUUID()}/balloons?size=2000&X-Signature=${encodeURIComponent(SIGNATURE)}`;
const [, , FOLDER = ''] = ISSUED.split('/');

let storage: Server;
let answer: (path: string) => { status: number; body: string };
beforeAll(async () => {
	await useBinaryMode('filesystem');
	storage = express()
		.use((request, response) => {
			const { status, body } = answer(request.originalUrl);
			request.resume().on('end', () => response.status(status).send(body));
		})
		.listen(0, '127.0.0.1');
	await new Promise((resolve) => storage.once('listening', resolve));
});
afterAll(() => storage.close());

const origin = () => `http://127.0.0.1:${(storage.address() as AddressInfo).port}`;

/** The next upload goes to the storage of this test. */
const issue = (path = ISSUED) =>
	service().sandbox.control.addFault({
		on: 'startMediaUpload',
		fault: {
			kind: 'payload',
			success: true,
			fields: {
				uploadToken: randomUUID(),
				uploadUrl: origin() + path,
				expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
			},
		},
	});

const optionsWith = async (parameters: INode['parameters']): Promise<RunOptions> => ({
	parameters,
	items: [{ json: {}, binary: { data: await storeBinary(exampleFile('balloons.png'), 'a.png', 'image/png') } }],
	credential: service().credential,
});

/** Uploads a file to the storage of this test, and gives all that a person or n8n gets of it. */
async function uploadThere(parameters = STEP.put.parameters('')): Promise<string> {
	issue();
	const { error, stored } = await runNode(await optionsWith(parameters));
	if (error === undefined) throw new Error('The upload was expected to fail');
	return [error.message, error.description, stored, log.text()].join('\n');
}

const expectNothingOf = (text: string) => {
	for (const secret of [SIGNATURE, encodeURIComponent(SIGNATURE), FOLDER, origin().slice('http://'.length)]) {
		expect(text).not.toContain(secret);
	}
};

test.each([
	[
		'its route, without scheme and host',
		(path: string) => `{"message":"Route PUT:${path} not found","error":"Not Found"}`,
	],
	['its path in XML', (path: string) => `<Error><Message>No ${path.replaceAll('&', '&amp;')} here</Message></Error>`],
	['its signature alone', () => `{"message":"The signature ${SIGNATURE} does not match"}`],
	['all of it, decoded', (path: string) => `Refused: ${origin()}${decodeURIComponent(path)}`],
])('a storage quotes %s', async (_, body) => {
	answer = (path) => ({ status: 404, body: body(path) });
	const text = await uploadThere();
	expect(text).toContain('the upload storage returned HTTP 404');
	expectNothingOf(text);
});

test('a completion quotes the address', async () => {
	answer = () => ({ status: 200, body: '' });
	service().sandbox.control.addFault({
		on: 'completeMediaUpload',
		fault: {
			kind: 'payload',
			success: false,
			errors: [{ field: ISSUED, code: SIGNATURE, message: `GET ${ISSUED} failed, signature ${SIGNATURE}` }],
		},
	});
	expectNothingOf(await uploadThere());
});

test.each([
	['its path', () => `No ${ISSUED} here`],
	['its signature alone', () => `The signature ${SIGNATURE} does not match`],
	['all of it, in base64', () => `Refused: ${Buffer.from(origin() + ISSUED).toString('base64')}`],
	['all of it, decoded as a form', () => `Refused: ${origin()}${decodeURIComponent(ISSUED).replaceAll('+', ' ')}`],
	['all of it, encoded twice', () => `Refused: ${encodeURIComponent(encodeURIComponent(origin() + ISSUED))}`],
])('a post whose file was uploaded is refused, and the service quotes %s', async (_, message) => {
	answer = () => ({ status: 200, body: '' });
	const { control } = service().sandbox;
	const media = { id: '7', name: 'a.png', url: null, mimeType: 'image/png', size: 1 };
	control.addFault({ on: 'completeMediaUpload', fault: { kind: 'payload', success: true, fields: { media } } });
	control.addFault({
		on: 'scheduleTweet',
		fault: { kind: 'payload', success: false, errors: [{ field: null, code: null, message: message() }] },
	});
	const text = await uploadThere(withFile('put', ''));
	expect(text).toContain('The thread was not scheduled');
	expectNothingOf(text);
	expect(text).not.toContain(
		Buffer.from(origin() + ISSUED)
			.toString('base64')
			.slice(0, 60),
	);
	expect(text).not.toContain(encodeURIComponent(encodeURIComponent(SIGNATURE)));
});

test('nor does it where n8n has put the execution away between the upload and the post', async () => {
	answer = () => ({ status: 200, body: '' });
	issue();
	const { control } = service().sandbox;
	const media = { id: '7', name: 'a.png', url: null, mimeType: 'image/png', size: 1 };
	control.addFault({ on: 'completeMediaUpload', fault: { kind: 'payload', success: true, fields: { media } } });
	const inBase64 = Buffer.from(origin() + ISSUED).toString('base64');
	const message = `The signature ${SIGNATURE} of ${inBase64} does not match`;
	control.addFault({
		on: 'scheduleTweet',
		fault: { kind: 'payload', success: false, errors: [{ field: null, code: null, message }] },
	});
	const { items = [], credential } = await optionsWith({});
	const { error, stored } = await runChain(credential, [
		{ name: 'File', gives: items },
		{ name: 'Upload', parameters: STEP.put.parameters('') },
		{ name: 'Wait', waits: true },
		{ name: 'Schedule', parameters: scheduleParameters('A') },
	]);
	expect(error?.message).toBe('The thread was not scheduled: The signature [address] of [address] does not match');
	expectNothingOf(stored);
	expect(stored).not.toContain(inBase64.slice(0, 60));
});

test('nor in a retry, of an address that the first try has got', async () => {
	answer = () => ({ status: 200, body: '' });
	issue();
	const { control } = service().sandbox;
	const media = { id: '7', name: 'a.png', url: null, mimeType: 'image/png', size: 1 };
	control.addFault({
		on: 'completeMediaUpload',
		times: 2,
		fault: { kind: 'payload', success: true, fields: { media } },
	});
	const errors = [{ field: null, code: null, message: `The signature ${SIGNATURE} does not match` }];
	control.addFault({ on: 'scheduleTweet', times: 2, fault: { kind: 'payload', success: false, errors } });
	const run = await optionsWith(withFile('put', ''));
	const first = await runNode(run);
	// Other executions meanwhile.
	for (let count = 0; count < 20; count++) {
		await runNode({ parameters: { resource: 'profile', operation: 'get' }, credential: run.credential });
	}
	const { error, stored } = await retryExecution(run, first);
	expect(error?.message).toBe('The thread was not scheduled: The signature [address] does not match');
	expectNothingOf(stored);
});

test.each([
	['in its path', (key: string) => `/acme/${key.slice(0, 12)}/a.png?signature=Zk3QpLw8VxT5`],
	['as a parameter', (key: string) => `/a.png?credential=${key.slice(0, 8)}&signature=Zk3QpLw8VxT5`],
])('an address that has the beginning of the key %s: the rest of the key stands nowhere', async (_, path) => {
	const apiKey = String(service().credential.apiKey);
	answer = () => ({ status: 200, body: '' });
	const { control } = service().sandbox;
	const media = { id: '7', name: 'a.png', url: null, mimeType: 'image/png', size: 1 };
	const errors = [{ field: null, code: null, message: `The key ${apiKey} is old` }];
	const fail = {
		put: () => (answer = () => ({ status: 400, body: `The key ${apiKey} is old` })),
		completeMediaUpload: () =>
			control.addFault({ on: 'completeMediaUpload', fault: { kind: 'payload', success: false, errors } }),
		scheduleTweet: () => control.addFault({ on: 'scheduleTweet', fault: { kind: 'payload', success: false, errors } }),
		warning: () => control.addFault({ on: 'scheduleTweet', fault: { kind: 'payload', success: true, errors } }),
	};
	for (const step of Object.values(fail)) {
		control.reset();
		issue(path(apiKey));
		step();
		control.addFault({ on: 'completeMediaUpload', fault: { kind: 'payload', success: true, fields: { media } } });
		const { error, items, stored } = await runNode(await optionsWith(withFile('put', '')));
		const text = [error?.message, error?.description, JSON.stringify(items), stored, log.text()].join('\n');
		expect(text).toContain('is old');
		for (let at = 8; at + 6 <= apiKey.length; at++) expect(text).not.toContain(apiKey.slice(at, at + 6));
	}
});

test('an address that was issued for another item, and that no file is sent to', async () => {
	const { control } = service().sandbox;
	const uploadUrl = `ftp://storage.example.com${ISSUED}`;
	control.addFault({
		on: 'startMediaUpload',
		fault: { kind: 'payload', success: true, fields: { uploadToken: randomUUID(), uploadUrl } },
	});
	const message = `The signature ${SIGNATURE} does not match, ${FOLDER} is locked`;
	control.addFault({
		on: 'startMediaUpload',
		nth: 2,
		fault: { kind: 'payload', success: false, errors: [{ field: null, code: null, message }] },
	});
	const { items: [first] = [], ...options } = await optionsWith({
		...STEP.put.parameters(''),
		options: { simultaneousUploads: 1 },
	});
	const other = { data: await storeBinary(exampleFile('take-off.mp4'), 'b.mp4', 'video/mp4') };
	const { items, stored } = await runNode({
		...options,
		items: [...(first ? [first] : []), { json: {}, binary: other }],
		node: { onError: 'continueRegularOutput' },
	});
	expect(items.map(({ json: { error } }) => error)).toEqual([
		expect.stringContaining('starts with ftp:'),
		expect.stringContaining('does not match'),
	]);
	expectNothingOf([stored, log.text()].join());
});

test('an address that was issued for another node of the execution', async () => {
	answer = () => ({ status: 200, body: '' });
	const { control } = service().sandbox;
	const media = { id: '7', name: 'a.png', url: null, mimeType: 'image/png', size: 1 };
	issue();
	control.addFault({ on: 'completeMediaUpload', fault: { kind: 'payload', success: true, fields: { media } } });
	const message = `The signature ${SIGNATURE} does not match`;
	control.addFault({
		on: 'scheduleTweet',
		nth: 2,
		fault: { kind: 'payload', success: false, errors: [{ field: null, code: null, message }] },
	});
	const first = await optionsWith({ ...withFile('put', ''), options: { duplicateCheck: 'never' } });
	const parameters = { ...scheduleParameters(), specifyThread: 'text', text: 'Another one' };
	const { error, stored } = await runCopy(first, { gets: 'what is done', parameters });
	expect(error?.message).toContain('The thread was not scheduled');
	expectNothingOf([error?.message, error?.description, stored, log.text()].join());
});

test('an address that was issued in another retry of the execution, whose doubt this one gives', async () => {
	answer = () => ({ status: 200, body: '' });
	const { control } = service().sandbox;
	control.addFault({ on: 'scheduleTweet', fault: { kind: 'status', status: 403 } });
	const run = await optionsWith({ ...withFile('put', ''), options: { duplicateCheck: 'never' } });
	const failed = await runNode(run);
	const media = { id: '7', name: 'a.png', url: null, mimeType: 'image/png', size: 1 };
	issue();
	control.addFault({ on: 'completeMediaUpload', fault: { kind: 'payload', success: true, fields: { media } } });
	const errors = [{ message: `The worker crashed, signature ${SIGNATURE}` }];
	control.addFault({ on: 'scheduleTweet', fault: { kind: 'body', json: { data: { scheduleTweet: null }, errors } } });
	const retries = await Promise.all([retryExecution(run, failed), retryExecution(run, failed)]);
	for (const { error, stored } of retries) {
		expect(error?.message).toMatch(/^The thread may have been scheduled: /);
		expect(error?.description).toContain('The worker crashed');
		expectNothingOf([error?.message, error?.description, stored, log.text()].join());
	}
});

describe('a key that was pasted with what came along', () => {
	const paste = (key: string) => `\u200bBearer ${key.slice(0, 9)}\u00ad${key.slice(9)}\ufeff`;

	test.each([
		['as it was sent', (key: string) => key],
		['as it was pasted', paste],
		['in an address', (key: string) => `https://api.example.com/?key=${encodeURIComponent(key)}`],
		['in base64', (key: string) => Buffer.from(key).toString('base64')],
	])('is echoed %s', async (_, echo) => {
		const { sandbox, credential } = service();
		sandbox.control.addFault({
			on: 'profile',
			fault: { kind: 'status', status: 401, body: { errors: [{ message: `Unknown key ${echo(credential.apiKey)}` }] } },
		});
		const { error, stored } = await runNode({
			parameters: STEP.profile.parameters(''),
			credential: { ...credential, apiKey: paste(credential.apiKey) },
		});
		const text = [error?.message, error?.description, stored, log.text()].join('\n');
		expect(text).toContain('the API key was not accepted');
		for (const form of [
			credential.apiKey,
			credential.apiKey.slice(9),
			Buffer.from(credential.apiKey).toString('base64'),
		]) {
			expect(text).not.toContain(form);
		}
	});
});

const MIB = 1024 * 1024;

test.each([
	...['https://', 'https://a?', '"field "', 'Bearer ', '<Message>', '{"message":'].map((unit) => [1, unit] as const),
	...['?', '?sig_', '/?', '\u201c'].map((unit) => [1, unit] as const),
	...['x', '&', '%41'].map((unit) => [24, unit] as const),
])('%d MiB of %s in an error are read once, and do not replace it', async (size, unit) => {
	service().sandbox.control.addFault({
		on: 'profile',
		fault: { kind: 'status', status: 500, body: `/${unit.repeat((size * MIB) / unit.length)}` },
	});
	const { error } = await runNode({ parameters: STEP.profile.parameters(''), credential: service().credential });
	expect(error?.message).toBe('The profile was not read: the service returned HTTP 500');
	expect(error?.description?.length).toBeLessThan(1000);
});

test('thousands of reasons are not all stored', async () => {
	const errors = Array.from({ length: 20_000 }, (_, at) => ({ field: `f${at}`, code: 'X', message: 'x'.repeat(400) }));
	service().sandbox.control.addFault({ on: 'scheduleTweet', fault: { kind: 'payload', success: false, errors } });
	const { stored } = await runNode({ parameters: STEP.scheduleTweet.parameters(''), credential: service().credential });
	expect(stored.length).toBeLessThan(200_000);
});

test('a list of a million errors of GraphQL is read in part', async () => {
	const body = `{"errors":[${Array.from({ length: 1_000_000 }, () => '{"message":"No"}').join()}]}`;
	service().sandbox.control.addFault({ on: 'scheduleTweet', fault: { kind: 'status', status: 200, body } });
	const { error, stored } = await runNode({
		parameters: STEP.scheduleTweet.parameters(''),
		credential: service().credential,
	});
	expect(error?.message).toMatch(/^The thread may have been scheduled: /);
	expect(stored.length).toBeLessThan(200_000);
});

test('what the service gives as a token or as the end of a session holds no secret', async () => {
	const { sandbox, credential } = service();
	for (const extra of [
		{ expiresAt: `2035-01-01T00:00:00.000000000000000000000Z ${credential.apiKey}` },
		{ uploadToken: `token ${credential.apiKey}` },
	]) {
		sandbox.control.addFault({
			on: 'startMediaUpload',
			fault: {
				kind: 'body',
				json: {
					data: {
						startMediaUpload: {
							success: true,
							uploadToken: 'token',
							uploadUrl: `${sandbox.uploadOrigin}/none`,
							expiresAt: '2035-01-01T00:00:00Z',
							errors: [],
							...extra,
						},
					},
				},
			},
		});
		const { error, stored } = await runNode({
			parameters: STEP.put.parameters(''),
			items: [{ json: {}, binary: { data: await storeBinary(exampleFile('balloons.png'), 'a.png', 'image/png') } }],
			credential,
		});
		expect(error).toBeDefined();
		expect(`${stored} ${log.text()}`).not.toContain(credential.apiKey);
	}
});

test('a megabyte of opening quotes in a refusal of a completion is read once', async () => {
	service().sandbox.control.addFault({
		on: 'completeMediaUpload',
		fault: {
			kind: 'payload',
			success: false,
			errors: [{ field: null, code: null, message: '\u201c'.repeat(MIB) }],
		},
	});
	const { error } = await runNode({
		parameters: STEP.put.parameters(''),
		items: [{ json: {}, binary: { data: await storeBinary(exampleFile('balloons.png'), 'a.png', 'image/png') } }],
		credential: service().credential,
	});
	expect(error?.message).toMatch(/^The upload was not completed: /);
});
