/** What the trigger shows in the editor. */
import { MINUTE, useTrigger } from '../harness/watchPosts';

const { trigger, advance, schedule } = useTrigger();

describe('a test in the editor', () => {
	test('shows the latest event, and changes nothing of what is given later', async () => {
		const it = trigger();
		await it.poll();
		await schedule(MINUTE);
		const later = await schedule(2 * MINUTE, 'failing_account');
		advance(3 * MINUTE);
		const [[example] = []] = (await it.test()) ?? [];
		expect(example?.json).toMatchObject({ event: 'postFailed', post: { id: later } });
		expect(await it.items()).toHaveLength(2);
	});

	test('says so where there is none', async () => {
		await expect(trigger().test()).rejects.toMatchObject({
			message: 'Trigger On has no event yet that could be shown',
			description: expect.stringContaining('Wait until a post'),
		});
	});

	test('shows an account where only accounts are watched', async () => {
		const [[example] = []] = (await trigger({ events: ['accountDisconnected'] }).test()) ?? [];
		expect(example?.json).toMatchObject({ event: 'accountDisconnected', account: { username: 'not_connected' } });
	});
});
