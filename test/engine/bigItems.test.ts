/** Items with much data, as where a Merge gives each row the whole text of a page: they are not kept once more for each item. */
import { setFlagsFromString } from 'v8';
import { runInNewContext } from 'vm';
import { duplicateCheckOf } from '../harness/duplicateCheck';
import { runNode } from '../harness/engine';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
useShortWaits();
const { options, posts, calls } = duplicateCheckOf(service);

const ITEMS = 40;
const MIB = 1024 * 1024;
const SLOW_MS = 3_000;

/** What is in use, in bytes, after all that is not was freed. */
function heapUsed(): number {
	setFlagsFromString('--expose-gc');
	(runInNewContext('gc') as () => void)();
	return process.memoryUsage().heapUsed;
}

test('items that share much data', async () => {
	const big = 'x'.repeat(4 * MIB);
	const items = Array.from({ length: ITEMS }, (_, row) => ({ json: { text: `post ${row}`, big } }));
	service().sandbox.control.addFault({
		on: 'scheduleTweet',
		nth: 1,
		fault: { kind: 'slow', when: 'before', ms: SLOW_MS },
	});
	const before = heapUsed();
	const run = runNode(options(undefined, { items }));
	while (calls('scheduleTweet') === 0) await new Promise((resolve) => setTimeout(resolve, 20));
	const more = heapUsed() - before;
	expect((await run).error).toBeUndefined();
	expect(posts()).toHaveLength(ITEMS);
	expect(more).toBeLessThan((ITEMS / 2) * 4 * MIB);
});
