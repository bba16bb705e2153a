/**
 * Every fault at the requests by which a post is looked up ("Duplicate Check"): it is never called not scheduled where it is scheduled,
 * and never sent a second time.
 */
import { runNode } from '../harness/engine';
import { NOT_SEEN, scheduleParameters } from '../harness/posts';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';
import type { Cell } from './cells';
import type { Step } from './steps';
import { type FaultRow, TABLE } from './table';

const service = useService();
useShortWaits();

const cellsOf = (step: Step): Array<{ name: string; row: FaultRow; cell: Cell }> =>
	TABLE.flatMap((row) => {
		const cell = row.cells[step];
		return cell === undefined ? [] : [{ name: row.fault, row, cell }];
	});

const control = () => service().sandbox.control;
const posts = () => service().sandbox.state().posts;
const standing = () => posts().filter(({ dateDeleted }) => dateDeleted === null);
const sent = (kind: string) =>
	service()
		.sandbox.state()
		.log.filter((call) => call.kind === kind).length;

const schedule = async (duplicateCheck: string, { timeout }: Pick<FaultRow, 'timeout'> = {}) =>
	await runNode({
		parameters: {
			...scheduleParameters('Hello'),
			options: { duplicateCheck },
			...(timeout !== undefined && { requestOptions: { timeout } }),
		},
		items: [{ json: {} }],
		credential: service().credential,
	});

const LOOKED_AGAIN =
	/is incomplete|could not carry out|timed out|HTTP (403|408|409|500)|web page|instead of data|empty/;
const NOT_TOLD = 'could not look it up';
const LOST = { kind: 'reset', when: 'after' } as const;
const EMPTY = { kind: 'body', json: { data: { twitterSubmissions: { total: 0, objects: [] } } } } as const;

/** A list that the service refuses for what it asks: no later look tells. */
const NEVER_TOLD = /did not accept the request/;

describe('"Always", the look before it is sent', () => {
	test.each(cellsOf('twitterSubmissions'))('$name', async ({ row, cell }) => {
		control().addFault({ on: 'twitterSubmissions', fault: row.inject('twitterSubmissions') });
		const { items, error } = await schedule('always', row);
		const says = cell.says ?? '';
		if (says === '' || LOOKED_AGAIN.test(says) || NEVER_TOLD.test(says)) {
			expect(error).toBeUndefined();
			expect(posts()).toHaveLength(1);
			const { warnings = [] } = items[0]?.json ?? {};
			expect(JSON.stringify(warnings).includes(NOT_TOLD)).toBe(NEVER_TOLD.test(says));
		} else {
			expect(error?.message).toMatch(NOT_SEEN);
			expect(error?.message).toContain(says.replace('The posts were not read: ', ''));
			expect(posts()).toEqual([]);
		}
		expect(sent('scheduleTweet')).toBe(posts().length);
	});
});

describe('"Always", the look after it was sent', () => {
	test.each(cellsOf('twitterSubmissions'))('$name', async ({ row, cell }) => {
		control().addFault({ on: 'twitterSubmissions', nth: 2, fault: row.inject('twitterSubmissions') });
		const { items, run } = await schedule('always', row);
		expect(run.status).toBe('success');
		expect(posts()).toHaveLength(1);
		expect(sent('scheduleTweet')).toBe(1);
		// A document that was refused is not sent again.
		expect(sent('twitterSubmissions')).toBeLessThanOrEqual(1 + cell.sent);
		const { warnings = [] } = items[0]?.json ?? {};
		expect(JSON.stringify(warnings).includes(NOT_TOLD)).toBe(cell.says !== null);
	});
});

describe('"Always", a second post that is withdrawn', () => {
	test.each(cellsOf('deletePlatformPost'))('$name', async ({ row, cell }) => {
		await schedule('never');
		control().addFault({ on: 'twitterSubmissions', fault: EMPTY });
		control().addFault({ on: 'deletePlatformPost', fault: row.inject('deletePlatformPost') });
		const { items, error } = await schedule('always', row);
		expect(posts()).toHaveLength(2);
		expect(standing()).toHaveLength(cell.stands ? 1 : 2);
		if (cell.says === null) {
			expect(items[0]?.json).toMatchObject({ alreadyScheduled: true, post: { id: posts()[0]?.id } });
		} else {
			expect(error?.message).toMatch(/^The thread may be scheduled twice/);
			for (const { id } of posts()) expect(`${error?.message} ${error?.description}`).toContain(id);
		}
	});
});

describe.each([
	['the first look', 1],
	['the second look, where the first one did not find it', 2],
])('a post whose response was lost, %s', (_, nth) => {
	test.each(cellsOf('twitterSubmissions'))('$name', async ({ row, cell }) => {
		control().addFault({ on: 'scheduleTweet', fault: LOST });
		if (nth === 2) control().addFault({ on: 'twitterSubmissions', nth: 1, fault: EMPTY });
		control().addFault({ on: 'twitterSubmissions', nth, fault: row.inject('twitterSubmissions') });
		const { items, error } = await schedule('whenInDoubt', row);
		expect(posts()).toHaveLength(1);
		expect(sent('scheduleTweet')).toBe(1);
		// A list of another form is asked for once more, and so is one that was not asked for again at once.
		const isLookedAgain = nth === 1 && LOOKED_AGAIN.test(cell.says ?? '');
		if (cell.says === null || isLookedAgain) {
			expect(items[0]?.json).toMatchObject({ alreadyScheduled: true, post: { id: posts()[0]?.id } });
		} else {
			expect(error?.message).toMatch(/^The thread may have been scheduled/);
			expect(error?.description).toContain(NOT_TOLD);
		}
	});
});
