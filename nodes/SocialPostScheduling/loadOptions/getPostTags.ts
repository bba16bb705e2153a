import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { toOptionsError } from '../errors/nodeError';
import { ask } from '../listSearch/ask';
import { POST_TAGS } from '../resources/postTag/getMany';

/** The tags of posts, to choose several from. */
export async function getPostTags(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const tags = await ask(this, POST_TAGS, {}, toOptionsError);
	return tags.map(({ id, name }) => ({ name: name ?? id, value: id }));
}
