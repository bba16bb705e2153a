import type { Failure } from '../../transport/failure';
import { readCreation } from '../../transport/reply';
import { ERROR_FIELDS, mutation } from '../../transport/request';
import { idField, isRecord } from '../../utils/json';
import { ok } from '../../utils/result';
import { postTagsField } from '../postTags';

/** Mutation `scheduleTweet` (service API, section 4). `post` is not in that document, but in public descriptions of the service. */
export const SCHEDULE_TWEET = mutation(
	{
		name: 'scheduleTweet',
		retryClass: 'nonIdempotent',
		failed: 'The thread was not scheduled',
		doubt: {
			uncertain: 'The thread may have been scheduled',
			advice:
				'Wait some minutes, and check the scheduled posts in the service before you run this again: sending it again could post it twice.',
		},
		fields: { username: 'Account', postAt: 'Post At', thread: 'Thread', postTags: postTagsField.displayName },
		checkVariables: { input: { username: '', postAt: '2000-01-01T00:00:00Z', thread: [] } },
	},
	`mutation ScheduleTweet($input: ScheduleTweetInput!) {
		scheduleTweet(input: $input) { success post { id } ${ERROR_FIELDS} }
	}`,
	({ post }) => ok(isRecord(post) ? idField(post, 'id') : null),
	readCreation('post'),
);

/** The same as the service API, section 4, describes it. */
export const SCHEDULE_TWEET_WITHOUT_POST = {
	...SCHEDULE_TWEET,
	document: `mutation ScheduleTweet($input: ScheduleTweetInput!) {
		scheduleTweet(input: $input) { success ${ERROR_FIELDS} }
	}`,
};

/** Whether a document was refused, before anything was executed, for no other reason than its field `post`. */
export function refusesPost(failure: Failure): boolean {
	if (failure.kind !== 'graphqlErrors' || !failure.unknownFields.includes('post')) return false;
	return failure.unknownFields.every((name) => name === 'post' || name === 'id');
}
