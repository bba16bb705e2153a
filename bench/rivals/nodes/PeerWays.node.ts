/**
 * The ways in which other packages send a file, in a node that exists for the benchmark alone: the whole file as a Buffer in
 * a PUT after startMediaUpload, and the whole file as base64 text in a JSON POST.
 */
import { type IExecuteFunctions, type INodeExecutionData, type INodeType, NodeConnectionTypes } from 'n8n-workflow';

const START = `mutation Start($size: BigInt!, $mimeType: String!) {
	startMediaUpload(size: $size, mimeType: $mimeType) { success uploadToken uploadUrl expiresAt }
}`;
const COMPLETE = `mutation Complete($uploadToken: String!, $name: String!) {
	completeMediaUpload(uploadToken: $uploadToken, name: $name) { success media { id } }
}`;

interface Started {
	data: { startMediaUpload: { uploadToken: string; uploadUrl: string } };
}

export class PeerWays implements INodeType {
	description: INodeType['description'] = {
		displayName: 'Peer Ways',
		name: 'peerWays',
		group: ['output'],
		version: 1,
		description: 'Sends a file as other packages do',
		defaults: { name: 'Peer Ways' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [
			{ displayName: 'Way', name: 'way', type: 'string', default: 'buffer' },
			{ displayName: 'Base URL', name: 'baseUrl', type: 'string', default: '' },
			{ displayName: 'Sink', name: 'sink', type: 'string', default: '' },
		],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const way = this.getNodeParameter('way', 0);
		if (way === 'base64') await postBase64(this);
		else await putBuffer(this);
		return [[{ json: { way } }]];
	}
}

async function putBuffer(functions: IExecuteFunctions): Promise<void> {
	const { helpers } = functions;
	const url = `${functions.getNodeParameter('baseUrl', 0) as string}/gql`;
	const { mimeType } = helpers.assertBinaryData(0, 'data');
	const body = await helpers.getBinaryDataBuffer(0, 'data');
	const started = (await helpers.httpRequest({
		method: 'POST',
		url,
		json: true,
		body: { query: START, variables: { size: body.length, mimeType } },
	})) as Started;
	const { uploadToken, uploadUrl } = started.data.startMediaUpload;
	const headers = { 'Content-Type': mimeType, 'If-None-Match': '*' };
	await helpers.httpRequest({ method: 'PUT', url: uploadUrl, headers, body });
	const variables = { uploadToken, name: 'file' };
	await helpers.httpRequest({ method: 'POST', url, json: true, body: { query: COMPLETE, variables } });
}

async function postBase64(functions: IExecuteFunctions): Promise<void> {
	const { helpers } = functions;
	const { mimeType } = helpers.assertBinaryData(0, 'data');
	const bytes = await helpers.getBinaryDataBuffer(0, 'data');
	const file = `data:${mimeType};base64,${bytes.toString('base64')}`;
	const url = functions.getNodeParameter('sink', 0) as string;
	await helpers.httpRequest({ method: 'POST', url, json: true, body: { file } });
}
