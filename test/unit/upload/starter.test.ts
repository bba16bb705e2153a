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

let memory: ReturnType<typeof newMemory>;
let begun: string[];
beforeEach(() => {
	memory = newMemory();
	begun = [];
});

type Order = Parameters<typeof joinLine>[0];
const limitsFor = ({ waitForUploadLimit }: Order) => limitsOf({ maxLimitedMs: waitForUploadLimit ? 1 : 0 });
/** An upload that is asked for: it has its place, if any, and begins when it is told to. */
const askFor = (order: Order, isLeft = () => false) => {
	const beginning = { memory, place: joinLine(order, memory), isLeft };
	return { ...beginning, start: starterOf(beginning, limitsFor(order)) };
};
const begin = async ({ start }: ReturnType<typeof askFor>, name: string) =>
	await start(initialState(), async () => {
		begun.push(name);
		return await Promise.resolve(ok(SESSION));
	});

describe.each([
	['of posts', { file: SMALL, isPartOfPost: true, waitForUploadLimit: false }],
	['that wait for the limit', { file: SMALL, isPartOfPost: false, waitForUploadLimit: true }],
	['of posts that wait for the limit', { file: SMALL, isPartOfPost: true, waitForUploadLimit: true }],
])('uploads %s', (_, order) => {
	const join = (isLeft?: () => boolean) => askFor(order, isLeft);

	test('begin in the order in which they were asked for, whatever they do before', async () => {
		const first = join();
		void begin(join(), 'second');
		await turnOfLoop();
		expect(begun).toEqual([]);
		void begin(first, 'first');
		await turnOfLoop();
		expect(begun).toEqual(['first', 'second']);
	});

	test('do not wait for one that has left', async () => {
		const first = join();
		first.place?.leave();
		void begin(join(), 'second');
		await turnOfLoop();
		expect(begun).toEqual(['second']);
	});

	test('begin once more after the others', async () => {
		const first = join();
		void begin(first, 'first');
		await turnOfLoop();
		const second = join();
		void begin(first, 'first again');
		await turnOfLoop();
		void begin(second, 'second');
		await turnOfLoop();
		expect(begun).toEqual(['first', 'second', 'first again']);
	});

	test('do not begin where nobody waits for them any more', async () => {
		void begin(
			join(() => true),
			'left',
		);
		await turnOfLoop();
		expect(begun).toEqual([]);
	});
});

const OF_POST = { isPartOfPost: true, waitForUploadLimit: false };

test.each([
	['a big file that n8n reads as a whole keeps those behind it until it leaves', 16 * 1024 * 1024 + 1, false],
	['one of 16 MiB lets them begin when it has begun', 16 * 1024 * 1024, true],
])('%s', async (_, size, isShared) => {
	const first = askFor({ ...OF_POST, file: { size, isReadWhole: true } });
	void begin(first, 'first');
	void begin(askFor({ ...OF_POST, file: SMALL }), 'second');
	await turnOfLoop();
	expect(begun).toEqual(isShared ? ['first', 'second'] : ['first']);
	first.place?.leave();
	await turnOfLoop();
	expect(begun).toEqual(['first', 'second']);
});

describe('the clock', () => {
	beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate'] }));
	afterEach(() => jest.useRealTimers());

	test('the time behind others is not the own time of an upload', async () => {
		const [first, second] = [askFor({ ...OF_POST, file: SMALL }), askFor({ ...OF_POST, file: SMALL })];
		const next = begin(second, 'second');
		jest.setSystemTime(Date.now() + 60_000);
		first.place?.leave();
		expect(await next).toMatchObject({ state: { step: 'put', limitedMs: 60_000 } });
	});
});

test('other uploads wait for nobody', () => {
	expect(joinLine({ file: SMALL, isPartOfPost: false, waitForUploadLimit: false }, newMemory())).toBeUndefined();
});
