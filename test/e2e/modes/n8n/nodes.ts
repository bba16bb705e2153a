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
