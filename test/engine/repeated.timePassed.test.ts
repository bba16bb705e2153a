/** A post whose time has passed keeps what came of it, and is not sent late. */
import { DateTime } from 'luxon';
import { useBinaryMode } from '../harness/binary';
import { retryExecution, runChain, runCopy, runLoop, runNode, TWO_TRIES } from '../harness/engine';
import { gateNode } from '../harness/nodeTypes';
import { hidePosts, IN_DOUBT, POST_AT, scheduleParameters, texts } from '../harness/posts';
import { repeatedOf } from '../harness/repeated';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
beforeAll(async () => await useBinaryMode('filesystem'));
useShortWaits();
const { options, scheduled, calls, loseResponse, refuse } = repeatedOf(service);

const PASSED = /^This post was scheduled before, for .*, which has passed: it was not sent again\./;

describe('a post whose time has passed meanwhile', () => {
	/** Two days go by as soon as a post was sent. */
	const timePasses = () => {
		const now = Date.now;
		jest.spyOn(Date, 'now').mockImplementation(() => now() + (calls() > 0 ? 2 * 24 * 3_600_000 : 0));
	};

	test('is known as scheduled, and does not keep others from being sent', async () => {
		refuse(2);
		const later = DateTime.utc().plus({ days: 9 }).toISO();
		const run = options({
			items: texts('a', 'b'),
			parameters: { postAt: `={{ $itemIndex ? '${later}' : '${POST_AT}' }}` },
		});
		const failed = await runNode(run);
		timePasses();
		const { items } = await retryExecution(run, failed);
		expect(items.map(({ json }) => [json.alreadyScheduled, json.warnings])).toEqual([
			[true, undefined],
			[undefined, undefined],
		]);
		expect(scheduled()).toEqual(['a', 'b']);
	});

	test.each([
		['node', []],
		['node behind a Wait', [{ name: 'Wait', waits: true } as const]],
	])('is not sent again by another %s, and a warning says so', async (_, between) => {
		const { credential } = service();
		const parameters = scheduleParameters('a');
		timePasses();
		const { items } = await runChain(credential, [
			{ name: 'One', parameters },
			...between,
			{ name: 'Two', parameters },
		]);
		expect(items[0]?.json).toMatchObject({
			alreadyScheduled: true,
			warnings: [expect.stringMatching(PASSED)],
		});
		expect(calls()).toBe(1);
	});

	test('is not sent again by a copy that the retry of an execution comes to first, and a warning says so', async () => {
		const both = options();
		const copy = { gets: 'what is done', parameters: scheduleParameters('a') } as const;
		service().sandbox.control.addFault({ on: 'scheduleTweet', nth: 2, fault: { kind: 'status', status: 400 } });
		const refused = { ...copy, parameters: scheduleParameters('b') };
		const failed = await runCopy(both, refused);
		expect(failed.error).toBeDefined();
		timePasses();
		const { items } = await retryExecution(both, failed, copy);
		expect(items[0]?.json).toMatchObject({ alreadyScheduled: true, warnings: [expect.stringMatching(PASSED)] });
	});

	test('and that was saved as a draft is not told to have been refused', async () => {
		const parameters = { ...scheduleParameters('a'), options: { saveAsDraft: true } };
		timePasses();
		const { items } = await runChain(service().credential, [
			{ name: 'One', parameters },
			{ name: 'Two', parameters },
		]);
		expect(items[0]?.json).toMatchObject({ alreadyScheduled: true });
		expect(items[0]?.json).not.toHaveProperty('warnings');
	});

	test('is known in a further try of the same run, without a word', async () => {
		refuse(2);
		timePasses();
		const later = DateTime.utc().plus({ days: 9 }).toISO();
		const postAt = `={{ $itemIndex ? '${later}' : '${POST_AT}' }}`;
		const { items } = await runNode(options({ items: texts('a', 'b'), parameters: { postAt }, node: TWO_TRIES }));
		expect(items.map(({ json }) => json.warnings)).toEqual([undefined, undefined]);
	});

	test('is found in a further try of the same run, without a word', async () => {
		const { sandbox } = service();
		const looks = () => sandbox.state().log.filter(({ kind }) => kind === 'twitterSubmissions').length;
		const now = Date.now;
		sandbox.control.addFault({ on: 'scheduleTweet', fault: { kind: 'status', status: 502, when: 'after' } });
		hidePosts(sandbox, 2);
		jest.spyOn(Date, 'now').mockImplementation(() => now() + (looks() >= 2 ? 2 * 24 * 3_600_000 : 0));
		const { items } = await runNode(options({ items: texts('a'), node: TWO_TRIES }));
		expect(looks()).toBe(3);
		expect(items.map(({ json }) => [json.alreadyScheduled, json.warnings])).toEqual([[true, undefined]]);
	});

	test('stays in doubt', async () => {
		loseResponse();
		timePasses();
		const { errorItems } = await runLoop(options({ node: { onError: 'continueErrorOutput' } }), gateNode(3));
		expect(errorItems[0]?.json.error).toMatch(IN_DOUBT);
		expect(calls()).toBe(1);
	});

	test('is not sent where its time passes while it waits for others', async () => {
		timePasses();
		const { error } = await runNode(options({ items: texts('a', 'b') }));
		expect(error?.message).toMatch(/which has passed$/);
		expect(scheduled()).toEqual(['a']);
	});

	test('is refused where nothing has come of it, and not sent again', async () => {
		refuse(1);
		timePasses();
		const { errorItems } = await runLoop(options({ node: { onError: 'continueErrorOutput' } }), gateNode(3));
		expect(errorItems[0]?.json.error).toMatch(/which has passed$/);
		expect(calls()).toBe(1);
	});
});
