/** What the library cannot tell apart, and what has the same bytes all the same. */
import type { MediaFile } from '../../../nodes/SocialPostScheduling/upload/file';
import { addLookalike, type FileOwner } from '../../../nodes/SocialPostScheduling/upload/lookalikes';

const file = (fingerprint: string, digest: string | null) =>
	({
		size: 3,
		mimeType: 'image/png',
		fingerprint: () => fingerprint,
		digest: async () => await Promise.resolve(digest),
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
	['another credential', '2', 'a.png'],
	['another name', '1', 'b.png'],
])('those of %s do not count', async (_, credential, name) => {
	const item = itemOf();
	const { areSame } = addLookalike(item, file('a', 'one'), 'a.png');
	const other = { ...item, functions: itemOf({}, credential).functions };
	await addLookalike(other, file('b', 'other'), name).store();
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

test('what stands in the database in another form counts as nothing', async () => {
	const context = { socialPostSchedulingFiles: 'broken' };
	expect(await addLookalike(itemOf(context), file('a', 'one'), 'a.png').areSame()).toBe(true);
});
