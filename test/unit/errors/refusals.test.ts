import {
	explainRefusal as explainRefusalOf,
	placeOf as placeIn,
} from '../../../nodes/SocialPostScheduling/errors/refusals';
import { redact, secretsOfAddress } from '../../../nodes/SocialPostScheduling/errors/redact';
import { explain as explainRequest } from '../../../nodes/SocialPostScheduling/errors/errorMessages';
import type { Failure, PayloadError } from '../../../nodes/SocialPostScheduling/transport/failure';
import { fieldsOf, type Tweet } from '../../../nodes/SocialPostScheduling/resources/tweet/thread';
import { checkThread } from '../../../nodes/SocialPostScheduling/validation/thread';
import type { RequestInfo } from '../../../nodes/SocialPostScheduling/transport/request';
import { requestNamed } from '../builders';

/** Three tweets with four files each, as the panel has them. */
function threeTweets(): Tweet[] {
	const media = { reference: ['1', '2', '3', '4'].map((id) => ({ file: { mode: 'id', value: id } })) };
	const thread = checkThread({ tweet: ['a', 'b', 'c'].map((text) => ({ text, media })) });
	if (!thread.ok) throw new Error(thread.error.problem);
	return thread.value.map(({ text, places }) => ({
		text,
		places,
		files: [1, 2, 3, 4].map((at) => ({ place: `${places.tweet}, media ${at}`, media: { id: String(at) } })),
	}));
}

/** A request as it fails: that of a thread knows its tweets. */
function failing(name: string): RequestInfo {
	const request = requestNamed(name);
	return name === 'scheduleTweet' ? { ...request, fields: { ...request.fields, ...fieldsOf(threeTweets()) } } : request;
}

const explain = (failure: Failure, request: string) => explainRequest(failure, failing(request));
const explainRefusal = (errors: readonly PayloadError[], request: string) => explainRefusalOf(errors, failing(request));
const placeOf = (field: string, request: string) => placeIn(field, failing(request));

/** What stands in place of words where nothing is shown, and of a word that is longer than what is read. */
const HIDDEN = redact(secretsOfAddress(`https://storage.example.com/${'-'.repeat(2 ** 15)}`), 'The media is not ready');
const LONG_WORD = redact([], 'x'.repeat(2 ** 15));

const reason = (field: string | null, message: string | null, code: string | null = null) => ({ field, code, message });

describe('a field of the input as the panel calls it', () => {
	test.each([
		['username', 'Account'],
		['input.username', 'Account'],
		['postAt', 'Post At'],
		['post_at', 'Post At'],
		['thread', 'Thread'],
		['thread.0', 'Thread, tweet 1'],
		['thread.0.text', 'Thread, tweet 1, Text'],
		['thread[2].text', 'Thread, tweet 3, Text'],
		['thread.0.media', 'Thread, tweet 1, Media'],
		['thread.0.media.0', 'Thread, tweet 1, media 1'],
		['thread[1].media[3].id', 'Thread, tweet 2, media 4'],
		['/input/thread/0/media/1', 'Thread, tweet 1, media 2'],
		['$.input.thread[0].text', 'Thread, tweet 1, Text'],
		['thread.x', 'Thread'],
		['thread.3', 'Thread'],
		['thread.0.media.4', 'Thread, tweet 1, Media'],
		[`thread.0.text${'.x'.repeat(100_000)}`, 'Thread, tweet 1, Text'],
		['something else', 'something else'],
		['__proto__', '__proto__'],
		['', ''],
	])('%s is %s', (field, place) => {
		expect(placeOf(field, 'scheduleTweet')).toBe(place);
	});

	test.each([
		['url', 'uploadMediaFromUrl', 'URL'],
		['mediaLabelIds', 'completeMediaUpload', 'Media Label Names or IDs'],
		['uploadToken', 'completeMediaUpload', 'Upload Token'],
		['mimeType', 'startMediaUpload', 'MIME Type'],
		['postAt', 'profile', 'postAt'],
	] as const)('%s of %s is %s', (field, call, place) => {
		expect(placeOf(field, call)).toBe(place);
	});
});

describe('each reason is said once', () => {
	test('one: in the message', () => {
		const { what, description } = explainRefusal([reason('postAt', 'It is not valid.', 'X1')], 'scheduleTweet');
		expect(what).toBe('Post At: It is not valid');
		expect(description).toBe('Check the values of the node.');
	});

	test('several: the first one in the message, the others in the description', () => {
		const errors = [reason('postAt', 'Odd'), reason(null, 'Very odd'), reason('thread.1', null, 'odd_code')];
		const { what, description } = explainRefusal(errors, 'scheduleTweet');
		expect(what).toBe('Post At: Odd');
		expect(description).toBe(
			'The service also says: Very odd; Thread, tweet 2: odd_code. Check the values of the node.',
		);
	});

	test('none', () => {
		expect(explainRefusal([], 'scheduleTweet')).toEqual({
			what: 'the service gave no reason',
			description: 'It returned "success: false". Check the values of the node.',
		});
	});

	test('thousands: the first ten, and how many more there are', () => {
		const errors = Array.from({ length: 50 }, (_, at) => reason(null, `Reason ${at}`));
		const { description } = explainRefusal(errors, 'scheduleTweet');
		expect(description).toContain('Reason 9; and 40 more');
		expect(description).not.toContain('Reason 10;');
	});

	test.each([
		['empty texts', reason('', '', ''), 'no reason given'],
		['an empty message beside a code', reason(null, '', 'quota_used'), 'quota_used'],
		['a message of blanks beside a code', reason(null, ' ', 'quota_used'), 'quota_used'],
	])('%s still give a reason', (_, error, what) => {
		expect(explainRefusal([error], 'scheduleTweet').what).toBe(what);
	});
});

describe('what to do, where the reason is known', () => {
	test.each([
		['media', reason('thread.0.media.0', 'Media not found', 'MEDIA_NOT_FOUND'), 'choose "By ID" for an ID'],
		['media, in other words', reason('thread.0.media.0', 'No media has the id "x".'), 'choose "By ID" for an ID'],
		['the account', reason('username', 'The account is not connected.'), 'Connect the account'],
		['the account, by its code', reason('username', null, 'ACCOUNT_NOT_CONNECTED'), 'Connect the account'],
		['the text', reason('thread.0.text', 'Text is too long (281 of 280)'), 'Make the text shorter'],
		['the time', reason('postAt', 'Must be in the future', 'INVALID_DATE'), 'Choose a time in the future'],
		[
			'a tag',
			reason('postTags', 'There is no tag with id News', 'INVALID_DATA'),
			'An expression takes IDs, not names.',
		],
		['a label', reason('mediaLabelIds', 'Label News does not exist'), 'Choose it from the list, or give its ID.'],
		['a quota', reason(null, 'Monthly post limit reached'), 'Check the limits of your plan'],
		['anything else', reason(null, 'Nope'), 'Check the values of the node.'],
		['no more than the place of words that are hidden', reason(null, HIDDEN), 'Check the values of the node.'],
		['no more than how long a word is', reason(null, LONG_WORD), 'Check the values of the node.'],
	])('%s', (_, error, advice) => {
		expect(explainRefusal([error], 'scheduleTweet').description).toContain(advice);
	});

	test('of a document that a person entered', () => {
		const check = 'Check "Query" or "Variables".';
		expect(explainRefusal([reason(null, 'Nope')], 'mutation').description).toBe(check);
		expect(explainRefusal([], 'mutation').description).toContain(check);
	});

	test.each([
		'The post is being processed',
		'The post is locked',
		'Publishing is already in progress',
		'Locked: publishing',
	])('a post that the service works on: %s', (message) => {
		const { description } = explainRefusal([reason('id', message)], 'deletePlatformPost');
		expect(description).toBe('Wait until the service has done that, and try again.');
	});

	test.each([
		'Your X account is locked',
		'The post is locked by another user',
		'Payment in progress: your plan does not allow publishing',
	])('something else is not to be waited for: %s', (message) => {
		const { description } = explainRefusal([reason(null, message)], 'submitPlatformPost');
		expect(description).not.toContain('Wait');
	});

	test.each([
		[
			'submitPlatformPost',
			'A post in the trash cannot be published or rescheduled. If it was not out before, schedule it anew.',
		],
		[
			'reschedulePlatformPost',
			'A post in the trash cannot be published or rescheduled. If it was not out before, schedule it anew.',
		],
		['deletePlatformPost', 'Check the ID and the platform.'],
	] as const)('a post in the trash, with %s', (call, advice) => {
		const { description } = explainRefusal([reason('postId', 'Post 7 is in the trash.', 'POST_NOT_FOUND')], call);
		expect(description).toContain(advice);
		expect(description.includes('deleted for good')).toBe(call === 'deletePlatformPost');
	});

	test.each<[string, string | null]>([
		['PlatformPost matching query does not exist.', 'NOT_FOUND'],
		['Not found', null],
		['', 'not_found'],
		['', 'PostNotFound'],
		['Invalid pk "2001" - object does not exist.', null],
		["The post doesn't exist", null],
		['The post has already been deleted', null],
		['', 'ALREADY_DELETED'],
		['No TwitterPost matches the given query.', null],
		['There is no such post', null],
		['Post could not be found.', null],
		['The post is in the trash', null],
		['Post 2001 was removed', null],
		['Submission not found', null],
		['Could not find post with id 2001', null],
		["Can't find the post", null],
		['This post no longer exists', null],
		['Unknown post', null],
		['', 'GONE'],
		['Deleted already', null],
		['Already trashed', 'ALREADY_TRASHED'],
		['Nothing to delete', null],
		['Could not locate post', null],
		['Post 2001 is missing', null],
		['Post not found in this account', null],
		['Tweet not found', null],
		['No tweet with this ID', null],
		['', 'TWEET_NOT_FOUND'],
		['ID 2001 does not exist in your account', null],
		['Resource not found for this API key', null],
		['Not found. Check the ID and the platform', null],
		['The post has already been removed by another team member', null],
		['postId: not found in account 9', null],
		['Thread not found', null],
		['', 'RECORD_NOT_FOUND'],
		['Entry 2001 does not exist', null],
		['Object 2001 does not exist', null],
		['Pk 2001 does not exist', null],
		['The post is no longer there', null],
		['The post is gone', null],
		['Post 2001 already trashed', null],
		['Post 2001 removed already', null],
		['Post 2001 trashed already', null],
		['Post 2001 deleted already', null],
		['Already removed', null],
		['Trashed already', null],
		['Unable to find the post', null],
		["Couldn't locate the post", null],
	])('a post that is not there, in whatever words: "%s" %s', (message, code) => {
		const { description } = explainRefusal([{ field: null, code, message }], 'deletePlatformPost');
		expect(description).toContain('Check the ID and the platform.');
	});

	test.each([
		'Post deletion is no longer available on your plan',
		'You cannot delete this post: your account no longer exists',
		'The post belongs to an unknown account',
		'The post cannot be deleted: its account was removed',
		'You have no post permission',
		'Unknown post type',
		'No post access',
		'There is no post limit left',
		'There is no post slot left',
		'Approval workflow not found',
		'Your trial is gone',
		'Scope post:delete is missing',
		'Endpoint not found',
		'Permission not found',
		'This action is no longer available for your plan',
		'Publishing now is no longer available on your plan',
		'Your subscription does not exist',
		'The quoted tweet was deleted',
		'The image could not be found',
		'The time slot is gone',
	])('something else than the post that is not there: %s', (message) => {
		expect(explainRefusal([reason(null, message)], 'submitPlatformPost').description).not.toContain('Check the ID');
	});

	test('several pieces of advice stand once each', () => {
		const errors = [0, 1].map((at) => reason(`thread.${at}.text`, 'Text is too long'));
		const { description } = explainRefusal(errors, 'scheduleTweet');
		expect(description.match(/Make the text shorter/g)).toHaveLength(1);
	});
});

test('the whole of it, as n8n shows it', () => {
	const failure = {
		kind: 'refused' as const,
		errors: [reason('thread.0.media.0', 'Media not found', 'MEDIA_NOT_FOUND')],
	};
	const { message, description } = explain(failure, 'scheduleTweet');
	expect(message).toBe('The thread was not scheduled: Thread, tweet 1, media 1: Media not found');
	expect(description).not.toContain('not found');
});
