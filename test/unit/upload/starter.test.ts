/** In which order uploads begin. */
import { IssuedAddresses } from '../../../nodes/SocialPostScheduling/errors/issuedAddresses';
import { newPassMemory } from '../../../nodes/SocialPostScheduling/execution/executionState';
import { ItemQueue } from '../../../nodes/SocialPostScheduling/execution/itemQueue';
import { joinLine, starterOf } from '../../../nodes/SocialPostScheduling/upload/starter';
import { initialState } from '../../../nodes/SocialPostScheduling/upload/stateMachine';
import { ok } from '../../../nodes/SocialPostScheduling/utils/result';
import { limitsOf, SESSION } from '../builders';

const newMemory = () =>
	newPassMemory(
		new ItemQueue({ total: null, spaced: false, concurrency: 1, stopsOnFailure: true, lookahead: 0 }),
		new IssuedAddresses(),
	);
const SMALL = { size: 1, isReadWhole: false };
const turnOfLoop = async () => await new Promise((resolve) => setImmediate(resolve));

describe.each([
	['of posts', { file: SMALL, isPartOfPost: true, waitForUploadLimit: false }],
	['that wait for the limit', { file: SMALL, isPartOfPost: false, waitForUploadLimit: true }],
	['of posts that wait for the limit', { file: SMALL, isPartOfPost: true, waitForUploadLimit: true }],
])('uploads %s', (_, order) => {
	let memory: ReturnType<typeof newMemory>;
	let begun: string[];
	beforeEach(() => {
		memory = newMemory();
		begun = [];
	});

	const limits = limitsOf({ maxLimitedMs: order.waitForUploadLimit ? 1 : 0 });
	const join = (isLeft = () => false) => ({ memory, place: joinLine(order, memory), isLeft });
	const begin = (upload: ReturnType<typeof join>, name: string) => {
		void starterOf(upload, limits)(initialState(), async () => {
			begun.push(name);
			return await Promise.resolve(ok(SESSION));
		});
	};

	test('begin in the order in which they were asked for, whatever they do before', async () => {
		const first = join();
		begin(join(), 'second');
		await turnOfLoop();
		expect(begun).toEqual([]);
		begin(first, 'first');
		await turnOfLoop();
		expect(begun).toEqual(['first', 'second']);
	});

	test('do not wait for one that has left', async () => {
		const first = join();
		first.place?.leave();
		begin(join(), 'second');
		await turnOfLoop();
		expect(begun).toEqual(['second']);
	});

	test('begin once more after the others', async () => {
		const first = join();
		begin(first, 'first');
		await turnOfLoop();
		const second = join();
		begin(first, 'first again');
		await turnOfLoop();
		begin(second, 'second');
		await turnOfLoop();
		expect(begun).toEqual(['first', 'second', 'first again']);
	});

	test('do not begin where nobody waits for them any more', async () => {
		begin(
			join(() => true),
			'left',
		);
		await turnOfLoop();
		expect(begun).toEqual([]);
	});
});

test.each([
	['a big file that n8n reads as a whole keeps those behind it until it leaves', 16 * 1024 * 1024 + 1, false],
	['one of 16 MiB lets them begin when it has begun', 16 * 1024 * 1024, true],
])('%s', async (_, size, isShared) => {
	const memory = newMemory();
	const join = (file: Parameters<typeof joinLine>[0]['file']) =>
		joinLine({ file, isPartOfPost: true, waitForUploadLimit: false }, memory);
	const first = join({ size, isReadWhole: true });
	const begun: string[] = [];
	const begin = (place: typeof first, name: string) =>
		void starterOf({ memory, place, isLeft: () => false }, limitsOf({ maxLimitedMs: 0 }))(initialState(), async () => {
			begun.push(name);
			return await Promise.resolve(ok(SESSION));
		});
	begin(first, 'first');
	begin(join(SMALL), 'second');
	await turnOfLoop();
	expect(begun).toEqual(isShared ? ['first', 'second'] : ['first']);
	first?.leave();
	await turnOfLoop();
	expect(begun).toEqual(['first', 'second']);
});

test('the time behind others is not the own time of an upload', async () => {
	jest.useFakeTimers({ doNotFake: ['setImmediate'] });
	const memory = newMemory();
	const order = { file: SMALL, isPartOfPost: true, waitForUploadLimit: false };
	const first = joinLine(order, memory);
	const place = joinLine(order, memory);
	const start = starterOf({ memory, place, isLeft: () => false }, limitsOf({ maxLimitedMs: 0 }));
	const next = start(initialState(), async () => await Promise.resolve(ok(SESSION)));
	jest.setSystemTime(Date.now() + 60_000);
	first?.leave();
	expect(await next).toMatchObject({ state: { step: 'put', limitedMs: 60_000 } });
	jest.useRealTimers();
});

test('other uploads wait for nobody', () => {
	expect(joinLine({ file: SMALL, isPartOfPost: false, waitForUploadLimit: false }, newMemory())).toBeUndefined();
});
