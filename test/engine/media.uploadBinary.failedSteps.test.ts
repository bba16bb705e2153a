/** One upload of which a step fails: what is sent again, what it costs, and what the error says. */
import { useBinaryMode } from '../harness/binary';
import { THREE_TRIES } from '../harness/engine';
import { useService } from '../harness/service';
import { watchStreams } from '../harness/streams';
import { itemWith, uploadsOf, videoItem } from '../harness/uploads';
import { useShortWaits } from '../harness/waits';
import { whenCalled } from '../harness/watch';

const service = useService();
const waits = useShortWaits();
const streams = watchStreams();
const { upload, calls, puts } = uploadsOf(service);
beforeAll(async () => await useBinaryMode('filesystem'));

test('a file is opened for its first bytes and for each transfer, and every stream is closed', async () => {
	service().sandbox.control.addFault({ on: 'put', fault: { kind: 'reset', when: 'during' } });
	const { run } = await upload([await videoItem()]);
	expect(run.status).toBe('success');
	expect([streams.count(), streams.leftOpen()]).toEqual([3, 0]);
});

test('412 at the PUT means that the file is there: the upload goes on to its completion', async () => {
	service().sandbox.control.addFault({ on: 'put', fault: { kind: 'reset', when: 'after' } });
	const { run } = await upload([await itemWith()]);
	expect(run.status).toBe('success');
	expect(puts().map(({ status }) => status)).toEqual([expect.anything(), 412]);
	expect(service().sandbox.state().media).toHaveLength(1);
});

test.each([
	[
		'an upload timeout',
		{
			kind: 'payload',
			success: false,
			errors: [{ field: 'uploadToken', code: 'UPLOAD_TIMEOUT', message: 'Media upload timed out' }],
		},
	],
	['HTTP 504', { kind: 'status', status: 504, body: '<html>Gateway Timeout</html>' }],
	['a lost answer', { kind: 'reset', when: 'after' }],
] as const)('the completion is repeated with the same token after %s', async (_, fault) => {
	service().sandbox.control.addFault({ on: 'completeMediaUpload', times: 3, fault });
	const { run } = await upload([await itemWith()]);
	expect(run.status).toBe('success');
	const completions = service()
		.sandbox.state()
		.log.filter(({ kind }) => kind === 'completeMediaUpload');
	expect(completions).toHaveLength(4);
	expect(new Set(completions.map(({ variables }) => JSON.stringify(variables))).size).toBe(1);
	expect(waits).toEqual([3000, 5000, 8000]);
	expect(service().sandbox.state().media).toHaveLength(1);
});

test('an expired session is replaced once, at the cost of an upload', async () => {
	service().sandbox.control.addFault({ on: 'put', fault: { kind: 'expireSession' } });
	const { run } = await upload([await itemWith()]);
	expect(run.status).toBe('success');
	expect(service().sandbox.state().uploadsCounted).toBe(2);
});

test('an expired session ends the upload where the option says so', async () => {
	service().sandbox.control.addFault({ on: 'completeMediaUpload', fault: { kind: 'expireSession' } });
	const { error } = await upload([await itemWith()], {
		options: { restartExpired: false },
	});
	expect(error?.message).toBe('The upload was not completed: the upload session expired');
	expect(error?.context).toMatchObject({
		step: 'complete',
		uploadToken: expect.any(String),
		expiresAt: expect.any(String),
	});
	expect(service().sandbox.state().uploadsCounted).toBe(1);
});

test('a start is never sent again after an answer may have been lost', async () => {
	service().sandbox.control.addFault({ on: 'startMediaUpload', fault: { kind: 'reset', when: 'after' } });
	const { error } = await upload([await itemWith()]);
	expect(error?.message).toBe('The upload may have been started: the connection was lost before a response arrived');
	expect(calls()).toEqual(['startMediaUpload']);
});

test.each([413, 403, 302])('"Retry On Fail" after HTTP %i for the file counts no further upload', async (status) => {
	service().sandbox.control.addFault({ on: 'put', times: 'always', fault: { kind: 'status', status } });
	const { error } = await upload([await itemWith('a.png')], {}, { node: THREE_TRIES });
	expect(error?.message).toMatch(/file was (?:not )?sent: the upload storage returned/);
	expect(puts()).toHaveLength(3);
	expect(service().sandbox.state()).toMatchObject({ uploadsCounted: 1 });
});

test('a transfer that stands still is broken off and sent again', async () => {
	service().sandbox.control.addFault({ on: 'put', fault: { kind: 'hang', when: 'before' } });
	const { run } = await upload([await itemWith()], {
		requestOptions: { timeout: 3000 },
	});
	expect(run.status).toBe('success');
	expect(puts()).toHaveLength(2);
});

test('of transfers that all stand still, it is not known whether they arrived', async () => {
	service().sandbox.control.addFault({ on: 'put', times: 'always', fault: { kind: 'hang', when: 'before' } });
	const { error } = await upload([await itemWith()], {
		requestOptions: { timeout: 1000 },
	});
	expect(error?.message).toMatch(/^It is not known whether the file was sent: /);
});

test('a stop ends the upload at once', async () => {
	service().sandbox.control.addFault({ on: 'put', fault: { kind: 'hang', when: 'before' } });
	const { run, error } = await upload(
		[await itemWith()],
		{},
		{ onStart: (stop) => void whenCalled(service().sandbox, 'put', stop) },
	);
	expect([error?.message, run.status]).toEqual([
		'It is not known whether the file was sent: the execution was canceled',
		'canceled',
	]);
	expect(calls()).not.toContain('completeMediaUpload');
});

test('neither the key nor the signed address is stored with the execution', async () => {
	const { sandbox, credential } = service();
	sandbox.control.addFault({
		on: 'put',
		times: 'always',
		fault: { kind: 'status', status: 403, body: '<Error><Message>Signature mismatch</Message></Error>' },
	});
	const { stored, error } = await upload([await itemWith()]);
	expect(error?.message).toBe('The file was not sent: the upload storage returned HTTP 403');
	expect(stored).not.toContain(credential.apiKey);
	expect(stored).not.toContain(sandbox.uploadOrigin);
	expect(stored).not.toContain('Bearer');
});
