import type { ResourceDefinition } from '../definition';
import { deletePost } from './delete';
import { getPost } from './get';
import { getManyPosts } from './getMany';
import { publishPostNow } from './publishNow';
import { reschedulePost } from './reschedule';

export const post: ResourceDefinition = {
	name: 'Post',
	value: 'post',
	operations: [deletePost, getPost, getManyPosts, publishPostNow, reschedulePost],
	defaultOperation: 'getMany',
};
