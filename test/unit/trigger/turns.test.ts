import { pause, withoutOverlap } from '../../../nodes/SocialPostSchedulingTrigger/turns';

test('a request limit that one poll has met keeps the next ones only until a later poll has succeeded', async () => {
	let open = () => {};
	const opened = new Promise<void>((resolve) => (open = resolve));
	const limited = withoutOverlap(
		'a trigger',
		async (turn) => {
			await opened;
			pause(turn, { kind: 'rateLimited', resetsInMs: null, words: '' });
			return null;
		},
		true,
	);
	const waited = jest.fn(async () => await Promise.resolve('polled'));
	const added = withoutOverlap('a trigger', waited, false);
	expect(await withoutOverlap('a trigger', waited, true)).toBeNull();
	expect(waited).not.toHaveBeenCalled();
	open();
	expect(await limited).toBeNull();
	expect(await added).toBe('polled');
	expect(await withoutOverlap('a trigger', waited, true)).toBe('polled');
});
