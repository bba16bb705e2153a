/** What the tests share in which n8n runs the node again: a post, the faults that it meets, what the service then has. */
import type { INode } from 'n8n-workflow';
import type { RunOptions } from './engine';
import { hidePosts, scheduledTexts, scheduleParameters, texts } from './posts';
import type { Service } from './service';

/** Another time whenever n8n evaluates it, and another one for each item. */
export const FROM_THE_CLOCK = '={{ $now.plus({ hours: $itemIndex + 1 }).toISO() }}';

export function repeatedOf(service: () => Service) {
	const options = (more: Partial<RunOptions> & { parameters?: INode['parameters'] } = {}): RunOptions => ({
		items: texts('a'),
		credential: service().credential,
		...more,
		parameters: { ...scheduleParameters(), ...more.parameters },
	});

	const scheduled = () => scheduledTexts(service().sandbox);
	const calls = (kind = 'scheduleTweet') =>
		service()
			.sandbox.state()
			.log.filter((entry) => entry.kind === kind).length;
	/** The next call is carried out, its response is lost on the way, and the service does not show it: the doubt stays. */
	const loseResponse = (on: 'scheduleTweet' | 'uploadMediaFromUrl' = 'scheduleTweet', nth = 1) => {
		service().sandbox.control.addFault({ on, nth, fault: { kind: 'status', status: 502, when: 'after' } });
		hidePosts(service().sandbox);
	};
	const refusal = {
		on: 'scheduleTweet',
		fault: { kind: 'payload', success: false, errors: [{ field: null, code: null, message: 'Not now' }] },
	} as const;
	const refuse = (nth: number) => service().sandbox.control.addFault({ ...refusal, nth });
	const refuseFrom = (nth: number) => service().sandbox.control.addFault({ ...refusal, nth, times: 'always' });
	/** The service takes any media. */
	const acceptAll = () =>
		service().sandbox.control.addFault({
			on: 'scheduleTweet',
			times: 'always',
			fault: { kind: 'payload', success: true, errors: [] },
		});

	return { options, scheduled, calls, loseResponse, refuse, refuseFrom, acceptAll };
}
