/** What the library cannot tell apart, and what has the same bytes all the same. */
import type { MediaFile } from '../../../nodes/SocialPostScheduling/upload/file';
import type { UploadTask } from '../../../nodes/SocialPostScheduling/upload/uploader';
import { addLookalike, announceFile, rememberFile } from '../../../nodes/SocialPostScheduling/upload/lookalikes';

const file = (fingerprint: string, digest: string | null, more: Partial<MediaFile> = {}) =>
	({
		size: 3,
		mimeType: 'image/png',
		fingerprint: () => fingerprint,
		digest: async () => await Promise.resolve(digest),
		...more,
	}) as MediaFile;

/** An item of an execution, which n8n may load anew with the same context, also in another process. */
let executions = 0;
const itemOf = (context = {}, firstExecution = { id: ++executions, isPartial: false }) => ({
	scope: { execution: {}, firstExecution, context },
});

const taskOf = (of: MediaFile, name = 'a.png') =>
	({ file: of, entry: { name, mediaLabelIds: undefined }, useExisting: true }) as UploadTask;

test.each([
	['stored apart, with the same bytes', true, file('a', 'same'), file('b', 'same')],
	['with other bytes', false, file('a', 'one'), file('b', 'other')],
	['that cannot be read', false, file('a', null), file('b', null)],
	['stored once', true, file('a', null), file('a', null)],
])('files %s are the same: %s', async (_, expected, one, other) => {
	const item = itemOf();
	const areSame = addLookalike(item, one, 'a.png');
	addLookalike(item, other, 'A.png');
	expect(await areSame()).toBe(expected);
});

test.each([
	['another name', 'b.png', {}],
	['another type', 'a.png', { mimeType: 'image/jpeg' }],
	['another size', 'a.png', { size: 4 }],
] as const)('those of %s do not count', async (_, name, more) => {
	const item = itemOf();
	const areSame = addLookalike(item, file('a', 'one'), 'a.png');
	const other = file('b', 'other', more);
	addLookalike(item, other, name);
	await rememberFile(itemOf(item.scope.context), taskOf(other, name));
	expect(await areSame()).toBe(true);
});

test.each([
	['the same bytes', true, 'one'],
	['other bytes', false, 'other'],
	['bytes that cannot be read', false, null],
])('n8n stores what was there before a pause: %s', async (_, expected, digest) => {
	const context = {};
	announceFile(itemOf(context), taskOf(file('a', 'one')));
	await rememberFile(itemOf(context), taskOf(file('a', 'one')));
	announceFile(itemOf(context), taskOf(file('a', 'one')));
	const stored = JSON.parse(JSON.stringify(context)) as object;
	expect(await addLookalike(itemOf(stored), file('b', digest), 'A.png')()).toBe(expected);
	expect(await addLookalike(itemOf(stored), file('a', null), 'a.png')()).toBe(true);
});

test.each([
	['the same bytes', true, 'one'],
	['other bytes', false, 'other'],
])('nothing is stored of an execution that was stopped, and this process knows it: %s', async (_, expected, digest) => {
	const stopped = itemOf();
	announceFile(stopped, taskOf(file('a', 'one')));
	await rememberFile(stopped, taskOf(file('a', 'one')));
	const retry = itemOf({}, stopped.scope.firstExecution);
	announceFile(retry, taskOf(file('a', 'one')));
	expect(await addLookalike(itemOf({}, stopped.scope.firstExecution), file('b', digest), 'a.png')()).toBe(expected);
});

test('one that could not be read before a pause is like none, also none that cannot be read', async () => {
	const context = {};
	await rememberFile(itemOf(context), taskOf(file('a', null)));
	expect(await addLookalike(itemOf(context), file('b', null), 'a.png')()).toBe(false);
});

test('of two that were there before a pause, it is the same as one alone', async () => {
	const context = {};
	for (const digest of ['one', 'other']) {
		await rememberFile(itemOf(context), taskOf(file(digest, digest)));
	}
	expect(await addLookalike(itemOf(context), file('b', 'other'), 'a.png')()).toBe(false);
	expect(await addLookalike(itemOf(context), file('b', 'one'), 'a.png')()).toBe(false);
});

test('one that was announced only, or is uploaded in any case, is not known after a pause', async () => {
	const context = {};
	announceFile(itemOf(context), taskOf(file('a', 'one')));
	await rememberFile(itemOf(context), { ...taskOf(file('b', 'other')), useExisting: false });
	expect(await addLookalike(itemOf(context), file('c', 'another'), 'a.png')()).toBe(true);
});

test('a file that none is like is not read', async () => {
	const digest = jest.fn();
	expect(await addLookalike(itemOf(), file('a', null, { digest }), 'a.png')()).toBe(true);
	expect(digest).not.toHaveBeenCalled();
});

test('what stands in the database in another form counts as nothing', async () => {
	const context = { socialPostSchedulingFiles: 'broken' };
	expect(await addLookalike(itemOf(context), file('a', 'one'), 'a.png')()).toBe(true);
});
