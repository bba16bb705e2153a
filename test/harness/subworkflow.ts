/** What the tests of a sub-workflow's calls share: rows, the faults that they meet, what the service then has. */
import type { INode } from 'n8n-workflow';
import { runNode, type RunOptions } from './engine';
import { POST_AT, scheduleParameters } from './posts';
import type { Service } from './service';

export const TEXTS = [{ json: { text: 'a' } }, { json: { text: 'b' } }, { json: { text: 'c' } }];
/** Parameters with a time from the clock. */
export const CLOCK = { postAt: '={{ $now.plus({ hours: 3 }).toISO() }}' };
/** Parameters with which nothing is looked up. */
export const NEVER = { options: { duplicateCheck: 'never' } };

/** Each test has a caller of its own. */
export function subworkflowOf(service: () => Service) {
	let callers = 0;
	beforeEach(() => (callers += 1));

	const refuse = (nth: number) =>
		service().sandbox.control.addFault({
			on: 'scheduleTweet',
			nth,
			fault: { kind: 'payload', success: false, errors: [{ field: null, code: null, message: 'Not today' }] },
		});

	const leaveInDoubt = (nth: number) =>
		service().sandbox.control.addFault({
			on: 'scheduleTweet',
			nth,
			fault: { kind: 'status', status: 500, when: 'before' },
		});

	/** The texts of the scheduled posts, in their order. */
	const texts = () =>
		service()
			.sandbox.state()
			.posts.flatMap(({ submissions }) => submissions.map(({ text }) => text))
			.sort();

	/** A call that schedules a post for each of the texts. */
	const scheduling = (more: INode['parameters']) => ({
		parameters: { ...scheduleParameters('={{ $json.text }}'), ...more },
		items: TEXTS,
		credential: service().credential,
		caller: `caller ${callers}`,
	});

	/** The same with rows that have the media of an ID. */
	const rowsWithMedia = (rows: string[], id: string, more: INode['parameters']) => {
		const media = { reference: [{ file: { __rl: true, mode: 'id', value: '={{ $json.id }}' } }] };
		return {
			...scheduling({ ...more, specifyThread: 'text', text: '={{ $json.text }}', media }),
			items: rows.map((text) => ({ json: { text, id, at: POST_AT } })),
		};
	};

	/** The IDs of two files in the library. */
	const twoMedia = async (): Promise<[string, string]> => {
		const { sandbox } = service();
		await sandbox.control.fillLibrary(2);
		const [one = '', other = ''] = sandbox.state().media.map(({ id }) => id);
		return [one, other];
	};

	/** The service does not carry out the first item, and gives no clear response, in two calls. */
	const failTwice = async (run: RunOptions) => {
		const { control } = service().sandbox;
		const fault = { kind: 'status', status: 502, when: 'before' } as const;
		control.addFault({ on: 'scheduleTweet', times: 'always', fault });
		const failed = [await runNode(run), await runNode(run)] as const;
		for (const { error } of failed) expect(error?.message).toContain('may have been scheduled');
		control.clearFaults();
		return failed;
	};

	return { refuse, leaveInDoubt, texts, scheduling, rowsWithMedia, twoMedia, failTwice };
}
