/** Posts whose parts have times of their own, as those for several places on Reddit: each failure is one event. */
import { HOUR, inShort, MINUTE, useTrigger } from '../harness/watchPosts';

const { service, trigger } = useTrigger();

/** A part of a post; without an outcome it was not tried yet. */
interface Part {
	readonly id: string;
	/** Hours since the trigger began. */
	readonly hour: number;
	readonly outcome?: 'out' | { readonly failed: string; readonly at?: number };
	/** Whether the service writes its time in another form. */
	readonly isOtherForm?: boolean;
}

const part = (id: string, hour: number, outcome?: Part['outcome']): Part => ({ id, hour, ...(outcome && { outcome }) });
const failed = { failed: 'You are doing that too much' };

/** A trigger that watches one post on Reddit. */
async function watch() {
	const start = Date.now();
	const now = jest.spyOn(Date, 'now');
	const it = trigger({ platforms: ['REDDIT'] });
	await it.poll();
	const timeOf = (hour: number) => new Date(start + hour * HOUR).toISOString();
	const written = ({ id, hour, outcome, isOtherForm = false }: Part) => ({
		id,
		postAt: isOtherForm ? timeOf(hour).replace('Z', '+00:00') : timeOf(hour),
		result: outcome === 'out' ? { url: `https://example.com/${id}`, dateSubmitted: timeOf(hour) } : null,
		error: typeof outcome === 'object' ? { message: outcome.failed, dateFailed: timeOf(outcome.at ?? hour) } : null,
	});
	/** The events of a poll at an hour: the service lists the parts that were tried, by their times. */
	return async (hour: number, ...parts: Part[]): Promise<string[]> => {
		now.mockReturnValue(start + hour * HOUR);
		service().sandbox.control.clock.skew(hour * HOUR);
		const post = { id: '77', submissions: parts.map(written) };
		const listed = parts.filter((one) => one.outcome !== undefined && one.hour >= hour - 24);
		const objects = listed.map(({ id }) => ({ id, post }));
		service().sandbox.control.addFault({
			on: 'redditSubmissions',
			fault: { kind: 'body', json: { data: { redditSubmissions: { total: objects.length, objects } } } },
		});
		return inShort(await it.items());
	};
}

test('a failure is not given again when another part is out days later', async () => {
	const pollAt = await watch();
	expect(await pollAt(1, part('a', 0.5, failed), part('b', 96))).toEqual(['postFailed 77']);
	for (let hour = 7; hour < 96; hour += 6) {
		expect(await pollAt(hour, part('a', 0.5, failed), part('b', 96))).toEqual([]);
	}
	for (const hour of [97, 98]) expect(await pollAt(hour, part('a', 0.5, failed), part('b', 96, 'out'))).toEqual([]);
});

test('a failure from before the activation is not given when another part is out later', async () => {
	const pollAt = await watch();
	expect(await pollAt(1, part('a', -30, failed), part('b', 0.5, 'out'))).toEqual([]);
});

test('a part that fails days after another one is another event', async () => {
	const pollAt = await watch();
	expect(await pollAt(1, part('a', 0.5, failed), part('b', 96))).toEqual(['postFailed 77']);
	expect(await pollAt(97, part('a', 0.5, failed), part('b', 96, failed))).toEqual(['postFailed 77']);
	expect(await pollAt(98, part('a', 0.5, failed), part('b', 96, failed))).toEqual([]);
});

test('a failure is not given again when a part that was not tried yet gets another time', async () => {
	const pollAt = await watch();
	expect(await pollAt(1, part('a', 2), part('b', 0.5, failed))).toEqual(['postFailed 77']);
	expect(await pollAt(1.1, part('a', 5), part('b', 0.5, failed))).toEqual([]);
});

test('a failure is not given again when the service gives the parts in another order', async () => {
	const pollAt = await watch();
	expect(await pollAt(1, part('a', 2), part('b', 0.5, failed))).toEqual(['postFailed 77']);
	expect(await pollAt(1.1, part('b', 0.5, failed), part('a', 2))).toEqual([]);
});

test('a part that gets another time and fails again is another event', async () => {
	const pollAt = await watch();
	expect(await pollAt(1, part('a', 0.5, failed), part('b', 0.5, failed))).toEqual(['postFailed 77']);
	const again = part('b', 1.5, { failed: 'Banned' });
	expect(await pollAt(2, part('a', 0.5, failed), again)).toEqual(['postFailed 77']);
	expect(await pollAt(3, again, part('a', 0.5, failed))).toEqual([]);
});

test('parts that fail at the same time are one event, in whatever polls they are seen', async () => {
	const pollAt = await watch();
	const seconds = MINUTE / 2 / HOUR;
	expect(await pollAt(1, part('a', 0.5, failed), part('b', 0.5 + seconds))).toEqual(['postFailed 77']);
	expect(await pollAt(1.1, part('a', 0.5, failed), part('b', 0.5 + seconds, failed))).toEqual([]);
});

test('a post whose parts are out at different days is one event, when the last one is out', async () => {
	const pollAt = await watch();
	expect(await pollAt(1, part('a', 0.5, 'out'), part('b', 96))).toEqual([]);
	expect(await pollAt(97, part('a', 0.5, 'out'), part('b', 96, 'out'))).toEqual(['postSubmitted 77']);
	expect(await pollAt(98, part('a', 0.5, 'out'), part('b', 96, 'out'))).toEqual([]);
});

describe('a part that gets another time and keeps its error until it is tried', () => {
	/** At its new time, with the error of the old one. */
	const moved = part('a', 20, { ...failed, at: 0.5 });

	test('has not failed again, and fails again when it does', async () => {
		const pollAt = await watch();
		expect(await pollAt(1, part('a', 0.5, failed))).toEqual(['postFailed 77']);
		expect(await pollAt(2, moved)).toEqual([]);
		expect(await pollAt(21, part('a', 20, failed))).toEqual(['postFailed 77']);
		expect(await pollAt(22, part('a', 20, failed))).toEqual([]);
	});

	test('does not hide the failure of another part at that time', async () => {
		const pollAt = await watch();
		expect(await pollAt(1, part('a', 0.5, failed), part('b', 20))).toEqual(['postFailed 77']);
		expect(await pollAt(21, moved, part('b', 20, failed))).toEqual(['postFailed 77']);
	});

	test('and has failed before the activation is no event until it fails again', async () => {
		const pollAt = await watch();
		const old = part('a', 20, { ...failed, at: -100 });
		expect(await pollAt(1, old)).toEqual([]);
		expect(await pollAt(21, part('a', 20, failed))).toEqual(['postFailed 77']);
	});
});

test('a failure is not given again when the service writes its time in another form', async () => {
	const pollAt = await watch();
	expect(await pollAt(1, part('a', 0.5, failed))).toEqual(['postFailed 77']);
	expect(await pollAt(2, { ...part('a', 0.5, failed), isOtherForm: true })).toEqual([]);
});
