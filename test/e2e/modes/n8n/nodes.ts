/** The nodes that the workflows of these tests are made of. */
import type { Node } from '../../../../bench/workflows/build';
import { name as packageName } from '../../../../package.json';
import { fromEnvironment } from '../../../../scripts/e2e/handover';
import type { JsonObject } from '../../../../scripts/lib/json';
import { CREDENTIAL_TYPE } from '../../../../scripts/lib/workflows';

const { credentialId, credentialName } = fromEnvironment(process.env);

/** Name of Upload Binary. */
export const UPLOAD = 'Upload';

/** Upload Binary with some parameters that are not at their defaults. */
export function upload(parameters: JsonObject = {}, name = UPLOAD): Node {
	return {
		name,
		type: `${packageName}.socialPostScheduling`,
		version: 1,
		parameters: { resource: 'media', operation: 'uploadBinary', ...parameters },
		credentials: { [CREDENTIAL_TYPE]: { id: credentialId, name: credentialName } },
	};
}

/** A Code node that runs once for all items. */
export function code(name: string, jsCode: string): Node {
	return { name, type: 'n8n-nodes-base.code', version: 2, parameters: { jsCode } };
}

/** n8n's node for files on disk, for a file or a pattern. */
export function read(pattern: string, name = 'Read', options: JsonObject = {}): Node {
	const parameters = { fileSelector: pattern, options };
	return { name, type: 'n8n-nodes-base.readWriteFile', version: 1.1, parameters };
}

/** n8n's Merge, which puts the items of two inputs together, the first with the first and so on. */
export function merge(name: string): Node {
	const parameters = { mode: 'combine', combineBy: 'combineByPosition', options: {} };
	return { name, type: 'n8n-nodes-base.merge', version: 3.2, parameters };
}

/** Edit Fields, with an item that keeps nothing but one field. */
function oneField(name: string, field: string, value: string, type: 'binary' | 'string'): Node {
	const assignments = [{ id: field, name: field, value, type }];
	const options = { stripBinary: true };
	return {
		name,
		type: 'n8n-nodes-base.set',
		version: 3.4,
		parameters: { assignments: { assignments }, includeOtherFields: false, options },
	};
}

/** An item that keeps nothing but one binary field, filled from another one. */
export const binaryField = (name: string, field: string, value: string): Node => oneField(name, field, value, 'binary');

/** An item that keeps a text and no file. */
export const textField = (name: string, field: string, value: string): Node => oneField(name, field, value, 'string');

/** HTTP Request, with the answer as a file. */
export function download(url: string): Node {
	const options = { response: { response: { responseFormat: 'file', outputPropertyName: 'data' } } };
	return { name: 'Download', type: 'n8n-nodes-base.httpRequest', version: 4.2, parameters: { url, options } };
}
