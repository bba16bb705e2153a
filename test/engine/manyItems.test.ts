/** Many items at once: n8n goes on answering between them. */
import { ITEMS_PER_TURN } from '../../nodes/SocialPostScheduling/execution/expressions';
import * as posts from '../../nodes/SocialPostScheduling/resources/tweet/postToSchedule';
import { runNode } from '../harness/engine';
import { scheduleParameters, texts } from '../harness/posts';
import { useService } from '../harness/service';

const service = useService();

afterEach(() => jest.restoreAllMocks());

/** How many items are checked in each turn of the event loop. */
async function countInTurns(run: () => Promise<unknown>): Promise<number[]> {
	const counts = [0];
	const check = posts.checkPostToSchedule;
	jest.spyOn(posts, 'checkPostToSchedule').mockImplementation(async (...call) => {
		counts.push((counts.pop() ?? 0) + 1);
		return await check(...call);
	});
	let isOver = false;
	const nextTurn = () => {
		counts.push(0);
		if (!isOver) setImmediate(nextTurn);
	};
	nextTurn();
	await run();
	isOver = true;
	return counts.filter((count) => count > 0);
}

test('items are checked a few at a time, and others have their turn between them', async () => {
	const items = texts(...Array.from({ length: 10 * ITEMS_PER_TURN }, (_, place) => `${place}`));
	const parameters = { ...scheduleParameters(), options: { previewOnly: true } };
	const counts = await countInTurns(async () => await runNode({ parameters, items, credential: service().credential }));
	expect(counts.reduce((sum, count) => sum + count, 0)).toBe(items.length);
	expect(Math.max(...counts)).toBeLessThanOrEqual(ITEMS_PER_TURN);
});
