import fc from 'fast-check';
import { difference } from 'lodash';
import { collectPages, type Paging } from '../../../nodes/SocialPostScheduling/execution/pages';
import type { PageArguments } from '../../../nodes/SocialPostScheduling/execution/pageSequence';
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

/** Tells the list as it is after a request. */
type Change = (ids: number[]) => number[];

/** A list, newest first, that changes after each request as it is told. */
function changingList(ids: number[], changes: readonly Change[], { hasTotal = true, maxSize = Infinity } = {}) {
	let current = ids;
	const asked: PageArguments[] = [];
	const list = {
		asked,
		fetch: async (page: PageArguments) => ok(await list.show(page)),
		show: async ({ page, limit }: PageArguments) => {
			const size = Math.min(limit, maxSize);
			const onPage = entries(...current.slice((page - 1) * size, page * size));
			const shown = pageOf(hasTotal ? current.length : null, onPage);
			current = changes[asked.length]?.(current) ?? current;
			asked.push({ page, limit });
			return await Promise.resolve(shown);
		},
	};
	return list;
}

/** Each entry is a result. */
const collect = async (fetchPage: (page: PageArguments) => Promise<Result<Page<Entry>, Failure>>, paging: Paging) =>
	await collectPages(fetchPage, paging, (found) => found);

const idsOf = (outcome: Awaited<ReturnType<typeof collect>>) =>
	outcome.ok ? outcome.value.results.map(({ id }) => Number(id)) : outcome;

const ALL = Number.POSITIVE_INFINITY;
const HUNDREDS: Paging = { limit: ALL, pageSize: 100 };

const downFrom = (count: number) => Array.from({ length: count }, (_, index) => count - index);
const without =
	(...gone: number[]): Change =>
	(ids) =>
		ids.filter((id) => !gone.includes(id));
const still: Change = (ids) => ids;

test.each([
	[0, 1],
	[1, 1],
	[99, 1],
	[101, 2],
	[197, 2],
	[250, 3],
	[999, 11],
	[5000, 57],
])('%i entries in pages of 100 take %i requests, with and without a total', async (count, requests) => {
	for (const hasTotal of [true, false]) {
		const list = changingList(downFrom(count), [], { hasTotal });
		expect(idsOf(await collect(list.fetch, HUNDREDS))).toEqual(downFrom(count));
		expect(list.asked).toHaveLength(requests);
	}
});

test('a full page that is all there is takes one request', async () => {
	const list = changingList(downFrom(100), []);
	expect(idsOf(await collect(list.fetch, HUNDREDS))).toEqual(downFrom(100));
	expect(list.asked).toHaveLength(1);
});

test('no page is longer than the service gives them, and each begins with an entry of the one before', async () => {
	const list = changingList(downFrom(3000), []);
	await collect(list.fetch, HUNDREDS);
	let end = 1;
	for (const { page, limit } of list.asked) {
		expect(limit).toBeLessThanOrEqual(100);
		expect((page - 1) * limit).toBeLessThan(end);
		end = page * limit;
	}
});

test('no more than the limit, and no entry is asked for that is not wanted', async () => {
	const list = changingList(downFrom(9), []);
	expect(idsOf(await collect(list.fetch, { limit: 5, pageSize: 100, firstPageSize: 5 }))).toEqual([9, 8, 7, 6, 5]);
	expect(list.asked).toEqual([{ page: 1, limit: 5 }]);
});

test('an entry that comes meanwhile makes no other one come twice', async () => {
	const list = changingList(downFrom(150), [(ids) => [151, ...ids]]);
	expect(idsOf(await collect(list.fetch, HUNDREDS))).toEqual(downFrom(150));
});

test('an entry that goes meanwhile makes no other one be left out', async () => {
	const list = changingList(downFrom(150), [without(150)]);
	expect(idsOf(await collect(list.fetch, HUNDREDS))).toEqual(downFrom(150));
	expect(list.asked).toHaveLength(3);
});

test('one goes and another one comes at the end: none is left out, although the total stays as it was', async () => {
	const list = changingList(downFrom(150), [(ids) => [...without(150)(ids), 0]]);
	expect(idsOf(await collect(list.fetch, HUNDREDS))).toEqual([...downFrom(150), 0]);
});

test('the entry that the next page begins with goes', async () => {
	const list = changingList(downFrom(150), [without(51)]);
	expect(idsOf(await collect(list.fetch, HUNDREDS))).toEqual(downFrom(150));
});

test('many go at once', async () => {
	const list = changingList(downFrom(1500), [still, still, still, (ids) => ids.slice(250)]);
	expect(idsOf(await collect(list.fetch, HUNDREDS))).toEqual(downFrom(1500));
});

test('entries come all the time: the list is read all the same', async () => {
	const changes = Array.from(
		{ length: 12 },
		(_, index): Change =>
			(ids) => [1001 + index, ...ids],
	);
	const list = changingList(downFrom(1000), changes);
	expect(idsOf(await collect(list.fetch, HUNDREDS))).toEqual(downFrom(1000));
	expect(list.asked).toHaveLength(12);
});

test('one goes after each request, and one comes at the end: the list is read all the same', async () => {
	const changes = Array.from(
		{ length: 60 },
		(_, index): Change =>
			(ids) => [...ids.slice(1), -index],
	);
	const collected = await collect(changingList(downFrom(1000), changes).fetch, HUNDREDS);
	expect(
		difference(downFrom(1000 - 60), collected.ok ? collected.value.results.map(({ id }) => Number(id)) : []),
	).toEqual([]);
});

test.each([50, 25, 7, 2, 1])('a service that gives %i entries a page at most', async (maxSize) => {
	const list = changingList(downFrom(120), [], { maxSize });
	expect(idsOf(await collect(list.fetch, HUNDREDS))).toEqual(downFrom(120));
});

test.each([3, 100])(
	'a list that does not know pages is not read for ever, and no part of it is taken for all',
	async (size) => {
		let requests = 0;
		const fetch = async () => {
			requests += 1;
			return await Promise.resolve(ok(pageOf(900, entries(...downFrom(size)))));
		};
		expect(await collect(fetch, { limit: ALL, pageSize: size })).toMatchObject({ ok: false });
		expect(requests).toBe(13);
	},
);

test.each([true, false])(
	'a service whose pages have 20 entries, whatever it is asked for (total: %j)',
	async (hasTotal) => {
		const all = downFrom(130);
		const fetch = async ({ page }: PageArguments) => {
			const onPage = entries(...all.slice((page - 1) * 20, page * 20));
			return await Promise.resolve(ok(pageOf(hasTotal ? all.length : null, onPage)));
		};
		const collected = idsOf(await collect(fetch, { limit: ALL, pageSize: hasTotal ? 100 : 10 }));
		expect(collected).toEqual(all);
	},
);

test('one page that is cut short by chance does not end the list, and does not make the others short', async () => {
	const list = changingList(downFrom(500), []);
	const fetch = async (page: PageArguments) => {
		const { total, entries: all } = await list.show(page);
		return ok(
			pageOf(total, list.asked.length === 2 ? all.slice(0, 1) : list.asked.length === 4 ? all.slice(0, 5) : [...all]),
		);
	};
	expect(idsOf(await collect(fetch, HUNDREDS))).toEqual(downFrom(500));
	expect(list.asked.length).toBeLessThanOrEqual(9);
});

test('entries in an order that is another one for each page: the list is read again until all are there', async () => {
	const all = downFrom(150);
	let requests = 0;
	const fetch = async ({ page, limit }: PageArguments) => {
		requests += 1;
		// Of ten equal ones, those at the end of the first page, the order turns with each request.
		const ties = all.slice(95, 105);
		const turned = requests % 2 === 0 ? ties.reverse() : ties;
		const list = [...all.slice(0, 95), ...turned, ...all.slice(105)];
		return await Promise.resolve(ok(pageOf(150, entries(...list.slice((page - 1) * limit, page * limit)))));
	};
	const collected = await collect(fetch, HUNDREDS);
	expect(difference(all, collected.ok ? collected.value.results.map(({ id }) => Number(id)) : [])).toEqual([]);
});

test('one that does not know pages nor its length has one page', async () => {
	const fetch = async () => await Promise.resolve(ok(pageOf(null, entries(3, 2, 1))));
	expect(idsOf(await collect(fetch, HUNDREDS))).toEqual([3, 2, 1]);
});

test.each([1, 2])('request %i brings an empty page for a moment: it is read again', async (empty) => {
	const list = changingList(downFrom(150), []);
	const fetch = async (page: PageArguments) => {
		const shown = await list.show(page);
		return ok(list.asked.length === empty ? pageOf(150, []) : shown);
	};
	expect(idsOf(await collect(fetch, HUNDREDS))).toEqual(downFrom(150));
	expect(list.asked).toHaveLength(3);
});

test.each([0, 2, 80, 120, 999])(
	'a total that counts more than the %i there are does not keep the list from being read',
	async (count) => {
		const list = changingList(downFrom(count), []);
		const fetch = async (page: PageArguments) => {
			const shown = await list.show(page);
			return ok({ ...shown, total: count + 80 });
		};
		expect(idsOf(await collect(fetch, HUNDREDS))).toEqual(downFrom(count));
		expect(list.asked.length).toBeLessThanOrEqual(Math.ceil(count / 90) + 2);
	},
);

test.each([true, false])('entries that are null count as read (total: %j)', async (hasTotal) => {
	const list = changingList(downFrom(150), [], { hasTotal });
	const fetch = async (page: PageArguments) => {
		const { total, entries: all, size } = await list.show(page);
		return ok({ total, entries: all.filter(({ id }) => Number(id) % 7 !== 0), size });
	};
	expect(idsOf(await collect(fetch, HUNDREDS))).toEqual(downFrom(150).filter((id) => id % 7 !== 0));
	expect(list.asked).toHaveLength(2);
});

test('an entry that is in the list twice is there once', async () => {
	expect(idsOf(await collect(changingList([3, 2, 2, 1], []).fetch, HUNDREDS))).toEqual([3, 2, 1]);
});

test('replicas that are not of one mind do not make it read for ever', async () => {
	const list = changingList(downFrom(350), []);
	const fetch = async (page: PageArguments) => {
		const { total, entries: all, size } = await list.show(page);
		return ok(list.asked.length % 2 === 0 ? { total, entries: all, size } : pageOf(349, all.slice(1)));
	};
	await collect(fetch, HUNDREDS);
	expect(list.asked.length).toBeLessThanOrEqual(60);
});

test('whatever comes and goes meanwhile: what stays all the time is there once', async () => {
	const change: fc.Arbitrary<Change> = fc.oneof(
		fc.constant(still),
		fc.integer({ min: 1000, max: 1_000_000 }).map(
			(id): Change =>
				(ids) => [id, ...ids],
		),
		fc.integer({ min: 1000, max: 1_000_000 }).map(
			(id): Change =>
				(ids) => [...ids, id],
		),
		fc.nat(60).map(
			(at): Change =>
				(ids) =>
					ids.filter((_, index) => index !== at),
		),
		fc.nat(60).map(
			(at): Change =>
				(ids) =>
					ids.filter((_, index) => index < at || index > at + 15),
		),
		fc.tuple(fc.nat(60), fc.integer({ min: 1000, max: 1_000_000 })).map(
			([at, id]): Change =>
				(ids) => [...ids.filter((_, index) => index !== at), id],
		),
	);
	let failures = 0;
	await fc.assert(
		fc.asyncProperty(
			fc.nat(120),
			fc.integer({ min: 10, max: 30 }),
			fc.array(change, { maxLength: 12 }),
			async (count, pageSize, changes) => {
				const ids = downFrom(count);
				const stayed = changes.reduce((left, apply) => apply(left), ids).filter((id) => id <= count);
				const outcome = idsOf(await collect(changingList(ids, changes).fetch, { limit: ALL, pageSize }));
				if (!Array.isArray(outcome)) {
					failures += 1;
					return;
				}
				expect(new Set(outcome).size).toBe(outcome.length);
				expect(difference(stayed, outcome)).toEqual([]);
			},
		),
		{ numRuns: 3000 },
	);
	expect(failures).toBe(0);
});

test('the limit counts what is selected, and not the entries', async () => {
	const list = changingList(downFrom(250), []);
	const ofTen = (found: readonly Entry[]) => found.filter(({ id }) => Number(id) % 10 === 0);
	const outcome = await collectPages(list.fetch, { limit: 12, pageSize: 100 }, ofTen);
	expect(outcome.ok && outcome.value.results.map(({ id }) => Number(id))).toEqual(
		Array.from({ length: 12 }, (_, index) => 250 - 10 * index),
	);
	expect(list.asked).toHaveLength(2);
});

test('the entries of a long list are looked through once', async () => {
	const select = jest.fn((found: readonly Entry[]) => found);
	const list = changingList(downFrom(2_000), []);
	await collectPages(list.fetch, HUNDREDS, select);
	expect(select).toHaveBeenCalledTimes(1);
	select.mockClear();
	await collectPages(changingList(downFrom(2_000), []).fetch, { ...HUNDREDS, limit: 950 }, select);
	expect(select).toHaveBeenCalledTimes(1);
});
