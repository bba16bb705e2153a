import fc from 'fast-check';
import { collectPages, type Paging } from '../../../nodes/SocialPostScheduling/execution/pages';
import type { Failure } from '../../../nodes/SocialPostScheduling/transport/failure';
import type { Entry, Page } from '../../../nodes/SocialPostScheduling/transport/page';
import { ok, type Result } from '../../../nodes/SocialPostScheduling/utils/result';

const entries = (...ids: number[]) => ids.map((id) => ({ id: String(id) }));

/** A page; `nulls` of its entries could not be read. */
const pageOf = (total: number | null, readable: Entry[], nulls = 0): Page<Entry> => ({
	total,
	entries: readable,
	size: readable.length + nulls,
});

/** A list, newest first, that changes after each request as it is told. */
function changingList(ids: number[], changes: ReadonlyArray<(ids: number[]) => number[]>, hasTotal = true) {
	let current = ids;
	let requests = 0;
	return {
		requests: () => requests,
		fetch: (pageSize: number) => async (page: number) => {
			const onPage = entries(...current.slice((page - 1) * pageSize, page * pageSize));
			const shown = pageOf(hasTotal ? current.length : null, onPage);
			current = changes[requests]?.(current) ?? current;
			requests += 1;
			return await Promise.resolve(ok(shown));
		},
	};
}

/** Each entry is a result. */
const collect = async (fetchPage: (page: number) => Promise<Result<Page<Entry>, Failure>>, paging: Paging) =>
	await collectPages(fetchPage, paging, (found) => found);

const idsOf = (outcome: Awaited<ReturnType<typeof collect>>) =>
	outcome.ok ? outcome.value.map(({ id }) => Number(id)) : [];

const ALL = Number.POSITIVE_INFINITY;

test.each([
	[0, 1],
	[1, 1],
	[3, 1],
	[4, 2],
	[7, 3],
])('%i entries in pages of 3 take %i requests, with and without a total', async (count, requests) => {
	const ids = Array.from({ length: count }, (_, index) => count - index);
	const list = changingList(ids, []);
	expect(idsOf(await collect(list.fetch(3), { limit: ALL, pageSize: 3 }))).toEqual(ids);
	expect(list.requests()).toBe(requests);
	const without = changingList(ids, [], false);
	expect(idsOf(await collect(without.fetch(3), { limit: ALL, pageSize: 3 }))).toEqual(ids);
});

test('no more than the limit, and no request more than it takes', async () => {
	const list = changingList([9, 8, 7, 6, 5, 4, 3, 2, 1], []);
	expect(idsOf(await collect(list.fetch(3), { limit: 5, pageSize: 3 }))).toEqual([9, 8, 7, 6, 5]);
	expect(list.requests()).toBe(2);
});

test('an entry that comes meanwhile makes no other one come twice', async () => {
	const list = changingList([4, 3, 2, 1], [(ids) => [5, ...ids]]);
	expect(idsOf(await collect(list.fetch(2), { limit: ALL, pageSize: 2 }))).toEqual([4, 3, 2, 1]);
});

test('an entry that goes meanwhile makes no other one be left out', async () => {
	const list = changingList([6, 5, 4, 3, 2, 1], [(ids) => ids.filter((id) => id !== 6)]);
	expect(idsOf(await collect(list.fetch(2), { limit: ALL, pageSize: 2 }))).toEqual([5, 4, 3, 2, 1]);
});

test('a service that gives shorter pages than it was asked for', async () => {
	const list = changingList([5, 4, 3, 2, 1], []);
	expect(idsOf(await collect(list.fetch(2), { limit: ALL, pageSize: 100 }))).toEqual([5, 4, 3, 2, 1]);
	expect(list.requests()).toBe(3);
});

test('a list that does not know pages is not read for ever, and no part of it is taken for all', async () => {
	let requests = 0;
	const fetch = async () => {
		requests += 1;
		return await Promise.resolve(ok(pageOf(9, entries(3, 2, 1))));
	};
	expect(await collect(fetch, { limit: ALL, pageSize: 3 })).toMatchObject({ ok: false });
	expect(requests).toBe(8);
});

test('one that does not know pages nor its length has one page', async () => {
	const fetch = async () => await Promise.resolve(ok(pageOf(null, entries(3, 2, 1))));
	expect(idsOf(await collect(fetch, { limit: ALL, pageSize: 3 }))).toEqual([3, 2, 1]);
});

test('a page that is empty for a moment is read again', async () => {
	let requests = 0;
	const fetch = async (page: number) => {
		requests += 1;
		const shown = requests === 2 ? [] : page === 1 ? entries(4, 3) : entries(2, 1);
		return await Promise.resolve(ok(pageOf(4, shown)));
	};
	expect(idsOf(await collect(fetch, { limit: ALL, pageSize: 2 }))).toEqual([4, 3, 2, 1]);
});

test('a total that counts more than there is does not keep the list from being read', async () => {
	const list = async (page: number) => await Promise.resolve(ok(pageOf(99, page === 1 ? entries(2, 1) : [])));
	expect(idsOf(await collect(list, { limit: ALL, pageSize: 2 }))).toEqual([2, 1]);
});

test.each([5, null])('entries that are null count as read: no page is asked for again (total %j)', async (total) => {
	let requests = 0;
	const fetch = async (page: number) => {
		requests += 1;
		return await Promise.resolve(ok(page === 1 ? pageOf(total, entries(5, 4), 1) : pageOf(total, entries(1), 1)));
	};
	expect(idsOf(await collect(fetch, { limit: ALL, pageSize: 3 }))).toEqual([5, 4, 1]);
	expect(requests).toBe(2);
});

test('an entry that is in the list twice is there once', async () => {
	const list = async (page: number) => await Promise.resolve(ok(pageOf(4, page === 1 ? entries(3, 2) : entries(2, 1))));
	expect(idsOf(await collect(list, { limit: ALL, pageSize: 2 }))).toEqual([3, 2, 1]);
});

test('replicas that are not of one mind do not make it read for ever', async () => {
	let requests = 0;
	const fetch = async (page: number) => {
		requests += 1;
		return await Promise.resolve(ok(pageOf(6 - (requests % 2), page === 1 ? entries(6, 5, 4) : entries(3, 2, 1))));
	};
	await collect(fetch, { limit: ALL, pageSize: 3 });
	expect(requests).toBeLessThanOrEqual(8);
});

test('an order that changes between pages is read again, until all are there', async () => {
	let requests = 0;
	const pages = [entries(3, 2), entries(2, 1), entries(3, 2), entries(1, 4)];
	const fetch = async () => await Promise.resolve(ok(pageOf(4, pages[requests++] ?? [])));
	expect(idsOf(await collect(fetch, { limit: ALL, pageSize: 2 })).sort()).toEqual([1, 2, 3, 4]);
});

test('whatever comes and goes meanwhile: what stays all the time is there once', async () => {
	const change = fc.oneof(
		fc.constant((ids: number[]) => ids),
		fc.integer({ min: 100, max: 1_000_000 }).map((id) => (ids: number[]) => [id, ...ids]),
		fc.nat(30).map((at) => (ids: number[]) => ids.filter((_, index) => index !== at)),
		fc.nat(30).map((at) => (ids: number[]) => ids.filter((_, index) => index < at || index > at + 3)),
	);
	await fc.assert(
		fc.asyncProperty(
			fc.nat(30),
			fc.integer({ min: 1, max: 7 }),
			fc.array(change, { maxLength: 12 }),
			async (count, pageSize, changes) => {
				const ids = Array.from({ length: count }, (_, index) => count - index);
				const stayed = changes.reduce((left, apply) => apply(left), ids).filter((id) => id <= count);
				const collected = await collect(changingList(ids, changes).fetch(pageSize), { limit: ALL, pageSize });
				if (!collected.ok) return;
				const outcome = idsOf(collected);
				expect(new Set(outcome).size).toBe(outcome.length);
				expect(outcome).toEqual(expect.arrayContaining(stayed));
			},
		),
		{ numRuns: 3000 },
	);
});

test('the limit counts what is selected, and not the entries', async () => {
	const list = changingList([9, 8, 7, 6, 5, 4, 3, 2, 1], []);
	const even = (found: readonly Entry[]) => found.filter(({ id }) => Number(id) % 2 === 0);
	const outcome = await collectPages(list.fetch(3), { limit: 2, pageSize: 3 }, even);
	expect(outcome).toEqual(ok([{ id: '8' }, { id: '6' }]));
	expect(list.requests()).toBe(2);
});
