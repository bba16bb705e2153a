import type { IExecutePaginationFunctions } from 'n8n-workflow';
import { CREDENTIAL_TYPE } from '../transport/connection';
import { textField } from '../utils/json';
import { err, type InvalidInput, ok, type Result } from '../utils/result';
import { withoutFullStop } from '../utils/values';

/** The base URL as the credential has it, or why n8n does not give the credential: none is chosen, it is deleted, or cannot be decrypted. */
export async function readBaseUrl(functions: IExecutePaginationFunctions): Promise<Result<unknown, InvalidInput>> {
	try {
		return ok((await functions.getCredentials(CREDENTIAL_TYPE)).baseUrl);
	} catch (error) {
		const isChosen = Boolean(functions.getNode().credentials?.[CREDENTIAL_TYPE]);
		return err({
			field: 'Credential',
			problem: isChosen
				? `cannot be read: ${withoutFullStop(textField(error, 'message') || 'no reason given')}`
				: 'is not chosen',
			// The ID of the credential is a part of what an item is.
			advice: `${isChosen ? 'Correct it in n8n, or choose another one in the node' : 'Choose or create one in the node'}. A retry with another credential does again what is done already: let a new execution do only what is left.`,
			isOfNode: true,
		});
	}
}
