/** Which files of an item are uploaded ahead of its turn. */
import type { ItemFailure } from '../../../nodes/SocialPostScheduling/execution/itemResult';
import { UploadsAhead } from '../../../nodes/SocialPostScheduling/execution/uploadsAhead';
import { START_MEDIA_UPLOAD } from '../../../nodes/SocialPostScheduling/upload/session';
import { err, ok } from '../../../nodes/SocialPostScheduling/utils/result';

const FAILURE: ItemFailure = { ok: false, request: START_MEDIA_UPLOAD, failure: { kind: 'canceled', sent: false } };
const fileOf = (id: number) => ({ name: `${id}.png`, id: String(id), isFromUrl: false, warnings: [] });

test('after one has failed no other one begins, and those that were under way are known', async () => {
	const begun: number[] = [];
	const ahead = new UploadsAhead(() => true);
	const uploads = Array.from({ length: 8 }, (_, id) => async () => {
		begun.push(id);
		await Promise.resolve();
		return id === 1 ? err(FAILURE) : ok(fileOf(id));
	});
	await ahead.run(3, uploads);
	expect(begun.slice(0, 4)).toEqual([0, 1, 2, 3]);
	expect(begun.length).toBeLessThan(uploads.length);
	expect(ahead.filesOf(3)).toEqual(begun.filter((id) => id !== 1).map(fileOf));
	expect(ahead.failuresOf(3)).toEqual([FAILURE]);
});

test('for an item that does not get its turn any more nothing begins', async () => {
	let isWanted = true;
	const begun: number[] = [];
	const ahead = new UploadsAhead((item) => item !== 3 || isWanted);
	const uploads = Array.from({ length: 8 }, (_, id) => async () => {
		begun.push(id);
		isWanted = false;
		return await Promise.resolve(ok(fileOf(id)));
	});
	await ahead.run(3, uploads);
	expect(begun.length).toBeLessThanOrEqual(4);
	expect(ahead.filesOf(3)).toEqual(begun.map(fileOf));
});

test('what an earlier try has left is known until it is tried again', async () => {
	const first = new UploadsAhead(() => true);
	await first.run(3, [
		async () => await Promise.resolve(ok(fileOf(0))),
		async () => await Promise.resolve(err(FAILURE)),
	]);
	let answer: (result: ReturnType<typeof ok<ReturnType<typeof fileOf>>>) => void = () => {};
	const second = new UploadsAhead(() => true, first);
	const run = second.run(3, [
		async () => await Promise.resolve(ok(fileOf(0))),
		async () => await new Promise((resolve) => (answer = resolve)),
	]);
	expect(second.filesOf(3)).toEqual([fileOf(0)]);
	expect(second.failuresOf(3)).toEqual([FAILURE]);
	await new Promise((resolve) => setTimeout(resolve, 1));
	answer(ok(fileOf(1)));
	await run;
	expect(second.filesOf(3)).toEqual([fileOf(0), fileOf(1)]);
	expect(second.failuresOf(3)).toEqual([]);
});

test('one that throws is not waited for alone', async () => {
	const ahead = new UploadsAhead(() => true);
	let isDone = false;
	await ahead.run(3, [
		async () => await Promise.reject(new Error('Thrown')),
		async () => {
			await new Promise((resolve) => setTimeout(resolve, 20));
			isDone = true;
			return ok(fileOf(1));
		},
	]);
	expect(isDone).toBe(true);
	expect(ahead.filesOf(3)).toEqual([fileOf(1)]);
});
