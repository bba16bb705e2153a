/** The columns of the fault table, one record for each request that an operation may send. */
import type { INode } from 'n8n-workflow';
import { CALL_KINDS, type CallKind } from '../../sandbox/calls';
import { RESOURCES } from '../../nodes/SocialPostScheduling/resources';
import type { Sandbox } from '../../sandbox/server';
import { POST_AT, postParameters, scheduleParameters } from '../harness/posts';

/** What stands at the service after a run. */
export interface Left {
	/** Uploads that were counted. */
	readonly uploads: number;
	/** Files in the library. */
	readonly library: number;
	/** Scheduled posts. */
	readonly posts: number;
}

interface StepRecord {
	/** What the node is set to, to send the request. */
	readonly parameters: (fileUrl: string) => INode['parameters'];
	/** How the sandbox calls it, where that is another name. */
	readonly call?: CallKind;
	/** What a run leaves that was done in full. */
	readonly leaves: Left;
	/** How many items come out for one that is done; 1 where nothing else is said. */
	readonly gives?: number;
	/** What becomes of the post that it works on, which stands at the service before. */
	readonly post?: PostLeft;
	/** How its errors begin. */
	readonly not: string;
	/** How they begin where it may have been done. */
	readonly may?: string;
}

/** What there is to see of a post at the service. */
type PostLeft = 'scheduled as it was' | 'scheduled for the new time' | 'out' | 'in the trash';

/** The ID of the first post that the sandbox has. */
const POST_ID = '2001';

const NOTHING: Left = { uploads: 0, library: 0, posts: 0 };
const A_FILE: Left = { uploads: 1, library: 1, posts: 0 };
const TIME = { from: '2020-05-01T00:00:00Z', to: '2020-05-31T00:00:00Z' };
const A_POST: Left = { ...NOTHING, posts: 1 };
const uploadBinary = () => ({ resource: 'media', operation: 'uploadBinary' });

const RECORDS = {
	profile: {
		parameters: () => ({ resource: 'profile', operation: 'get' }),
		leaves: NOTHING,
		not: 'The profile was not read: ',
	},
	socialAccounts: {
		parameters: () => ({ resource: 'socialAccount', operation: 'getMany' }),
		leaves: NOTHING,
		// All that the sandbox has.
		gives: 11,
		not: 'The accounts were not read: ',
	},
	nextScheduleDates: {
		parameters: () => ({ resource: 'socialAccount', operation: 'getNextSlots' }),
		leaves: NOTHING,
		// The accounts that are connected and enabled.
		gives: 9,
		not: 'The next slots were not read: ',
	},
	aggregatePostMetrics: {
		parameters: () => ({ resource: 'analytics', operation: 'getPostMetrics', ...TIME }),
		leaves: NOTHING,
		// The metrics of the sandbox.
		gives: 3,
		not: 'The metrics were not read: ',
	},
	postTimeSeriesMetrics: {
		parameters: () => ({ resource: 'analytics', operation: 'getPostMetrics', ...TIME, groupBy: 'day' }),
		leaves: NOTHING,
		// Dates without a post are left out.
		gives: 0,
		not: 'The metrics were not read: ',
	},
	media: {
		parameters: () => ({ resource: 'media', operation: 'getMany' }),
		leaves: NOTHING,
		gives: 0,
		not: 'The content library was not read: ',
	},
	// The search of Upload Binary before it begins.
	mediaOfUpload: {
		parameters: () => ({ ...uploadBinary(), options: { ifFileExists: 'useExisting' } }),
		call: 'media',
		leaves: A_FILE,
		not: 'The content library was not read: ',
	},
	mediaLabels: {
		parameters: () => ({ resource: 'mediaLabel', operation: 'getMany' }),
		leaves: NOTHING,
		gives: 3,
		not: 'The media labels were not read: ',
	},
	postTags: {
		parameters: () => ({ resource: 'postTag', operation: 'getMany' }),
		leaves: NOTHING,
		gives: 2,
		not: 'The post tags were not read: ',
	},
	// Any query and any mutation: here those that the sandbox knows by their field.
	query: {
		parameters: () => ({ resource: 'api', operation: 'execute', query: 'query { profile { id } }' }),
		call: 'profile',
		leaves: NOTHING,
		not: 'The query was not executed: ',
	},
	mutation: {
		parameters: () => ({
			resource: 'api',
			operation: 'execute',
			query: `mutation Schedule($input: ScheduleTweetInput!) {
				scheduleTweet(input: $input) { success errors { field code message } }
			}`,
			variables: `={{ { input: { username: "my_brand", postAt: "${POST_AT}", thread: [{ order: 0, text: "Hello " + $itemIndex }] } } }}`,
		}),
		call: 'scheduleTweet',
		leaves: { ...NOTHING, posts: 1 },
		not: 'The mutation was not executed: ',
		may: 'The mutation may have been executed: ',
	},
	twitterPost: {
		parameters: () => postParameters('get', POST_ID),
		leaves: A_POST,
		post: 'scheduled as it was',
		not: 'The post was not read: ',
	},
	twitterSubmissions: {
		parameters: () => ({ resource: 'post', operation: 'getMany' }),
		leaves: A_POST,
		post: 'scheduled as it was',
		not: 'The posts were not read: ',
	},
	uploadMediaFromUrl: {
		parameters: (url) => ({ resource: 'media', operation: 'uploadFromUrl', url }),
		leaves: A_FILE,
		not: 'The file was not uploaded: ',
		may: 'The file may have been uploaded from its URL: ',
	},
	startMediaUpload: {
		parameters: uploadBinary,
		leaves: A_FILE,
		not: 'The upload was not started: ',
		may: 'The upload may have been started: ',
	},
	put: { parameters: uploadBinary, leaves: A_FILE, not: 'The file was not sent: ' },
	completeMediaUpload: {
		parameters: uploadBinary,
		leaves: A_FILE,
		not: 'The upload was not completed: ',
		may: 'The upload may have been completed: ',
	},
	scheduleTweet: {
		parameters: () => scheduleParameters('={{ "Hello " + $itemIndex }}'),
		leaves: A_POST,
		not: 'The thread was not scheduled: ',
		may: 'The thread may have been scheduled: ',
	},
	submitPlatformPost: {
		parameters: () => postParameters('publishNow', POST_ID),
		leaves: A_POST,
		post: 'out',
		not: 'The post was not published: ',
		may: 'The post may have been published: ',
	},
	reschedulePlatformPost: {
		parameters: () => postParameters('reschedule', POST_ID, { postAt: POST_AT }),
		leaves: A_POST,
		post: 'scheduled for the new time',
		not: 'The post was not rescheduled: ',
		may: 'The post may have been rescheduled: ',
	},
	deletePlatformPost: {
		parameters: () => postParameters('delete', POST_ID),
		leaves: A_POST,
		post: 'in the trash',
		not: 'The post was not deleted: ',
		may: 'The post may have been deleted: ',
	},
} as const satisfies Readonly<Record<string, StepRecord>>;

export type Step = keyof typeof RECORDS;

export const STEP: Readonly<Record<Step, StepRecord>> = RECORDS;

export const isStep = (name: string): name is Step => name in STEP;

export const STEPS: readonly Step[] = Object.keys(STEP).filter(isStep);

/** How the sandbox calls it, in its log and its faults. */
export const callOf = (step: Step): CallKind => STEP[step].call ?? CALL_KINDS.find((kind) => kind === step) ?? 'other';

/** The requests of a kind: what the node itself says of them. */
const stepsOf = (kind: (request: (typeof REQUESTS)[number]) => boolean): Step[] =>
	STEPS.filter((step) => REQUESTS.some((request) => request.name === step && kind(request)));

const REQUESTS = RESOURCES.flatMap(({ operations }) => operations.flatMap(({ requests }) => requests));

export const QUERIES: readonly Step[] = [...stepsOf(({ retryClass }) => retryClass === 'safe'), 'mediaOfUpload'];

/** Mutations on posts that may be sent again; none is sent again by itself. */
export const IDEMPOTENT = stepsOf(
	(request) => 'document' in request && request.retryClass === 'idempotent' && request.name !== 'completeMediaUpload',
);

export const NON_IDEMPOTENT = stepsOf(({ retryClass }) => retryClass === 'nonIdempotent');

/** All that have a payload with `success` and `errors`. */
export const MUTATIONS = stepsOf((request) => request.toStorage === undefined && request.retryClass !== 'safe');

/** The requests of an upload of a file of the workflow. */
const OWN_UPLOAD_STEPS: readonly Step[] = ['mediaOfUpload', 'startMediaUpload', 'put', 'completeMediaUpload'];

/** The requests of an upload: the files of a post send them as well. */
export const UPLOAD_STEPS: readonly Step[] = ['uploadMediaFromUrl', ...OWN_UPLOAD_STEPS];

/** Those that a post sends ahead of its turn. */
export const isSentAhead = (step: Step): boolean => OWN_UPLOAD_STEPS.includes(step);

/** A post with one file that is uploaded first, which sends the request. */
export function withFile(step: Step, url: string): INode['parameters'] {
	const file = isSentAhead(step)
		? { __rl: true, mode: 'binary', value: 'data' }
		: { __rl: true, mode: 'url', value: url };
	return {
		...scheduleParameters(),
		thread: { tweet: [{ text: '={{ "Hello " + $itemIndex }}', media: { reference: [{ file }] } }] },
		options: step === 'mediaOfUpload' ? { ifFileExists: 'useExisting' } : {},
	};
}

/** Puts at the service what a request works on. */
export function prepare(sandbox: Sandbox, step: Step): void {
	if (STEP[step].post === undefined) return;
	sandbox.control.fillPosts({ platform: 'TWITTER', state: 'SCHEDULED', posts: 1 });
}

/** The post that was put there. */
export function postAt(sandbox: Sandbox): PostLeft {
	const [{ dateDeleted, postAt: at, submissions } = { dateDeleted: null, postAt: '', submissions: [] }] =
		sandbox.state().posts;
	if (dateDeleted !== null) return 'in the trash';
	if (submissions.every(({ state }) => state === 'SUBMITTED')) return 'out';
	return Date.parse(at) === Date.parse(POST_AT) ? 'scheduled for the new time' : 'scheduled as it was';
}

export function leftAt(sandbox: Sandbox): Left {
	const { uploadsCounted, media, posts } = sandbox.state();
	return { uploads: uploadsCounted, library: media.length, posts: posts.length };
}
