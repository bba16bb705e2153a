/** Public reference, sections 4.2, 4.3 and 13: what an account may submit in a month, and what it has submitted. */
import { apiOf } from './support/api';
import { useSandbox } from './support/sandbox';

const sandbox = useSandbox();

const quotas = async (key = sandbox().keys.paid) =>
	await apiOf(sandbox(), key).first(`{ profile {
		remainingMonthlyPosts
		account { allowedMonthlyPosts allowedMonthlyTweets postsSubmittedThisMonth tweetsSubmittedThisMonth }
	} }`);

const used = (tweetsSubmittedThisMonth: number) => ({
	remainingMonthlyPosts: 1000,
	account: {
		allowedMonthlyPosts: 1000,
		allowedMonthlyTweets: 500,
		postsSubmittedThisMonth: 0,
		tweetsSubmittedThisMonth,
	},
});

test('each tweet of a thread counts in the month in which it is submitted; drafts and failures do not', async () => {
	const { clock } = sandbox().control;
	clock.freeze();
	clock.set('2098-05-30T10:00:00Z');
	const api = apiOf(sandbox());
	const postAt = '2098-05-31T10:00:00Z';
	await api.schedule({ postAt, thread: [0, 1].map((order) => ({ text: 'Hello', order })) });
	await api.schedule({ postAt, publishingStatus: 'DRAFT' });
	await api.schedule({ postAt, username: 'failing_account' });
	await api.schedule({ postAt: '2098-06-01T00:00:00Z' });
	expect(await quotas()).toEqual(used(0));
	clock.set('2098-05-31T10:00:00Z');
	expect(await quotas()).toEqual(used(2));
	clock.set('2098-06-01T00:00:00Z');
	expect(await quotas()).toEqual(used(1));
});

test('a free account may submit less', async () => {
	expect(await quotas(sandbox().keys.free)).toMatchObject({
		remainingMonthlyPosts: 30,
		account: { allowedMonthlyPosts: 30, allowedMonthlyTweets: 15 },
	});
});
