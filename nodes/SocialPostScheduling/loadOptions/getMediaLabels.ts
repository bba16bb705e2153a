import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { toOptionsError } from '../errors/nodeError';
import { ask } from '../listSearch/ask';
import { MEDIA_LABELS } from '../resources/mediaLabel/getMany';

/** The labels of the content library, to choose several from. */
export async function getMediaLabels(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const labels = await ask(this, MEDIA_LABELS, {}, toOptionsError);
	return labels.map(({ id, text }) => ({ name: text ?? id, value: id }));
}
