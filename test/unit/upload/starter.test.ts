/** In which order uploads begin. */
import { newPassMemory } from '../../../nodes/SocialPostScheduling/execution/executionState';
import { ItemQueue } from '../../../nodes/SocialPostScheduling/execution/itemQueue';
import { type Starter, startInOrder, startInTurn } from '../../../nodes/SocialPostScheduling/upload/starter';
import { initialState } from '../../../nodes/SocialPostScheduling/upload/stateMachine';
import { ok } from '../../../nodes/SocialPostScheduling/utils/result';
import { limitsOf, SESSION } from '../builders';

const newMemory = () =>
	newPassMemory(new ItemQueue({ total: null, spaced: false, concurrency: 1, stopsOnFailure: true, lookahead: 0 }));
const isLeft = () => false;
const turnOfLoop = async () => await new Promise((resolve) => setImmediate(resolve));

describe.each([
	['in their order', startInOrder],
	['one after the other where the limit is waited for', startInTurn],
] as const)('uploads that begin %s', (_, starterOf) => {
	let begun: string[];
	beforeEach(() => (begun = []));

	const start = (starter: Starter, name: string) => {
		void starter.start(initialState(), async () => {
			begun.push(name);
			return ok(SESSION);
		});
	};

	test('each waits for the one before it, also for one that is not at its start yet', async () => {
		const shared = newMemory();
		const limits = limitsOf({ maxLimitedMs: 1 });
		const first = starterOf(shared, limits, { hasBegun: false, isLeft });
		const second = starterOf(shared, limits, { hasBegun: false, isLeft });
		start(second, 'second');
		await turnOfLoop();
		expect(begun).toEqual([]);
		start(first, 'first');
		await turnOfLoop();
		expect(begun).toEqual(['first', 'second']);
	});

	test('one that goes on in its session is not waited for', async () => {
		const shared = newMemory();
		const limits = limitsOf({ maxLimitedMs: 1 });
		starterOf(shared, limits, { hasBegun: true, isLeft });
		start(starterOf(shared, limits, { hasBegun: false, isLeft }), 'second');
		await turnOfLoop();
		expect(begun).toEqual(['second']);
	});

	test('one that begins once more does so after the others', async () => {
		const shared = newMemory();
		const limits = limitsOf({ maxLimitedMs: 1 });
		const first = starterOf(shared, limits, { hasBegun: false, isLeft });
		start(first, 'first');
		await turnOfLoop();
		const second = starterOf(shared, limits, { hasBegun: false, isLeft });
		start(first, 'first again');
		await turnOfLoop();
		start(second, 'second');
		await turnOfLoop();
		expect(begun).toEqual(['first', 'second', 'first again']);
	});

	test('one that nobody waits for any more does not begin', async () => {
		const shared = newMemory();
		start(starterOf(shared, limitsOf({ maxLimitedMs: 1 }), { hasBegun: false, isLeft: () => true }), 'left');
		await turnOfLoop();
		expect(begun).toEqual([]);
	});
});
