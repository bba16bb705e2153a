/** "Duplicate Check" in an execution that is retried from the list of executions: what the one before has done is looked up first. */
import { DateTime } from 'luxon';
import { useBinaryMode } from '../harness/binary';
import { moveClock } from '../harness/clock';
import { duplicateCheckOf, FOUND } from '../harness/duplicateCheck';
import { type Copy, retryExecution, runCopy, runNode, THREE_TRIES } from '../harness/engine';
import { IN_DOUBT, NOT_SEEN, POST_AT, texts } from '../harness/posts';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
beforeAll(async () => await useBinaryMode('filesystem'));
/** What happens during a wait. */
let meanwhile = () => {};
const waits = useShortWaits(async () => await Promise.resolve(meanwhile()));
beforeEach(() => (meanwhile = () => {}));
const { options, posts, calls, requests, lose, loseBefore, hide, failLists, withoutLists } = duplicateCheckOf(service);

/** The clock goes on by what is waited, from now on. */
function letTimePass() {
	const before = waits.length;
	const now = Date.now;
	jest.spyOn(Date, 'now').mockImplementation(() => now() + waits.slice(before).reduce((sum, ms) => sum + ms, 0));
}

test('finds what was in doubt, and sends what is not there: two lists for all items of a day', async () => {
	lose(2);
	hide(2);
	const run = options(undefined, { items: texts('a', 'b', 'c', 'd') });
	const failed = await runNode(run);
	expect(failed.error?.message).toMatch(IN_DOUBT);
	expect(requests()).toEqual([2, 2, 0]);
	letTimePass();
	const { items, error } = await retryExecution(run, failed);
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.alreadyScheduled ?? false)).toEqual([true, true, false, false]);
	expect(posts()).toEqual(['a', 'b', 'c', 'd']);
	expect([requests(), waits.length]).toEqual([[4, 4, 0], 3]);
});

test('looks twice also for what was refused: the retry of an execution that has crashed looks the same', async () => {
	const fault = { kind: 'payload', success: false, errors: [{ field: null, code: null, message: 'Not now' }] } as const;
	service().sandbox.control.addFault({ on: 'scheduleTweet', nth: 2, fault });
	const run = options(undefined, { items: texts('a', 'b', 'c') });
	const failed = await runNode(run);
	letTimePass();
	const { error } = await retryExecution(run, failed);
	expect(error).toBeUndefined();
	expect([posts(), requests(), waits.length]).toEqual([['a', 'b', 'c'], [4, 2, 0], 1]);
});

test('of an execution of which nothing is known: where the list fails, nothing is sent', async () => {
	lose();
	failLists(500);
	const run = options();
	const crashed = await runNode(run);
	const { contextData } = crashed.run.data.executionData ?? {};
	for (const name of Object.keys(contextData ?? {})) delete contextData?.[name];
	const failed = await retryExecution(run, crashed);
	expect(failed.error?.message).toMatch(NOT_SEEN);
	expect(failed.error?.description).toContain('Use "Retry" of this execution later: it looks');
	expect(posts()).toEqual(['a']);
	service().sandbox.control.clearFaults();
	const { items } = await retryExecution(run, failed);
	expect(items[0]?.json).toMatchObject(FOUND);
	expect(posts()).toEqual(['a']);
});

test('where the list fails, "Never" sends what is known as not begun', async () => {
	const fault = { kind: 'payload', success: false, errors: [{ field: null, code: null, message: 'Not now' }] } as const;
	service().sandbox.control.addFault({ on: 'scheduleTweet', fault });
	const failed = await runNode(options());
	failLists(500);
	const refused = await retryExecution(options(), failed);
	expect(refused.error?.message).toMatch(NOT_SEEN);
	const { items } = await retryExecution(options('never'), refused);
	expect(items[0]?.json).toMatchObject({ success: true });
	expect(posts()).toEqual(['a']);
});

test('does not wait where the time is of this moment: no earlier execution can have had it', async () => {
	service().sandbox.control.addFault({ on: 'scheduleTweet', fault: { kind: 'status', status: 400 } });
	const run = options(undefined, { parameters: { postAt: '={{ $now.plus({ hours: 3 }).toISO() }}' } });
	const { error } = await retryExecution(run, await runNode(run));
	expect(error).toBeUndefined();
	expect(waits).toEqual([]);
});

test.each(['whenInDoubt', 'always'] as const)(
	'of an execution that was stopped: a service that carries out a post a moment later posts it once, with "%s"',
	async (check) => {
		loseBefore(3);
		const run = options(check, { items: texts('a', 'b', 'c') });
		const stopped = await runNode(run);
		// n8n stores nothing of a run that a person stops.
		const { contextData } = stopped.run.data.executionData ?? {};
		for (const name of Object.keys(contextData ?? {})) delete contextData?.[name];
		hide(1);
		letTimePass();
		const { items } = await retryExecution(run, stopped);
		expect(items.map(({ json }) => json.alreadyScheduled ?? false)).toEqual([true, true, false]);
		expect([posts(), calls('scheduleTweet')]).toEqual([['a', 'b', 'c'], 4]);
	},
);

test('what was in doubt stays so, where the retry is stopped before its second look', async () => {
	loseBefore();
	const run = options();
	const failed = await runNode(run);
	const onStart = (stop: () => void) => (meanwhile = stop);
	const { run: stopped, error } = await retryExecution({ ...run, onStart }, failed);
	expect(stopped.status).toBe('canceled');
	expect(error?.message).toBe('The thread may have been scheduled: the execution was canceled');
	expect(requests()).toEqual([1, 3, 0]);
});

test('finds what n8n does not know of, because it was ended', async () => {
	loseBefore(3);
	const run = options(undefined, { items: texts('a', 'b', 'c') });
	const failed = await runNode(run);
	const { contextData } = failed.run.data.executionData ?? {};
	const stored = Object.keys(contextData ?? {});
	expect(stored).not.toEqual([]);
	for (const name of stored) delete contextData?.[name];
	const { items } = await retryExecution(run, failed);
	expect(items.map(({ json }) => json.alreadyScheduled ?? false)).toEqual([true, true, false]);
	expect(posts()).toEqual(['a', 'b', 'c']);
});

test('finds a post whose time was made from the clock, and gives it with its first time', async () => {
	lose();
	hide(2);
	const run = options(undefined, { parameters: { postAt: '={{ $now.plus({ hours: 3 }).toISO() }}' } });
	const failed = await runNode(run);
	const { items } = await retryExecution(run, failed);
	const [post] = service().sandbox.state().posts;
	expect(items[0]?.json).toMatchObject({ alreadyScheduled: true, post: { id: '2001' }, postAt: post?.postAt });
	expect(posts()).toEqual(['a']);
});

test('sends a post whose time was made from the clock, where it is not there', async () => {
	loseBefore();
	const run = options(undefined, { parameters: { postAt: '={{ $now.plus({ hours: 3 }).toISO() }}' } });
	const { items } = await retryExecution(run, await runNode(run));
	expect(items[0]?.json).toMatchObject({ success: true });
	expect(items[0]?.json).not.toHaveProperty('alreadyScheduled');
	expect(posts()).toEqual(['a']);
});

test('and again: finds what the last one has left in doubt, at the time that it had there', async () => {
	loseBefore();
	lose(2);
	hide(4, 4);
	const run = options(undefined, { parameters: { postAt: '={{ $now.plus({ hours: 3 }).toISO() }}' } });
	const now = Date.now;
	// All of it on one day: each day has a list of its own.
	const untilMorning = DateTime.utc().plus({ days: 1 }).startOf('day').plus({ hours: 9 }).toMillis() - now();
	const minutesLater = (minutes: number) =>
		jest.spyOn(Date, 'now').mockImplementation(() => now() + untilMorning + minutes * 60_000);
	minutesLater(0);
	const first = await runNode(run);
	minutesLater(10);
	const second = await retryExecution(run, first);
	expect(second.error?.message).toMatch(IN_DOUBT);
	minutesLater(20);
	const { items } = await retryExecution(run, second);
	const [post] = service().sandbox.state().posts;
	expect(items[0]?.json).toMatchObject({ alreadyScheduled: true, postAt: post?.postAt });
	expect(posts()).toEqual(['a']);
});

test('finds a post whose time has passed meanwhile, and waits for the request limit for that', async () => {
	lose();
	hide(2);
	const run = options();
	const failed = await runNode(run);
	moveClock(2 * 24 * 3_600_000);
	service().sandbox.control.addFault({
		on: 'twitterSubmissions',
		fault: { kind: 'status', status: 429, headers: { 'Retry-After': '60' } },
	});
	const { items } = await retryExecution(run, failed);
	expect(items[0]?.json).toMatchObject(FOUND);
	expect(Math.max(...waits)).toBeGreaterThanOrEqual(60_000);
});

describe('a list that shows a post is read anew where it is old', () => {
	/** Retries two items, of which the second one stands in a list that is old by then. */
	async function retryLater(meanwhile: () => void) {
		await runNode(options('never', { items: texts('b') }));
		loseBefore();
		const run = options(undefined, {
			items: texts('a', 'b'),
			parameters: { requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 1_500 } } } },
		});
		const failed = await runNode(run);
		const sent = calls('scheduleTweet');
		const now = Date.now;
		const timer = setInterval(() => {
			if (calls('scheduleTweet') === sent) return;
			clearInterval(timer);
			meanwhile();
			jest.spyOn(Date, 'now').mockImplementation(() => now() + 20_000);
		}, 2);
		const { items } = await retryExecution(run, failed);
		clearInterval(timer);
		return items.map(({ json }) => json.alreadyScheduled ?? false);
	}

	test('a post that was deleted since is sent', async () => {
		expect(await retryLater(() => service().sandbox.control.deletePost('2001'))).toEqual([false, false]);
		expect(posts()).toEqual(['a', 'b']);
	});

	test('where it cannot be read any more, the old one counts', async () => {
		expect(await retryLater(() => failLists(500))).toEqual([false, true]);
		expect(posts()).toEqual(['b', 'a']);
	});
});

test.each(['whenInDoubt', 'always'] as const)(
	'sends nothing whose time has passed meanwhile, with "%s"',
	async (check) => {
		loseBefore();
		const run = options(check);
		const failed = await runNode(run);
		moveClock(2 * 24 * 3_600_000);
		const { error } = await retryExecution(run, failed);
		expect(error?.message).toMatch(/which has passed$/);
		expect(error?.description).not.toContain('To leave this item out');
		expect(error?.description).toMatch(
			/^It is .* now\. An earlier execution may have posted this item, and the others that are left: search the service for all of them first\. If none is there, choose a time in the future\. Else send only the missing ones in a new execution, and do not retry this one\. A time/,
		);
		expect(posts()).toEqual([]);
	},
);

test('a second look that fails after one that did not find it: nothing is sent', async () => {
	const fault = { kind: 'payload', success: false, errors: [{ field: null, code: null, message: 'Not now' }] } as const;
	service().sandbox.control.addFault({ on: 'scheduleTweet', fault });
	const failed = await runNode(options());
	const json = { data: { twitterSubmissions: null } };
	service().sandbox.control.addFault({ on: 'twitterSubmissions', nth: 2, fault: { kind: 'body', json } });
	const { error } = await retryExecution(options(), failed);
	expect(error?.message).toMatch(NOT_SEEN);
	expect(posts()).toEqual([]);
});

test('the time of one item has passed meanwhile: the error says how the others go on', async () => {
	loseBefore();
	const later = DateTime.utc().plus({ days: 9 }).toISO();
	const items = [{ json: { text: 'a', at: POST_AT } }, { json: { text: 'b', at: later } }];
	const run = options(undefined, { items, parameters: { postAt: '={{ $json.at }}' } });
	const failed = await runNode(run);
	moveClock(2 * 24 * 3_600_000);
	const stopped = await retryExecution(run, failed);
	expect(stopped.error?.message).toMatch(/which has passed$/);
	expect(stopped.error?.description).toContain('To leave this item out, set "On Error"');
	expect(posts()).toEqual([]);
	await retryExecution({ ...run, node: { onError: 'continueRegularOutput' } }, stopped);
	expect(posts()).toEqual(['b']);
});

test('a list that the service does not offer: it is sent, with a warning', async () => {
	loseBefore();
	withoutLists();
	const run = options();
	const { items } = await retryExecution(run, await runNode(run));
	expect(items[0]?.json).toMatchObject({
		success: true,
		warnings: ['"Duplicate Check" could not look it up. The posts were not read: the service does not offer this.'],
	});
	expect(posts()).toEqual(['a']);
});

test.each([
	['HTTP 500', { kind: 'status', status: 500 }, 'the service returned HTTP 500'],
	['HTTP 403', { kind: 'status', status: 403 }, 'the account has no access to the API'],
	['what is no JSON', { kind: 'cutJson' }, 'the service returned text instead of data'],
	[
		'an error of GraphQL',
		{ kind: 'body', json: { errors: [{ message: 'Too many requests' }] } },
		'the service did not accept the request',
	],
	[
		'HTTP 400 without words',
		{ kind: 'status', status: 400, body: { errors: [{ extensions: { code: 'RATE_LIMITED' } }] } },
		'the service did not accept the request (HTTP 400).',
	],
	[
		'an unknown field and a limit',
		{
			kind: 'status',
			status: 400,
			body: {
				errors: [
					{ message: 'Cannot query field "twitterSubmissions" on type "Query".' },
					{ message: 'Rate limit reached' },
				],
			},
		},
		'the service did not accept the request (HTTP 400)',
	],
	...[
		'The API is under maintenance',
		'The server is busy, come back later',
		'Forbidden',
		'Your token has expired',
		'Slow down',
		'Please wait a moment',
		'Query is too complex',
		'Query is too expensive right now',
		'PersistedQueryNotFound',
	].map(
		(message) =>
			[
				`HTTP 400 and "${message}"`,
				{ kind: 'status', status: 400, body: { errors: [{ message }] } },
				`the service did not accept the request (HTTP 400). The service says: ${message}.`,
			] as const,
	),
	[
		'a field that it does not know, and more',
		{
			kind: 'status',
			status: 400,
			body: { errors: [{ message: 'Cannot query field "twitterSubmissions" on type "Query". It is being reloaded' }] },
		},
		'the service does not offer this. The service says: Cannot query field "twitterSubmissions" on type "Query". It is being reloaded.',
	],
] as const)('a list that fails with %s: what was in doubt is not sent, and the rest is', async (_, fault, reason) => {
	loseBefore(2);
	service().sandbox.control.addFault({ on: 'twitterSubmissions', times: 'always', fault });
	const run = options(undefined, { items: texts('a', 'b', 'c'), node: THREE_TRIES });
	const failed = await runNode(run);
	const { error } = await retryExecution(run, failed);
	expect(error?.message).toBe(
		'The thread may have been scheduled: an earlier execution got no response; this time: it was not sent again',
	);
	expect(error?.description).toMatch(
		/^Use "Retry" of this execution later: it looks for the post once more before it sends\./,
	);
	expect(error?.description).toContain(
		'To send without a look, wait some minutes, and search the service for the posts of all items that are left, also in other runs of this node. If none is there, set "Duplicate Check" to "Never" for one "Retry with currently saved workflow". Else send only the missing ones in a new execution, also with "Never", and do not retry this one. After that, set it back before the workflow is published or runs otherwise.',
	);
	expect(error?.description).toContain(`could not look it up. The posts were not read: ${reason}`);
	expect(posts()).toEqual(['a']);
	service().sandbox.control.clearFaults();
	const { items } = await retryExecution(run, failed);
	expect(items).toHaveLength(3);
	expect(posts()).toEqual(['a', 'b', 'c']);
});

test.each([
	[
		'graphql-ruby',
		[
			"Field 'twitterSubmissions' doesn't exist on type 'Query'",
			'Variable $startDate is declared by GetPosts but not used',
			'Variable $page is declared by GetPosts but not used',
		],
	],
	['graphql-js', ['Cannot query field "twitterSubmissions" on type "Query". Did you mean "expiredSubmissions"?']],
	['Apollo Router', ['type `Query` does not have a field `twitterSubmissions`']],
	['Hasura', ["'twitterSubmissions' has no argument named 'startDate'"]],
	['Juniper', ['Variable "startDate" of type "DateTime!" used in position expecting type "String"']],
	['HotChocolate', ['The argument `startDate` does not exist.']],
	['graphql-ruby, an argument', ["Field 'twitterSubmissions' doesn't accept argument 'startDate'"]],
	['graphql-js, a type', ['Variable "$startDate" cannot be non-input type "Date".']],
])('a list that is refused in the words of %s: what was in doubt is sent, with a warning', async (_, messages) => {
	loseBefore();
	const json = { errors: messages.map((message) => ({ message })) };
	service().sandbox.control.addFault({ on: 'twitterSubmissions', times: 'always', fault: { kind: 'body', json } });
	const run = options();
	const { items } = await retryExecution(run, await runNode(run));
	expect(items[0]?.json.warnings).toEqual([expect.stringContaining('"Duplicate Check" could not look it up.')]);
	expect(posts()).toEqual(['a']);
});

test('a list that is in another form in both looks: what was in doubt is sent, with a warning', async () => {
	loseBefore();
	const json = { data: { twitterSubmissions: null } };
	service().sandbox.control.addFault({ on: 'twitterSubmissions', times: 'always', fault: { kind: 'body', json } });
	const run = options();
	const { items } = await retryExecution(run, await runNode(run));
	expect(items[0]?.json.warnings).toEqual([expect.stringContaining("the service's response is incomplete")]);
	expect(posts()).toEqual(['a']);
});

test.each([
	['no list', { data: { twitterSubmissions: null } }],
	['the JSON of a gateway', { message: 'Being updated' }],
])('a list that is read, or not, and once gives %s: it is found by the next look', async (_, json) => {
	const unreadable = (nth: number) =>
		service().sandbox.control.addFault({ on: 'twitterSubmissions', nth, fault: { kind: 'body', json } });
	lose();
	failLists(403);
	const run = options();
	const failed = await runNode(run);
	service().sandbox.control.clearFaults();
	hide(1, 1);
	unreadable(2);
	const second = await retryExecution(run, failed);
	expect(second.error?.message).toMatch(IN_DOUBT);
	service().sandbox.control.clearFaults();
	unreadable(1);
	const { items } = await retryExecution(run, second);
	expect(items[0]?.json).toMatchObject(FOUND);
	expect(posts()).toEqual(['a']);
});

test.each([0, 1, 2])(
	'two equal items with a time of the minute, the first one in doubt, are one post after %i retries that could not look',
	async (held) => {
		const now = Date.now;
		// In the middle of a minute.
		let movedMs = 30_000 - (now() % 60_000);
		jest.spyOn(Date, 'now').mockImplementation(() => now() + movedMs);
		lose();
		failLists(403);
		const postAt = '={{ $now.plus({ days: 1 }).set({ second: 0, millisecond: 0 }).toISO() }}';
		const run = options(undefined, { items: texts('a', 'a', 'b'), parameters: { postAt } });
		let failed = await runNode(run);
		for (let retry = 0; retry < held; retry++) {
			movedMs += 70_000;
			failed = await retryExecution(run, failed);
		}
		expect(failed.error?.message).toMatch(IN_DOUBT);
		service().sandbox.control.clearFaults();
		movedMs += 70_000;
		const { items, error } = await retryExecution(run, failed);
		expect(error).toBeUndefined();
		expect(posts()).toEqual(['a', 'b']);
		expect(items.map(({ json }) => json.alreadyScheduled ?? false)).toEqual([true, true, false]);
		expect(items[1]?.json.postAt).toBe(items[0]?.json.postAt);
	},
);

describe('a list that counts more than it shows', () => {
	async function retryWith(times: number | 'always') {
		loseBefore();
		failLists(403);
		const run = options();
		const failed = await runNode(run);
		service().sandbox.control.clearFaults();
		service().sandbox.control.addFault({
			on: 'twitterSubmissions',
			times,
			fault: { kind: 'body', json: { data: { twitterSubmissions: { total: 1, objects: [] } } } },
		});
		return await retryExecution(run, failed);
	}

	test('in both looks: what was in doubt is not sent', async () => {
		const { error } = await retryWith('always');
		expect(error?.message).toMatch(IN_DOUBT);
		expect(error?.description).toMatch(/^Use "Retry" of this execution later.*it has fewer/);
		expect(posts()).toEqual([]);
	});

	test('in the first look alone: it is sent', async () => {
		// The end of a list is asked for twice.
		const { items } = await retryWith(2);
		expect(items[0]?.json).toMatchObject({ success: true });
		expect(posts()).toEqual(['a']);
	});
});

describe('"Retry On Fail" in a retried execution, with a time from $now', () => {
	const postAt = '={{ $now.plus({ hours: 3 }).toISO() }}';
	const withText = (text: string) =>
		options(undefined, {
			items: texts('a', 'b', 'c'),
			node: { ...THREE_TRIES, waitBetweenTries: 500 },
			parameters: { postAt, thread: { tweet: [{ text }] } },
		});
	const refuseLast = () =>
		service().sandbox.control.addFault({
			on: 'scheduleTweet',
			nth: 3,
			times: 'always',
			fault: { kind: 'payload', success: false, errors: [{ field: null, code: null, message: 'Not today' }] },
		});

	test('a check that fails in the first try alone: what is scheduled is not sent again', async () => {
		refuseLast();
		const failed = await runNode(withText('={{ $json.text }}'));
		expect(posts()).toEqual(['a', 'b']);
		service().sandbox.control.clearFaults();
		const until = Date.now() + 250;
		const text = `={{ $itemIndex === 2 && $now.toMillis() < ${until} ? '' : $json.text }}`;
		const { items, error } = await retryExecution(withText(text), failed);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.alreadyScheduled ?? false)).toEqual([true, true, false]);
		expect(posts()).toEqual(['a', 'b', 'c']);
	});

	test('a check that fails in all tries: the error says what is scheduled', async () => {
		refuseLast();
		const failed = await runNode(withText('={{ $json.text }}'));
		const { error } = await retryExecution(withText("={{ $itemIndex === 2 ? '' : $json.text }}"), failed);
		expect(error?.message).toMatch(/is empty$/);
		expect(error?.description).toContain('Already scheduled: items 0 and 1.');
	});
});

test('several in doubt: the second look is waited for once, and reads one list for all', async () => {
	loseBefore(1);
	loseBefore(2);
	loseBefore(3);
	failLists(403);
	const run = options(undefined, { items: texts('a', 'b', 'c'), node: { onError: 'continueErrorOutput' } });
	const copy: Copy = {
		gets: 'what fails',
		parameters: { ...run.parameters, thread: { tweet: [{ text: "={{ $('Start').item.json.text }}" }] } },
		node: { onError: 'stopWorkflow' },
	};
	const failed = await runCopy(run, copy);
	expect(failed.error?.message).toMatch(IN_DOUBT);
	service().sandbox.control.clearFaults();
	const before = [calls('twitterSubmissions'), waits.length] as const;
	letTimePass();
	const { items } = await retryExecution(run, failed, copy);
	expect(items.map(({ json }) => json.success)).toEqual([true, true, true]);
	expect([calls('twitterSubmissions') - before[0], waits.length - before[1]]).toEqual([2, 1]);
	expect(posts()).toEqual(['a', 'b', 'c']);
});

test('its look fails in the first try of "Retry On Fail": the second try sends what is not there', async () => {
	loseBefore();
	failLists(403);
	const run = options(undefined, { node: THREE_TRIES });
	const failed = await runNode(run);
	service().sandbox.control.clearFaults();
	service().sandbox.control.addFault({ on: 'twitterSubmissions', fault: { kind: 'status', status: 403 } });
	const { items } = await retryExecution(run, failed);
	expect(items[0]?.json).toMatchObject({ success: true });
	expect(posts()).toEqual(['a']);
});

test.each([POST_AT, '={{ $now.plus({ hours: 3 }).toISO() }}'])(
	'the list fails in its first try only, at %s: "Retry On Fail" finds it',
	async (postAt) => {
		lose();
		failLists(403);
		const run = options(undefined, { parameters: { postAt }, node: THREE_TRIES });
		const failed = await runNode(run);
		service().sandbox.control.clearFaults();
		service().sandbox.control.addFault({ on: 'twitterSubmissions', fault: { kind: 'status', status: 403 } });
		const { items } = await retryExecution(run, failed);
		expect(items[0]?.json).toMatchObject({ alreadyScheduled: true, post: { id: '2001' } });
		expect(posts()).toEqual(['a']);
	},
);

test.each(['whenInDoubt', 'always'] as const)(
	'a service that shows it a moment after the first look, with "%s": it is found by the second one',
	async (check) => {
		lose();
		const run = options(check);
		// "Always" reads it before it sends.
		failLists(403, check === 'always' ? 2 : 1);
		const failed = await runNode(run);
		expect(failed.error?.message).toMatch(IN_DOUBT);
		service().sandbox.control.clearFaults();
		hide(1);
		const { items } = await retryExecution(run, failed);
		expect(items[0]?.json).toMatchObject(FOUND);
		expect(waits.at(-1)).toBeGreaterThan(9_000);
	},
);

test('"never" sends what was in doubt', async () => {
	lose();
	const run = options('never');
	await retryExecution(run, await runNode(run));
	expect(posts()).toEqual(['a', 'a']);
	expect(requests()).toEqual([2, 0, 0]);
});
