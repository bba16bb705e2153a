import { sayTimeComesFirst } from '../../../nodes/SocialPostScheduling/resources/callBefore';
import type { Failure } from '../../../nodes/SocialPostScheduling/transport/failure';
import { MINUTE } from '../builders';

const limited = (resetsInMs: number): Failure => ({ kind: 'rateLimited', resetsInMs, words: '' });
const say = (failure: Failure, dueInMs: number) =>
	sayTimeComesFirst(failure, new Date(Date.now() + dueInMs).toISOString(), 'soon');

test.each([
	['the limit is free after the time of the post', limited(5 * MINUTE), 2 * MINUTE, true],
	['the limit is free before it', limited(MINUTE), 20 * MINUTE, false],
	['the time of the post has passed', limited(5 * MINUTE), -MINUTE, false],
	['it is no limit', { kind: 'forbidden', words: '' } as const, MINUTE, false],
])('%s', (_, failure, dueInMs, isSaid) => {
	expect(say(failure, dueInMs)).toEqual(
		isSaid ? ['The node did not wait for that, because the post is due earlier: soon.'] : [],
	);
});
