/** The whole upload with nothing but n8n's own nodes, as a person would build it by hand. */
import type { JsonObject } from '../../scripts/lib/json';
import type { Workflow } from '../../scripts/lib/n8n-client';
import {
	type Link,
	manualTrigger,
	type Node,
	node,
	readFiles,
	TRIGGER,
	workflow,
} from '../../scripts/lib/workflow-builder';
import type { CredentialReference } from '../../scripts/lib/workflows';
import { graphQlRequest, httpRequest } from './nodes';

const START =
	'mutation Start($size: BigInt!, $mimeType: String!) { startMediaUpload(size: $size, mimeType: $mimeType) { success uploadToken uploadUrl expiresAt errors { field code message } } }';
const COMPLETE =
	'mutation Complete($uploadToken: String!, $name: String!) { completeMediaUpload(uploadToken: $uploadToken, name: $name) { success media { id name url mimeType size } errors { field code message } } }';

/** Names of the first and the last node of the upload; what is before them is reading the file. */
export const FIRST_STEP = 'Start Upload';
export const LAST_STEP = 'Complete Upload';
const PUT_STEP = 'Put File';

/** What a person sets under Options so that n8n does not keep the whole file in memory, in case it must be sent again. */
export const NO_REDIRECTS = { redirect: { redirect: { followRedirects: false } } };

/** The file is on the item before the request and gone after it: Merge puts it beside the answer again. */
const mergeByPosition = node('File and Answer', 'n8n-nodes-base.merge', 3, {
	mode: 'combine',
	combineBy: 'combineByPosition',
	options: {},
});

/** The body of a GraphQL request, as an expression. */
export function body(query: string, variables: string): string {
	return `={{ JSON.stringify({ query: ${JSON.stringify(query)}, variables: ${variables} }) }}`;
}

export interface StockService {
	readonly baseUrl: string;
	readonly key: CredentialReference;
}

/** @param options what is set under Options of each request, and of the one that sends the file alone */
export function uploadSteps(service: StockService, options: { each?: JsonObject; put?: JsonObject }): readonly Node[] {
	const start = graphQlRequest(FIRST_STEP, {
		...service,
		body: body(START, '{ size: $binary.data.bytes, mimeType: $binary.data.mimeType }'),
		options: options.each,
	});
	const put = httpRequest(PUT_STEP, {
		method: 'PUT',
		url: '={{ $json.data.startMediaUpload.uploadUrl }}',
		sendHeaders: true,
		headerParameters: { parameters: [{ name: 'If-None-Match', value: '*' }] },
		sendBody: true,
		contentType: 'binaryData',
		inputDataFieldName: 'data',
		options: { ...options.each, ...options.put },
	});
	const complete = graphQlRequest(LAST_STEP, {
		...service,
		body: body(
			COMPLETE,
			`{ uploadToken: $('${FIRST_STEP}').item.json.data.startMediaUpload.uploadToken, name: $('Read').item.json.fileName }`,
		),
		options: options.each,
	});
	return [start, mergeByPosition, put, complete];
}

/** @param source gives the files: a node, or one of its outputs */
export const uploadLinks = (source: string): Link[] => [
	[source, FIRST_STEP],
	[source, `${mergeByPosition.name}:0`],
	[FIRST_STEP, `${mergeByPosition.name}:1`],
	[mergeByPosition.name, PUT_STEP],
	[PUT_STEP, LAST_STEP],
];

/** @param putOptions what is set under Options of the request that sends the file */
export function stockUpload(name: string, file: string, service: StockService, putOptions: JsonObject): Workflow {
	return workflow(
		name,
		[manualTrigger, readFiles(file), ...uploadSteps(service, { put: putOptions })],
		[[TRIGGER, 'Read'], ...uploadLinks('Read')],
	);
}
