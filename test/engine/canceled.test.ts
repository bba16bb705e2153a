/** A person or the time limit of the workflow stops the execution: n8n offers no "Retry" for it, and the error says how to go on without one. */
import type { INode } from 'n8n-workflow';
import { useBinaryMode } from '../harness/binary';
import { duplicateCheckOf } from '../harness/duplicateCheck';
import { retryExecution, runCopy, runNode, type RunOptions } from '../harness/engine';
import { scheduleOf } from '../harness/mutations';
import { ID, publicationsOf } from '../harness/publications';
import { postParameters, scheduleParameters, texts } from '../harness/posts';
import { useService } from '../harness/service';
import { itemWith, uploadsOf } from '../harness/uploads';
import { useShortWaits } from '../harness/waits';
import { whenCalled } from '../harness/watch';

const service = useService();
let meanwhile = () => {};
useShortWaits(async () => await Promise.resolve(meanwhile()));
const { options, posts } = duplicateCheckOf(service);
const { schedule } = publicationsOf(service);
const { upload } = uploadsOf(service);
beforeAll(async () => await useBinaryMode('filesystem'));
const control = () => service().sandbox.control;

let stop = () => {};
const onStart = (cancel: () => void) => (stop = cancel);
let endWatch = () => {};
afterEach(() => {
	endWatch();
	meanwhile = () => {};
});

/** The service limits the requests, and the execution is stopped while the node waits. */
function stopInWait(on: 'scheduleTweet' | 'reschedulePlatformPost', nth: number) {
	control().addFault({
		on,
		nth,
		times: 'always',
		fault: { kind: 'status', status: 429, headers: { 'Retry-After': '60' } },
	});
	meanwhile = () => stop();
}

const NOT_RETRIED =
	'Do not retry this execution. Look in the service what is done, and let a new execution do only what is left.';
test('Schedule, while it waits for the request limit', async () => {
	stopInWait('scheduleTweet', 3);
	const { run, error } = await runNode(options(undefined, { items: texts('a', 'b', 'c', 'd'), onStart }));
	expect(run.status).toBe('canceled');
	expect(error?.message).toBe('The thread was not scheduled: the execution was canceled');
	expect(error?.description).toBe(
		`It was stopped by a person, or by the time limit of the workflow. This is item 2. Already scheduled: items 0 and 1. Not attempted: item 3. ${NOT_RETRIED}`,
	);
	expect(posts()).toEqual(['a', 'b']);
});

test('Schedule in a retry: an older execution is not to be retried either', async () => {
	control().addFault({ on: 'scheduleTweet', nth: 2, fault: { kind: 'status', status: 400 } });
	const run = options(undefined, { items: texts('a', 'b', 'c'), onStart });
	const failed = await runNode(run);
	stopInWait('scheduleTweet', 1);
	const { error } = await retryExecution(run, failed);
	expect(error?.description).toContain('Do not retry this execution, nor an older one. Look in the service');
	expect(error?.description).not.toContain('"Retry"');
});

test('Schedule, nothing of which is done: a new execution does no harm', async () => {
	stopInWait('scheduleTweet', 1);
	const { error } = await runNode(options(undefined, { items: texts('a', 'b'), onStart }));
	expect(error?.description).not.toMatch(/retry|new execution/i);
});

test.each<[string, INode['parameters'], Parameters<typeof whenCalled>[1]]>([
	['Schedule', scheduleParameters('a'), 'scheduleTweet'],
	['Schedule with "Never"', { ...scheduleParameters('a'), options: { duplicateCheck: 'never' } }, 'scheduleTweet'],
	['Publish Now', postParameters('publishNow', ID), 'submitPlatformPost'],
	['Execute GraphQL', { resource: 'api', operation: 'execute', ...scheduleOf('a') }, 'scheduleTweet'],
	[
		'Upload From URL',
		{ resource: 'media', operation: 'uploadFromUrl', url: 'https://example.com/a.png' },
		'uploadMediaFromUrl',
	],
])('%s, while a request is on its way: it says nothing of a retry', async (_, parameters, kind) => {
	await schedule();
	const { sandbox, credential } = service();
	const before = sandbox.state().log.filter((entry) => entry.kind === kind).length;
	control().addFault({ on: kind, fault: { kind: 'hang', when: 'before' } });
	endWatch = whenCalled(sandbox, kind, () => stop(), before + 1);
	const run: RunOptions = { parameters, credential, onStart };
	const { run: stopped, error } = await runNode(run);
	expect(stopped.status).toBe('canceled');
	expect(error?.message).toMatch(/may have been .*: the execution was canceled$/);
	expect(error?.description).toContain(NOT_RETRIED);
	expect(error?.description).not.toContain('"Retry"');
});

test('Upload Binary, while it waits for the upload limit: it does not advise a retry that keeps the files', async () => {
	control().leaveBudget('uploads', 1);
	meanwhile = () => stop();
	const items = await Promise.all(['a.png', 'b.png'].map(async (name) => await itemWith(name)));
	const { error } = await upload(items, { options: { waitForUploadLimit: true, simultaneousUploads: 1 } }, { onStart });
	expect(error?.message).toBe('The upload was not started: the execution was canceled');
	expect(error?.description).toContain(`Already uploaded: item 0. ${NOT_RETRIED}`);
	expect(error?.description).not.toMatch(/"Retry|a retry/i);
});

test('Schedule with a file that is in the library: it does not speak of the upload in a retry', async () => {
	stopInWait('scheduleTweet', 1);
	const reference = [{ file: { __rl: true, mode: 'binary', value: 'data' } }];
	const thread = { tweet: [{ text: 'a', media: { reference } }] };
	const { error } = await runNode(
		options(undefined, { items: [await itemWith('a.png')], parameters: { thread }, onStart }),
	);
	expect(error?.message).toBe('The thread was not scheduled: the execution was canceled');
	expect(error?.description).toContain('In the library already');
	expect(error?.description).not.toMatch(/"Retry|a retry/i);
});

test.each([
	['Profile: Get', { resource: 'profile', operation: 'get' }],
	['a query', { resource: 'api', operation: 'execute', query: '{ profile { username } }' }],
])('%s, which changes nothing: nothing is said of what is done', async (_, parameters) => {
	control().addFault({ on: 'profile', fault: { kind: 'hang', when: 'before' } });
	endWatch = whenCalled(service().sandbox, 'profile', () => stop());
	const { run, error } = await runNode({ parameters, credential: service().credential, onStart });
	expect(run.status).toBe('canceled');
	expect(error?.description).not.toMatch(/retry|new execution/i);
});

test('a sub-workflow: a retry of its caller runs all calls', async () => {
	stopInWait('scheduleTweet', 2);
	const { error } = await runNode(options(undefined, { items: texts('a', 'b'), onStart, caller: '7' }));
	expect(error?.description).toContain(
		`${NOT_RETRIED} A retry of the workflow that called this one runs all its calls from the start.`,
	);
});

test('a sub-workflow, nothing of which is done: other calls may have done something', async () => {
	stopInWait('scheduleTweet', 1);
	const { error } = await runNode(options(undefined, { items: texts('a'), onStart, caller: '8' }));
	expect(error?.description).toMatch(/workflow\. A retry of the workflow that called this one runs all its calls/);
});

test('a node behind it, where only the one before has done something', async () => {
	stopInWait('reschedulePlatformPost', 1);
	const { error } = await runCopy(options(undefined, { onStart }), {
		gets: 'what is done',
		parameters: postParameters('reschedule', ID, { postAt: '2099-05-04T05:30:00Z' }),
	});
	expect(error?.message).toBe('The post was not rescheduled: the execution was canceled');
	expect(error?.description).toContain(NOT_RETRIED);
});
