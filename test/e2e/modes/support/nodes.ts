/** The nodes that the workflows of these tests are made of. */
import type { JsonObject } from '../../../../scripts/lib/json';
import { node, ourNode, uploadBinary, type Node } from '../../../../scripts/lib/workflow-builder';
import { credential } from '../../support/n8n';

/** Name of Upload Binary. */
export const UPLOAD = 'Upload';

/** Upload Binary with some parameters that are not at their defaults. */
export function upload(parameters: JsonObject = {}, name = UPLOAD): Node {
	return ourNode(name, uploadBinary(parameters), credential);
}

/** n8n's Merge, which puts the items of two inputs together, the first with the first and so on. */
export function merge(name: string): Node {
	const parameters = { mode: 'combine', combineBy: 'combineByPosition', options: {} };
	return node(name, 'n8n-nodes-base.merge', 3.2, parameters);
}

/** Edit Fields, with an item that keeps nothing but one field. */
function oneField(name: string, field: string, value: string, type: 'binary' | 'string'): Node {
	const assignments = { assignments: [{ id: field, name: field, value, type }] };
	const parameters = { assignments, includeOtherFields: false, options: { stripBinary: true } };
	return node(name, 'n8n-nodes-base.set', 3.4, parameters);
}

/** An item that keeps nothing but one binary field, filled from another one. */
export const binaryField = (name: string, field: string, value: string): Node => oneField(name, field, value, 'binary');

/** An item that keeps a text and no file. */
export const textField = (name: string, field: string, value: string): Node => oneField(name, field, value, 'string');

/** HTTP Request, with the answer as a file. */
export function download(url: string): Node {
	const options = { response: { response: { responseFormat: 'file', outputPropertyName: 'data' } } };
	return node('Download', 'n8n-nodes-base.httpRequest', 4.2, { url, options });
}
