/** What the library cannot tell apart, and what has the same bytes all the same. */
import type { MediaFile } from '../../../nodes/SocialPostScheduling/upload/file';
import { addLookalike, type FileOwner } from '../../../nodes/SocialPostScheduling/upload/lookalikes';

const file = (fingerprint: string, digest: string | null, more: Partial<MediaFile> = {}) =>
	({
		size: 3,
		mimeType: 'image/png',
		fingerprint: () => fingerprint,
		digest: async () => await Promise.resolve(digest),
		...more,
	}) as MediaFile;

/** An item of an execution, which n8n may load anew with the same context. */
const itemOf = (context = {}, credential = '1'): FileOwner =>
	({
		functions: { getNode: () => ({ credentials: { socialPostSchedulingApi: { id: credential } } }) },
		scope: { execution: {}, context },
	}) as unknown as FileOwner;

test.each([
	['stored apart, with the same bytes', true, file('a', 'same'), file('b', 'same')],
	['with other bytes', false, file('a', 'one'), file('b', 'other')],
	['that cannot be read', false, file('a', null), file('b', null)],
	['stored once', true, file('a', null), file('a', null)],
])('files %s are the same: %s', async (_, expected, one, other) => {
	const item = itemOf();
	const { areSame } = addLookalike(item, one, 'a.png');
	addLookalike(item, other, 'A.png');
	expect(await areSame()).toBe(expected);
});

test.each([
	['another credential', '2', 'a.png', {}],
	['another name', '1', 'b.png', {}],
	['another type', '1', 'a.png', { mimeType: 'image/jpeg' }],
	['another size', '1', 'a.png', { size: 4 }],
] as const)('those of %s do not count', async (_, credential, name, more) => {
	const item = itemOf();
	const { areSame } = addLookalike(item, file('a', 'one'), 'a.png');
	const other = { ...item, functions: itemOf({}, credential).functions };
	await addLookalike(other, file('b', 'other', more), name).store();
	expect(await areSame()).toBe(true);
});

test.each([
	['the same bytes', true, 'one'],
	['other bytes', false, 'other'],
	['bytes that cannot be read', false, null],
])('n8n stores what was there before a pause: %s', async (_, expected, digest) => {
	const context = {};
	const first = addLookalike(itemOf(context), file('a', 'one'), 'a.png');
	await first.store();
	await first.store();
	const stored: unknown = JSON.parse(JSON.stringify(context));
	expect(JSON.stringify(stored).match(/one/g)).toHaveLength(1);
	const later = addLookalike(itemOf(stored as object), file('b', digest), 'A.png');
	expect(await later.areSame()).toBe(expected);
});

test('of two that were there before a pause, it is the same as one alone', async () => {
	const context = {};
	for (const digest of ['one', 'other']) {
		await addLookalike(itemOf(context), file(digest, digest), 'a.png').store();
	}
	expect(await addLookalike(itemOf(context), file('b', 'other'), 'a.png').areSame()).toBe(false);
	expect(await addLookalike(itemOf(context), file('b', 'one'), 'a.png').areSame()).toBe(false);
});

test('one that cannot be read is not stored', async () => {
	const context = {};
	await addLookalike(itemOf(context), file('a', null), 'a.png').store();
	expect(JSON.stringify(context)).not.toContain('null');
});

test('a file that none is like is not read', async () => {
	const digest = jest.fn();
	expect(await addLookalike(itemOf(), file('a', null, { digest }), 'a.png').areSame()).toBe(true);
	expect(digest).not.toHaveBeenCalled();
});

test('what stands in the database in another form counts as nothing', async () => {
	const context = { socialPostSchedulingFiles: 'broken' };
	expect(await addLookalike(itemOf(context), file('a', 'one'), 'a.png').areSame()).toBe(true);
});
