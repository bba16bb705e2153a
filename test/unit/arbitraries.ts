/** What fast-check generates for the property tests: replies that look almost right, and values of any kind. */
import fc from 'fast-check';
import type { Reply } from '../../nodes/SocialPostScheduling/transport/reply';
import { FAILURES } from './builders';

/** Anything that an expression may give. */
export const anything = () => fc.anything({ withDate: true, withMap: true, withSet: true, withNullPrototype: true });

const MUTATIONS = ['startMediaUpload', 'completeMediaUpload', 'uploadMediaFromUrl', 'scheduleTweet'] as const;

const words = () =>
	fc.oneof(
		fc.string(),
		fc.constantFrom(
			'Media upload rate limit exceeded',
			'Upload timeout',
			'The session has expired',
			'<Message>No</Message>',
		),
	);

const errorItem = () =>
	fc.oneof(
		words(),
		fc.jsonValue(),
		fc.record(
			{ field: fc.jsonValue(), code: fc.oneof(words(), fc.jsonValue()), message: fc.oneof(words(), fc.jsonValue()) },
			{ requiredKeys: [] },
		),
	);

const errors = () => fc.oneof(fc.array(errorItem()), fc.jsonValue());

const media = () =>
	fc.oneof(
		fc.jsonValue(),
		fc.record(
			{ id: fc.oneof(fc.string(), fc.jsonValue()), name: fc.jsonValue(), url: fc.jsonValue(), size: fc.jsonValue() },
			{ requiredKeys: [] },
		),
	);

const payload = () =>
	fc.oneof(
		{ weight: 1, arbitrary: fc.jsonValue() },
		{
			weight: 6,
			arbitrary: fc.record(
				{
					success: fc.oneof(fc.boolean(), fc.jsonValue()),
					errors: errors(),
					media: media(),
					uploadToken: fc.oneof(fc.uuid(), fc.jsonValue()),
					uploadUrl: fc.oneof(fc.webUrl({ withQueryParameters: true }), fc.jsonValue()),
					expiresAt: fc.oneof(
						fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
						fc.jsonValue(),
					),
				},
				{ requiredKeys: [] },
			),
		},
	);

const data = () => fc.constantFrom(...MUTATIONS).chain((mutation) => fc.record({ [mutation]: payload() }));

const body = () =>
	fc.oneof(
		{ weight: 2, arbitrary: fc.jsonValue() },
		{ weight: 1, arbitrary: words() },
		{ weight: 1, arbitrary: fc.constant(undefined) },
		{ weight: 6, arbitrary: fc.record({ data: fc.oneof(data(), data(), fc.jsonValue()) }) },
		{ weight: 2, arbitrary: fc.record({ data: data(), errors: errors() }, { requiredKeys: [] }) },
	);

const status = () =>
	fc.oneof(
		{ weight: 4, arbitrary: fc.constantFrom(200, 201, 204) },
		{ weight: 2, arbitrary: fc.constantFrom(301, 307, 400, 401, 403, 404, 408, 412, 413, 429, 500, 502, 503, 504) },
		{ weight: 1, arbitrary: fc.integer() },
	);

export const headers = () =>
	fc.dictionary(
		fc.oneof(fc.constantFrom('date', 'retry-after', 'ratelimit-reset', 'x-ratelimit-reset'), fc.string()),
		fc.oneof(
			fc.string(),
			fc.integer().map(String),
			fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
		),
	);

/** Any reply that HTTP can give: any status, any headers, any JSON, any text, nothing, or no answer at all. */
export const anyReply = (): fc.Arbitrary<Reply> =>
	fc.oneof(
		{
			weight: 9,
			arbitrary: fc.record({
				answered: fc.constant(true as const),
				status: status(),
				headers: headers(),
				body: body(),
			}),
		},
		{
			weight: 1,
			arbitrary: fc.constantFrom(...Object.values(FAILURES)).map((failure) => ({ answered: false as const, failure })),
		},
	);

/** An API key as services make them. */
export const apiKey = () => fc.stringMatching(/^[A-Za-z0-9_.-]{6,48}$/);
