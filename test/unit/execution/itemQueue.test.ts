import { ItemQueue, type QueueSettings, type Admission } from '../../../nodes/SocialPostScheduling/execution/itemQueue';
import { turn } from '../builders';

/** A pass with a note of what each item was told, in the order in which it was told. */
class Watched {
	readonly pass: ItemQueue;
	readonly told: string[] = [];

	constructor(settings: Partial<QueueSettings> = {}) {
		this.pass = new ItemQueue({
			total: null,
			spaced: false,
			concurrency: 1,
			stopsOnFailure: true,
			lookahead: 0,
			...settings,
		});
	}

	arrive(...items: number[]): this {
		for (const item of items) this.pass.register(item);
		return this;
	}

	/** The items have been checked and ask to begin. */
	async enter(...items: number[]): Promise<this> {
		for (const item of items)
			void this.pass.acquire(item).then((verdict: Admission) => this.told.push(`${item} ${verdict}`));
		await turn();
		return this;
	}

	async leave(item: number, ok = true): Promise<this> {
		this.pass.release(item, ok);
		await turn();
		return this;
	}

	async assemble(): Promise<this> {
		this.pass.seal();
		await turn();
		return this;
	}
}

/** A pass that all its items have joined. */
async function assembled(total: number, settings: Partial<QueueSettings> = {}): Promise<Watched> {
	const items = Array.from({ length: total }, (_, item) => item);
	return await new Watched({ total, ...settings }).arrive(...items).assemble();
}

describe('order and width', () => {
	test('items begin in their order, whatever the order in which they were checked', async () => {
		const watched = await assembled(3);
		await watched.enter(2, 0, 1);
		expect(watched.told).toEqual(['0 begin']);
		await watched.leave(0);
		await watched.leave(1);
		expect(watched.told).toEqual(['0 begin', '1 begin', '2 begin']);
	});

	test('item 10 comes after item 9, not after item 1', async () => {
		const watched = await assembled(12, { concurrency: 12 });
		await watched.enter(11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
		expect(watched.told.map((line) => Number.parseInt(line))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
	});

	test.each([1, 2, 4])('%i at a time', async (concurrency) => {
		const watched = await assembled(6, { concurrency });
		await watched.enter(0, 1, 2, 3, 4, 5);
		expect(watched.told).toHaveLength(concurrency);
		await watched.leave(0);
		expect(watched.told).toHaveLength(concurrency + 1);
		expect(watched.told.at(-1)).toBe(`${concurrency} begin`);
	});

	test('fewer items than may be under way all begin', async () => {
		const watched = await (await assembled(2, { concurrency: 4 })).enter(0, 1);
		expect(watched.told).toEqual(['0 begin', '1 begin']);
	});
});

describe('nothing begins before all are checked', () => {
	test('an item waits for the check of the others', async () => {
		const watched = await assembled(3, { concurrency: 3 });
		await watched.enter(0, 1);
		expect(watched.told).toEqual([]);
		await watched.enter(2);
		expect(watched.told).toEqual(['0 begin', '1 begin', '2 begin']);
	});

	test('an item waits until the engine has begun all of them', async () => {
		const watched = new Watched({ total: 2, concurrency: 2 }).arrive(0, 1);
		await watched.enter(0, 1);
		expect(watched.told).toEqual([]);
		await watched.assemble();
		expect(watched.told).toEqual(['0 begin', '1 begin']);
	});

	test('one item that cannot be sent keeps all from beginning', async () => {
		const watched = await assembled(3, { concurrency: 3 });
		await watched.enter(0, 2);
		await watched.leave(1, false);
		expect(watched.told).toEqual(['0 skipped', '2 skipped']);
		expect(watched.pass.skippedItems()).toEqual([0, 2]);
	});

	test('where the node is set to continue, it keeps nobody', async () => {
		const watched = await assembled(3, { concurrency: 3, stopsOnFailure: false });
		await watched.enter(0, 2);
		await watched.leave(1, false);
		expect(watched.told).toEqual(['0 begin', '2 begin']);
	});

	test('an item that is known from an earlier try counts as checked', async () => {
		const watched = await assembled(2);
		await watched.leave(0, true);
		await watched.enter(1);
		expect(watched.told).toEqual(['1 begin']);
	});
});

describe('items tell each other what they are', () => {
	/** The items that have heard of all others, in that order. */
	const heard = (pass: ItemQueue, ...items: number[]): number[] => {
		const known: number[] = [];
		for (const item of items) void pass.onAllTold(item).then(() => known.push(item));
		return known;
	};

	test('each hears when all have told, in their order', async () => {
		const { pass } = await assembled(3);
		const known = heard(pass, 2, 0);
		await turn();
		expect(known).toEqual([]);
		const last = heard(pass, 1);
		await turn();
		expect([known, last]).toEqual([[0, 2], [1]]);
	});

	test('not before the engine has begun all of them', async () => {
		const watched = new Watched({ total: 2 }).arrive(0);
		const known = heard(watched.pass, 0);
		await turn();
		expect(known).toEqual([]);
		heard(watched.arrive(1).pass, 1);
		await watched.assemble();
		expect(known).toEqual([0]);
	});

	test('what all have told next is told before anyone goes on', async () => {
		const { pass } = await assembled(3);
		const told: string[] = [];
		for (const item of [2, 1, 0])
			void (async () => {
				await pass.onAllTold(item);
				told.push(`${item} tells`);
				await pass.onAllTold(item);
				told.push(`${item} goes on`);
			})();
		await turn();
		expect(told).toEqual(['0 tells', '1 tells', '2 tells', '0 goes on', '1 goes on', '2 goes on']);
	});

	test.each<[string, (watched: Watched) => Promise<unknown> | void]>([
		['is refused', async (watched) => await watched.leave(1, false)],
		['asks to begin without a word', async (watched) => await watched.enter(1)],
		['is left out', ({ pass }) => pass.skip(1)],
		['comes to nothing, as the engine gave up', ({ pass }) => pass.close()],
	])('nobody waits for one that %s', async (_, end) => {
		const watched = await assembled(2);
		const known = heard(watched.pass, 0);
		await turn();
		expect(known).toEqual([]);
		await end(watched);
		await turn();
		expect(known).toEqual([0]);
	});

	test('an item that is spaced out waits for none that is still to come', async () => {
		const watched = new Watched({ spaced: true, total: 2 }).arrive(0);
		const known = heard(watched.pass, 0);
		await turn();
		expect(known).toEqual([0]);
	});
});

describe('a failure', () => {
	test('keeps the items that have not begun from beginning, where the node is set to stop', async () => {
		const watched = await assembled(5, { concurrency: 2 });
		await watched.enter(0, 1, 2, 3, 4);
		await watched.leave(0, false);
		expect(watched.told).toEqual(['0 begin', '1 begin', '2 skipped', '3 skipped', '4 skipped']);
		await watched.leave(1, true);
		expect([...watched.pass.done]).toEqual([1]);
		expect([...watched.pass.failed]).toEqual([0]);
		expect(watched.pass.skippedItems()).toEqual([2, 3, 4]);
	});

	test('lets the others go on, where it is set to continue', async () => {
		const watched = await assembled(3, { stopsOnFailure: false });
		await watched.enter(0, 1, 2);
		for (const item of [0, 1, 2]) await watched.leave(item, item === 2);
		expect(watched.told).toEqual(['0 begin', '1 begin', '2 begin']);
		expect([...watched.pass.failed]).toEqual([0, 1]);
		expect(watched.pass.skippedItems()).toEqual([]);
	});
});

describe('a pass that the engine gave up before it began', () => {
	test('begins nothing, where the node is set to stop', async () => {
		const watched = await new Watched({ total: 3, concurrency: 3 }).arrive(0, 2).assemble();
		await watched.enter(0, 2);
		expect(watched.told).toEqual(['0 skipped', '2 skipped']);
		expect(watched.pass.skippedItems()).toEqual([0, 1, 2]);
	});

	test('goes on, where it is set to continue', async () => {
		const watched = await new Watched({ total: 3, concurrency: 3, stopsOnFailure: false }).arrive(0, 2).assemble();
		await watched.enter(0, 2);
		expect(watched.told).toEqual(['0 begin', '2 begin']);
	});
});

describe('items that the engine spaces out', () => {
	test('begin as they come', async () => {
		const watched = new Watched().arrive(0);
		await watched.enter(0);
		await watched.leave(0);
		await watched.arrive(1).enter(1);
		expect(watched.told).toEqual(['0 begin', '1 begin']);
	});

	test('do not begin after a failure', async () => {
		const watched = new Watched().arrive(0);
		await watched.enter(0);
		await watched.leave(0, false);
		await watched.arrive(1).enter(1);
		expect(watched.told).toEqual(['0 begin', '1 skipped']);
		expect(watched.pass.skippedItems()).toEqual([1]);
	});
});

describe('a pass is settled', () => {
	const settlement = (pass: ItemQueue) => {
		const seen = { settled: false };
		void pass.onIdle().then(() => {
			seen.settled = true;
		});
		return seen;
	};

	test('when nothing is under way and nothing waits', async () => {
		const watched = await assembled(3, { concurrency: 2 });
		const seen = settlement(watched.pass);
		await watched.enter(0, 1, 2);
		await watched.leave(0, true);
		await watched.leave(1, false);
		expect(watched.told).toContain('2 begin');
		expect(seen.settled).toBe(false);
		await watched.leave(2, true);
		expect(seen.settled).toBe(true);
	});

	test('not while an item is still checked, which may yet begin', async () => {
		const watched = await assembled(2, { stopsOnFailure: false });
		await watched.leave(0, false);
		const seen = settlement(watched.pass);
		await turn();
		expect(seen.settled).toBe(false);
		await watched.enter(1);
		await watched.leave(1);
		expect(seen.settled).toBe(true);
	});

	test('not before the engine has begun all items', async () => {
		const watched = new Watched({ total: 2 }).arrive(0);
		await watched.leave(0, false);
		const seen = settlement(watched.pass);
		await turn();
		expect(seen.settled).toBe(false);
		await watched.arrive(1).leave(1, false);
		await watched.assemble();
		expect(seen.settled).toBe(true);
	});

	test('for everyone who asked, and at once for who asks later', async () => {
		const watched = await assembled(1);
		await watched.enter(0);
		const seen = [settlement(watched.pass), settlement(watched.pass)];
		await watched.leave(0);
		await watched.pass.onIdle();
		expect(seen).toEqual([{ settled: true }, { settled: true }]);
	});
});

test('a pass knows its items, so that a second coming is a new pass', () => {
	const { pass } = new Watched().arrive(0, 2);
	expect([0, 1, 2].map((item) => pass.has(item))).toEqual([true, false, true]);
});

describe('where the engine spaces the items out', () => {
	const spaced = { total: 3, spaced: true };

	test('an item begins when it comes', async () => {
		const watched = await new Watched(spaced).arrive(0).enter(0);
		expect(watched.told).toEqual(['0 begin']);
	});

	test('the pass is not settled before the last item has come: until then nobody looks at what was thrown', async () => {
		const watched = await new Watched(spaced).arrive(0).enter(0);
		await watched.leave(0, false);
		let settled = false;
		void watched.pass.onIdle().then(() => (settled = true));
		await watched.arrive(1).enter(1);
		expect([watched.told, settled]).toEqual([['0 begin', '1 skipped'], false]);
		await watched.arrive(2).enter(2);
		await turn();
		expect(settled).toBe(true);
		expect(watched.pass.skippedItems()).toEqual([1, 2]);
	});
});

describe('when the engine gives up on a pass', () => {
	test('what waits is told so, and what is under way is waited for', async () => {
		const watched = await assembled(3);
		await watched.enter(0, 1, 2);
		watched.pass.close();
		await turn();
		expect(watched.told).toEqual(['0 begin', '1 skipped', '2 skipped']);
		let idle = false;
		void watched.pass.onIdle().then(() => (idle = true));
		await turn();
		expect(idle).toBe(false);
		await watched.leave(0);
		expect(idle).toBe(true);
	});

	test('what asks later is told so as well', async () => {
		const watched = await assembled(2);
		watched.pass.close();
		await watched.enter(0, 1);
		expect(watched.told).toEqual(['0 skipped', '1 skipped']);
	});

	test('before all have come: it stays closed', async () => {
		const watched = new Watched({ total: 2 }).arrive(0, 1);
		watched.pass.close();
		await watched.assemble();
		await watched.enter(0, 1);
		expect(watched.told).toEqual(['0 skipped', '1 skipped']);
	});
});

describe('what is done ahead', () => {
	/** Items that wait for their turn, each with something to do ahead; gives what has begun, and what ends it. */
	const withPreparations = async (total: number, settings: Partial<QueueSettings> = {}) => {
		const watched = await assembled(total, { lookahead: 2, ...settings });
		const begun: number[] = [];
		const end: Array<() => void> = [];
		for (let item = 0; item < total; item++) {
			void watched.pass
				.acquire(item, async () => {
					begun.push(item);
					await new Promise<void>((resolve) => (end[item] = resolve));
				})
				.then((verdict) => watched.told.push(`${item} ${verdict}`));
		}
		await turn();
		return { watched, begun, end };
	};

	test('of the item whose turn it is and of those after it, in their order, each once', async () => {
		const { watched, begun } = await withPreparations(5);
		expect(watched.told).toEqual(['0 begin']);
		expect(begun).toEqual([0, 1, 2]);
		await watched.leave(0);
		expect(watched.told).toEqual(['0 begin', '1 begin']);
		expect(begun).toEqual([0, 1, 2, 3]);
	});

	test('no item waits for what is done ahead', async () => {
		const { watched } = await withPreparations(3);
		await watched.leave(0);
		await watched.leave(1);
		expect(watched.told).toEqual(['0 begin', '1 begin', '2 begin']);
	});

	test('nothing more begins when an item has failed, and the queue is idle when the last one has ended', async () => {
		const { watched, begun, end } = await withPreparations(5);
		let isIdle = false;
		void watched.pass.onIdle().then(() => (isIdle = true));
		await watched.leave(0, false);
		expect(watched.told.slice(1)).toEqual(['1 skipped', '2 skipped', '3 skipped', '4 skipped']);
		expect(begun).toEqual([0, 1, 2]);
		expect(isIdle).toBe(false);
		for (const resolve of end) resolve();
		await turn();
		expect(isIdle).toBe(true);
	});

	test('nothing begins before all items are checked', async () => {
		const watched = await assembled(2, { lookahead: 2 });
		const begun: number[] = [];
		void watched.pass.acquire(0, async () => await Promise.resolve(void begun.push(0)));
		await turn();
		expect(begun).toEqual([]);
	});
});

test('an item that is skipped keeps nobody waiting', async () => {
	const watched = await assembled(2);
	watched.pass.skip(0);
	await watched.enter(1);
	expect(watched.told).toEqual(['1 begin']);
	expect(watched.pass.skippedItems()).toEqual([0, 1]);
});

test('an item costs the same in a queue of 20,000 as in one of 200', async () => {
	/** How often the queue looks at what waits, for each item. */
	const looks = async (total: number) => {
		const pass = new ItemQueue({ total, spaced: false, concurrency: 1, stopsOnFailure: true, lookahead: 0 });
		const waiting = Reflect.get(pass, 'waiting') as Map<number, unknown>;
		const get = jest.spyOn(waiting, 'get');
		const sort = jest.spyOn(Array.prototype, 'sort');
		for (let item = 0; item < total; item++) pass.register(item);
		const all = Array.from({ length: total }, async (_, item) => {
			await pass.acquire(item);
			pass.release(item, true);
		});
		pass.seal();
		await Promise.all(all);
		expect(sort).not.toHaveBeenCalled();
		sort.mockRestore();
		return get.mock.calls.length / total;
	};
	expect(await looks(20_000)).toBeCloseTo(await looks(200), 1);
});
