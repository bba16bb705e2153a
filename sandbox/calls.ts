import { POST_STEMS } from './store/platforms';

/** The queries that read posts, two for each platform. */
const POST_QUERIES = POST_STEMS.flatMap((stem) => [`${stem}Post`, `${stem}Submissions`] as const);

/** Everything a client can ask of the service, as the request log and the fault rules name it. */
export const CALL_KINDS = [
	'profile',
	'socialAccounts',
	'nextScheduleDates',
	'media',
	'mediaLabels',
	'postTags',
	...POST_QUERIES,
	'aggregatePostMetrics',
	'postTimeSeriesMetrics',
	'uploadMediaFromUrl',
	'startMediaUpload',
	'put',
	'completeMediaUpload',
	'scheduleTweet',
	'submitPlatformPost',
	'reschedulePlatformPost',
	'deletePlatformPost',
	'other',
] as const;

/** One of {@link CALL_KINDS}; `other` is whatever is none of the rest: introspection, unreadable bodies, wrong methods. */
export type CallKind = (typeof CALL_KINDS)[number];

/** The two addresses of the service: the API, and the storage that upload addresses point to. */
export const ORIGINS = ['api', 'upload'] as const;

/** One of {@link ORIGINS}. */
export type Origin = (typeof ORIGINS)[number];
