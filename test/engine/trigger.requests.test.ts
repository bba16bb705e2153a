/** What a poll sends, and what becomes of it where the service takes no more. */
import type { INodeParameters } from 'n8n-workflow';
import { PLATFORMS } from '../../nodes/SocialPostScheduling/resources/platform';
import { EVENTS } from '../../nodes/SocialPostSchedulingTrigger/events';
import { properties } from '../../nodes/SocialPostSchedulingTrigger/fields';
import { REQUESTS } from '../../nodes/SocialPostSchedulingTrigger/requests';
import { triggerOf } from '../harness/trigger';
import { MINUTE, inShort, useTrigger } from '../harness/watchPosts';

const { service, trigger, advance, requests, submit } = useTrigger();

test('one request for each platform and poll when nothing happened', async () => {
	const it = trigger({ platforms: ['TWITTER', 'LINKEDIN', 'REDDIT'] });
	await it.poll();
	await it.poll();
	expect([requests(), requests('linkedinSubmissions'), requests('redditSubmissions')]).toEqual([2, 2, 2]);
	expect(service().sandbox.state().log).toHaveLength(6);
});

test('with all events and platforms, all that it may send, each once', async () => {
	const platforms = PLATFORMS.map(({ value }) => value);
	await trigger({ events: EVENTS.map(({ value }) => value), platforms }).poll();
	const sent = service().sandbox.state().log;
	expect(sent.map(({ kind }) => kind).sort()).toEqual(REQUESTS.map(({ name }) => name).sort());
	expect(sent.map(({ problem }) => problem)).toEqual(sent.map(() => null));
});

test('with events of accounts alone, no platform is needed', async () => {
	expect(properties.find(({ name }) => name === 'platforms')).not.toHaveProperty('required');
	expect(await trigger({ events: ['accountDisconnected'], platforms: [] }).poll()).toBeNull();
	await expect(trigger({ events: ['postFailed'], platforms: [] }).poll()).rejects.toThrow(/^Platforms /);
});

describe('the request limit', () => {
	test('is waited for: no request before its reset, no error, and nothing lost', async () => {
		const it = trigger();
		await it.poll();
		const id = await submit();
		service().sandbox.control.leaveBudget('general', 0);
		expect(await it.poll()).toBeNull();
		const sent = requests();
		expect(await it.poll()).toBeNull();
		expect(requests()).toBe(sent);
		jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 11 * MINUTE);
		advance(11 * MINUTE);
		expect(inShort(await it.items())).toEqual([`postSubmitted ${id}`]);
	});

	test('of one credential does not keep another one from its beginning', async () => {
		const it = trigger();
		await it.poll();
		service().sandbox.control.leaveBudget('general', 0);
		expect(await it.poll()).toBeNull();
		service().sandbox.control.leaveBudget('general', 9);
		it.changeCredential('2');
		expect(await it.poll()).toBeNull();
		const id = await submit();
		expect(inShort(await it.items())).toEqual([`postSubmitted ${id}`]);
	});

	test('that does not end is told', async () => {
		const it = trigger();
		await it.poll();
		service().sandbox.control.addFault({ on: 'twitterSubmissions', times: 9, fault: { kind: 'status', status: 429 } });
		const start = Date.now();
		expect(await it.poll()).toBeNull();
		const now = jest.spyOn(Date, 'now');
		now.mockReturnValue(start + 5 * MINUTE);
		expect(await it.poll()).toBeNull();
		now.mockReturnValue(start + 12 * MINUTE);
		await expect(it.poll()).rejects.toMatchObject({
			message: 'The posts were not read: the request limit of the account is used up',
			description: expect.stringContaining('fewer platforms'),
		});
	});
});

test.each<[string, INodeParameters]>([
	['Trigger On is empty', { events: [] }],
	['Trigger On is "other"', { events: ['other'] }],
	['Platforms is empty', { platforms: [] }],
	['Platforms is "MYSPACE"', { platforms: ['MYSPACE'] }],
	['Account Names or IDs holds {"a":1}', { filters: { accounts: [{ a: 1 }] } }],
])('%s: refused before anything is sent', async (message, parameters) => {
	await expect(trigger(parameters).poll()).rejects.toThrow(message);
	expect(service().sandbox.state().log).toEqual([]);
});

test('a service that does not offer the list says so, with its words and without the key', async () => {
	const { credential, sandbox } = service();
	const message = 'Cannot query field "twitterSubmissions" on type "APIQuery".';
	sandbox.control.addFault({
		on: 'twitterSubmissions',
		fault: { kind: 'body', json: { errors: [{ message: `${message} ${credential.apiKey}` }] } },
	});
	const error: unknown = await trigger()
		.poll()
		.catch((thrown: unknown) => thrown);
	expect(error).toMatchObject({
		message: 'The posts were not read: the service does not offer this',
		description: expect.stringContaining(message),
	});
	expect(JSON.stringify(error)).not.toContain(credential.apiKey);
});

test.each(['poll', 'test'] as const)('a key that is replaced during a %s is in no text', async (way) => {
	const { credential, sandbox } = service();
	const newKey = 'sps_live_replaced_0123456789';
	const body = { errors: [{ message: `Denied for ${newKey}` }] };
	sandbox.control.addFault({
		on: 'linkedinSubmissions',
		times: 'always',
		fault: { kind: 'status', status: 400, body },
	});
	const replaced = {
		baseUrl: credential.baseUrl,
		get apiKey() {
			return requests('linkedinSubmissions') === 0 ? credential.apiKey : newKey;
		},
	};
	const it = triggerOf(replaced, { platforms: ['LINKEDIN'] });
	const error: unknown = await it[way]().catch((thrown: unknown) => thrown);
	expect(error).toMatchObject({ description: expect.stringContaining('Denied for [API key]') });
	expect(JSON.stringify(error)).not.toContain(newKey);
});
