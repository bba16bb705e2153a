/** What two looks at the service make of something that is in doubt. */
import type { ItemFailure } from '../../../../nodes/SocialPostScheduling/execution/itemResult';
import type { Sighting } from '../../../../nodes/SocialPostScheduling/execution/operation';
import { resolveDoubt } from '../../../../nodes/SocialPostScheduling/execution/idempotency/resolveDoubt';
import { useShortWaits } from '../../../harness/waits';
import { failureNamed, requestNamed, turn } from '../../builders';

let stop = new AbortController();
/** At which wait or look the execution is stopped, such as "wait 2". */
let stopAt = '';
const reach = async (moment: string) => {
	if (moment === stopAt) stop.abort();
	await turn();
};
const waits = useShortWaits(async () => await reach(`wait ${waits.length}`));
beforeEach(() => {
	stop = new AbortController();
	stopAt = '';
});

const DOUBT: ItemFailure = {
	ok: false,
	request: requestNamed('scheduleTweet'),
	failure: failureNamed('connectionLost'),
};
const FOUND: Sighting = { state: 'found', result: { postId: '7' } };
const LATER: Sighting = { state: 'found', result: { postId: '7' }, warnings: ['Post 8 is like it.'] };
const ABSENT: Sighting = { state: 'absent', readAt: 0 };

async function resolve(sightings: readonly Sighting[], mayBeOfOthers: boolean) {
	let looks = 0;
	const look = async () => {
		const seen = sightings[looks++];
		if (seen === undefined) throw new Error('Nothing is left to be seen');
		await reach(`look ${looks}`);
		return seen;
	};
	const verdict = await resolveDoubt(stop, DOUBT, { isFresh: true, mayBeOfOthers }, look, {
		ifAbsent: 'It is safe.',
		ifUnclear: 'Use "Retry" later.',
	});
	return { verdict, looks, waits: [...waits] };
}

test('what is found is not looked up once more, where it can be nobody else', async () => {
	expect(await resolve([FOUND, LATER], false)).toEqual({
		verdict: { ...FOUND, isDone: true },
		looks: 1,
		waits: [2_000],
	});
});

test('what may be of another execution is looked up twice, and the second look counts', async () => {
	expect(await resolve([FOUND, LATER], true)).toEqual({
		verdict: { ...LATER, isDone: true },
		looks: 2,
		waits: [2_000, 10_000],
	});
});

test('what was found stays so, where the second look does not find it', async () => {
	expect((await resolve([FOUND, ABSENT], true)).verdict).toEqual({ ...FOUND, isDone: true });
});

test.each<[string, Sighting]>([
	['cannot tell', { state: 'unclear', reason: 'The list failed.' }],
	['cannot tell yet', { state: 'unclear', reason: 'The list failed.', mayClearSoon: true }],
])('what was found stays so, where the second look %s, and a warning says why', async (_, second) => {
	expect((await resolve([FOUND, second], true)).verdict).toEqual({
		...FOUND,
		isDone: true,
		warnings: [expect.stringMatching(/^The list failed\. .* may be of another execution/)],
	});
});

test('what was found stays so, where the execution is stopped before the second look', async () => {
	stopAt = 'wait 2';
	expect(await resolve([FOUND, ABSENT], true)).toMatchObject({ verdict: { ...FOUND, isDone: true }, looks: 1 });
});

test('what was found stays so, where the execution is stopped in the second look', async () => {
	stopAt = 'look 2';
	expect((await resolve([FOUND, ABSENT], true)).verdict).toEqual({ ...FOUND, isDone: true });
});

test('what was not found is in doubt, where the execution is stopped before the second look', async () => {
	stopAt = 'wait 2';
	expect(await resolve([ABSENT, FOUND], false)).toMatchObject({
		verdict: { isDone: false, failure: { failure: { kind: 'canceled', sent: true } } },
		looks: 1,
	});
});

test('what neither look finds is safe to be sent again', async () => {
	expect((await resolve([ABSENT, ABSENT], true)).verdict).toMatchObject({
		isDone: false,
		failure: { notFound: true, request: { doubt: { advice: 'It is safe.' } } },
	});
});
