/** What the trigger shows in the editor: the latest event that there is. */
import { HOUR, MINUTE, useTrigger } from '../harness/watchPosts';

const { service, trigger, advance, requests, schedule } = useTrigger();

/** Posts that are out, more than a page has. */
const MANY = 250;

/** The event that the editor shows. */
async function shown(it: ReturnType<typeof trigger>) {
	const [[example] = []] = (await it.test()) ?? [];
	return example?.json;
}

test('shows the latest event, and changes nothing of what is given later', async () => {
	const it = trigger();
	await it.poll();
	await schedule(MINUTE);
	const later = await schedule(2 * MINUTE, 'failing_account');
	advance(3 * MINUTE);
	expect(await shown(it)).toMatchObject({ event: 'postFailed', post: { id: later } });
	expect(await it.items()).toHaveLength(2);
});

describe('among more posts than a page has', () => {
	const fill = () => service().sandbox.control.fillPosts({ platform: 'TWITTER', state: 'SUBMITTED', posts: MANY });

	test('a failure is found by one request where only failures are listened to', async () => {
		const failed = await schedule(MINUTE, 'failing_account');
		advance(HOUR);
		fill();
		expect(await shown(trigger({ events: ['postFailed'] }))).toMatchObject({
			event: 'postFailed',
			post: { id: failed },
		});
		expect(requests()).toBe(1);
	});

	test.each(['postSubmitted', 'both'])(
		'the latest is found by two requests: the list is the oldest first (%s)',
		async (which) => {
			fill();
			const id = await schedule(MINUTE);
			advance(HOUR);
			const it = trigger(which === 'both' ? {} : { events: [which] });
			expect(await shown(it)).toMatchObject({ event: 'postSubmitted', post: { id } });
			expect(requests()).toBe(2);
		},
	);
});

test('says so where there is none', async () => {
	await expect(trigger().test()).rejects.toMatchObject({
		message: 'Trigger On has no event to show yet',
		description: expect.stringContaining('Wait until a post'),
	});
});

describe('where only accounts are watched', () => {
	test('an account that is disconnected is shown', async () => {
		expect(await shown(trigger({ events: ['accountDisconnected'] }))).toMatchObject({
			event: 'accountDisconnected',
			account: { username: 'not_connected', isConnected: false },
		});
	});

	test('it says so where all are connected', async () => {
		const it = trigger({ events: ['accountDisconnected'], filters: { accounts: '501' } });
		await expect(it.test()).rejects.toMatchObject({
			message: 'Trigger On has no event to show yet',
			description: expect.stringContaining('an account is disconnected'),
		});
	});
});
