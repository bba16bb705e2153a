/** The trigger against the sandbox, with posts that become due as the clock of the service is moved on. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { apiOf } from '../sandbox/support/api';
import { useService } from './service';
import { triggerOf } from './trigger';
import { useShortWaits } from './waits';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const bothEvents = { events: ['postSubmitted', 'postFailed', 'accountDisconnected'], platforms: ['TWITTER'] };

/** The events of a poll in short: `postSubmitted 7`. */
export const inShort = (items: IDataObject[]) =>
	items.map(({ event, post, account }) => `${nameOf(event)} ${idOf(post) ?? idOf(account)}`);
const nameOf = (event: unknown) => (typeof event === 'string' ? event : 'no event');
const idOf = (value: unknown) =>
	typeof value === 'object' && value !== null && 'id' in value ? String(value.id) : undefined;

/** Gives each test of a file a sandbox, and what it needs to watch posts there. */
export function useTrigger() {
	const service = useService();
	useShortWaits();
	const trigger = (parameters?: INodeParameters, stored?: IDataObject, credentialId?: string) =>
		triggerOf(service().credential, parameters, stored, credentialId);

	const advance = (ms: number) => service().sandbox.control.clock.advance(ms);
	const requests = (kind = 'twitterSubmissions') =>
		service()
			.sandbox.state()
			.log.filter((entry) => entry.kind === kind).length;

	/** The service's time, in milliseconds since 1970. */
	const serviceNow = () => Date.now() + service().sandbox.state().clock.skewMs;

	/** Schedules a thread at a distance from now, and gives its id. */
	async function schedule(afterMs: number, username = 'my_brand', ...texts: string[]): Promise<string> {
		const postAt = new Date(serviceNow() + afterMs).toISOString();
		const thread = (texts.length === 0 ? ['Hello'] : texts).map((text, order) => ({ text, order }));
		const { post } = await apiOf(service().sandbox).schedule({ username, postAt, thread });
		if (post === null) throw new Error('The post was not scheduled');
		return post.id;
	}

	/** A post that is out, and its id. */
	async function submit(): Promise<string> {
		const id = await schedule(MINUTE);
		advance(2 * MINUTE);
		return id;
	}

	/** The next list has one post, as this service writes it. */
	const nextListHas = (id: string, ...submissions: object[]) =>
		service().sandbox.control.addFault({
			on: 'twitterSubmissions',
			fault: {
				kind: 'body',
				json: { data: { twitterSubmissions: { total: 1, objects: [{ id: `s${id}`, post: { id, submissions } }] } } },
			},
		});

	/** The lists count a post that they do not have behind those on their first page, until the faults are cleared. */
	const listsHideOne = (...firstPage: object[]) => {
		const add = (objects: object[], nth: number, times: number | 'always') =>
			service().sandbox.control.addFault({
				on: 'twitterSubmissions',
				nth,
				times,
				fault: { kind: 'body', json: { data: { twitterSubmissions: { total: firstPage.length + 1, objects } } } },
			});
		add(firstPage, 1, 1);
		add([], 2, 'always');
	};

	/** The accounts of the next poll. */
	const nextAccountsAre = (...accounts: object[]) =>
		service().sandbox.control.addFault({
			on: 'socialAccounts',
			fault: { kind: 'body', json: { data: { socialAccounts: accounts } } },
		});

	return {
		service,
		trigger,
		advance,
		requests,
		serviceNow,
		schedule,
		submit,
		nextListHas,
		listsHideOne,
		nextAccountsAre,
	};
}
