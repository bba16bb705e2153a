import type { ResourceDefinition } from '../definition';
import { scheduleTweet } from './schedule';

export const tweet: ResourceDefinition = {
	name: 'Tweet',
	value: 'tweet',
	operations: [scheduleTweet],
	defaultOperation: 'schedule',
};
