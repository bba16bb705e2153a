/** Fault rules are read, not trusted: a bad one says what is wrong with it. */
import { parseRule } from '../../sandbox/faults/rules';
import type { FaultRule } from '../../sandbox/server';

test.each<FaultRule>([
	{ on: 'profile', fault: { kind: 'reset', when: 'before' } },
	{ on: 'put', nth: 3, times: 'always', fault: { kind: 'reset', when: 'during', afterBytes: 10 } },
	{ on: 'put', fault: { kind: 'hang', when: 'after' } },
	{ on: 'media', times: 2, fault: { kind: 'slow', ms: 5, when: 'before' } },
	{ on: 'other', fault: { kind: 'status', status: 418, headers: { a: 'b' }, body: [1], when: 'after' } },
	{ on: 'twitterPost', fault: { kind: 'emptyBody', when: 'before' } },
	{ on: 'twitterSubmissions', fault: { kind: 'cutJson' } },
	{ on: 'profile', fault: { kind: 'body', json: null } },
	{
		on: 'scheduleTweet',
		fault: { kind: 'payload', success: false, errors: [{ field: null, code: 'A', message: 'b' }], fields: { post: 1 } },
	},
	{ on: 'startMediaUpload', fault: { kind: 'redirect', location: '/x', status: 308 } },
	{ on: 'put', fault: { kind: 'expireSession' } },
])('a good rule is read as it is: %j', (rule) => {
	expect(parseRule(rule)).toEqual(rule);
});

const reset = { kind: 'reset', when: 'before' };

test.each<[unknown, string]>([
	[null, 'rule must be an object'],
	[[], 'rule must be an object'],
	[{ on: 'profil', fault: reset }, 'rule.on must be one of profile, socialAccounts'],
	[{ on: 'profile' }, 'rule.fault must be an object'],
	[{ on: 'profile', fault: { kind: 'explode' } }, 'fault.kind must be one of reset, hang'],
	[{ on: 'profile', fault: reset, nht: 2 }, 'rule has an unknown field: nht (known: on, nth, times, fault)'],
	[{ on: 'profile', fault: reset, nth: 0 }, 'rule.nth must be a whole number from 1'],
	[{ on: 'profile', fault: reset, times: 1.5 }, 'rule.times must be "always" or a whole number from 1'],
	[{ on: 'profile', fault: { kind: 'reset' } }, 'fault.when must be one of before, during, after'],
	[{ on: 'profile', fault: { kind: 'hang', when: 'during' } }, 'fault.when must be one of before, after'],
	[{ on: 'profile', fault: { ...reset, afterBytes: 1 } }, 'fault.afterBytes belongs to a reset during a put'],
	[{ on: 'profile', fault: { kind: 'slow', ms: 0 } }, 'fault.ms must be a whole number from 1'],
	[{ on: 'profile', fault: { kind: 'status', status: 99 } }, 'fault.status must be a whole number from 200 to 599'],
	[{ on: 'profile', fault: { kind: 'status', status: 200, headers: { a: 1 } } }, 'fault.headers.a must be a text'],
	[
		{ on: 'profile', fault: { kind: 'status', status: 200, headers: { 'a b': 'c' } } },
		'fault.headers.a b cannot be sent',
	],
	[{ on: 'profile', fault: { kind: 'status', status: 200, headers: { a: 'b\nc' } } }, 'fault.headers.a cannot be sent'],
	[{ on: 'put', fault: { kind: 'redirect', location: '/\u2603' } }, 'fault.location cannot be sent'],
	[{ on: 'profile', fault: { kind: 'body' } }, 'fault.json must be given'],
	[{ on: 'profile', fault: { kind: 'payload', success: true } }, 'fault payload needs a mutation'],
	[{ on: 'scheduleTweet', fault: { kind: 'payload' } }, 'fault.success must be true or false'],
	[{ on: 'scheduleTweet', fault: { kind: 'payload', success: false, errors: {} } }, 'fault.errors must be a list'],
	[
		{ on: 'scheduleTweet', fault: { kind: 'payload', success: false, errors: [{ field: 'a' }] } },
		'fault.errors.0.message must be a text',
	],
	[{ on: 'put', fault: { kind: 'cutJson' } }, 'fault cutJson is about a JSON answer; a PUT has none'],
	[{ on: 'profile', fault: { kind: 'expireSession' } }, 'fault expireSession needs a call with an upload session'],
	[{ on: 'profile', fault: { kind: 'redirect' } }, 'fault.location must be a text'],
])('%j is refused', (rule, message) => {
	expect(() => parseRule(rule)).toThrow(message);
});
