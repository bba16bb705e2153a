/** A person or the time limit of the workflow stops the execution: n8n offers no "Retry" for it, and the error says how to go on without one. */
import type { INode } from 'n8n-workflow';
import { duplicateCheckOf } from '../harness/duplicateCheck';
import { retryExecution, runCopy, runNode, type RunOptions } from '../harness/engine';
import { scheduleOf } from '../harness/mutations';
import { ID, publicationsOf } from '../harness/publications';
import { postParameters, scheduleParameters, texts } from '../harness/posts';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';
import { whenCalled } from '../harness/watch';

const service = useService();
let meanwhile = () => {};
useShortWaits(async () => await Promise.resolve(meanwhile()));
const { options, posts } = duplicateCheckOf(service);
const { schedule } = publicationsOf(service);
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
const OR_ALL =
	'Or, if no node publishes or moves posts or executes mutations, let it do all items, with "Duplicate Check" set to "Always" and the same times.';

test('Schedule, while it waits for the request limit', async () => {
	stopInWait('scheduleTweet', 3);
	const { run, error } = await runNode(options(undefined, { items: texts('a', 'b', 'c', 'd'), onStart }));
	expect(run.status).toBe('canceled');
	expect(error?.message).toBe('The thread was not scheduled: the execution was canceled');
	expect(error?.description).toBe(
		`It was stopped by a person, or by the time limit of the workflow. This is item 2. Already scheduled: items 0 and 1. Not attempted: item 3. ${NOT_RETRIED} ${OR_ALL}`,
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

test('a node behind it, where only the one before has done something', async () => {
	stopInWait('reschedulePlatformPost', 1);
	const { error } = await runCopy(options(undefined, { onStart }), {
		gets: 'what is done',
		parameters: postParameters('reschedule', ID, { postAt: '2099-05-04T05:30:00Z' }),
	});
	expect(error?.message).toBe('The post was not rescheduled: the execution was canceled');
	expect(error?.description).toContain(NOT_RETRIED);
});
