/** Files as the tests of Upload Binary upload them: the items that bring them, and what the service was asked. */
import type { INode, INodeExecutionData } from 'n8n-workflow';
import { storeBinary } from './binary';
import { runNode, type RunOptions } from './engine';
import { exampleFile, type Service } from './service';

export const PICTURE = exampleFile('balloons.png');
export const VIDEO = exampleFile('take-off.mp4');

/** The service refuses a step of an upload. */
export const refusal = (message: string) =>
	({ kind: 'payload', success: false, errors: [{ field: null, code: null, message }] }) as const;

/** An item with a file, as the node before it leaves it: by default, a picture. */
export async function itemWith(
	fileName = 'balloons.png',
	bytes = PICTURE,
	mimeType = 'image/png',
	field = 'data',
): Promise<INodeExecutionData> {
	return { json: { fileName }, binary: { [field]: await storeBinary(bytes, fileName, mimeType) } };
}

export const videoItem = async (fileName = 'take-off.mp4') => await itemWith(fileName, VIDEO, 'video/mp4');

export function uploadsOf(service: () => Service) {
	const upload = async (
		items: INodeExecutionData[],
		parameters: INode['parameters'] = {},
		more: Partial<RunOptions> = {},
	) =>
		await runNode({
			parameters: { resource: 'media', operation: 'uploadBinary', ...parameters },
			items,
			credential: service().credential,
			...more,
		});

	/** What the service and its storage were asked, in order. */
	const calls = () =>
		service()
			.sandbox.state()
			.log.map(({ kind }) => kind);
	const puts = () =>
		service()
			.sandbox.state()
			.log.filter(({ kind }) => kind === 'put');

	return { upload, calls, puts };
}
