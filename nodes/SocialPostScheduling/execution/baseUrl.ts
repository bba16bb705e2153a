import type { IExecutePaginationFunctions } from 'n8n-workflow';
import { CREDENTIAL_TYPE } from '../transport/connection';
import { textField } from '../utils/json';
import { err, type InvalidInput, ok, type Result } from '../utils/result';
import { withoutFullStop } from '../utils/values';
import { isRetry } from './isRetry';

/** Another key in another credential is another account. */
const SAME_KEY =
	'Use the same API key: with another one in another credential, a retry does again what is done already.';

/** The base URL as the credential has it, or why n8n does not give the credential: none is chosen, it is deleted, or cannot be decrypted. */
export async function readBaseUrl(functions: IExecutePaginationFunctions): Promise<Result<unknown, InvalidInput>> {
	try {
		return ok((await functions.getCredentials(CREDENTIAL_TYPE)).baseUrl);
	} catch (error) {
		const isChosen = functions.getNode().credentials?.[CREDENTIAL_TYPE] !== undefined;
		return err({
			field: 'Credential',
			problem: isChosen
				? `cannot be read: ${withoutFullStop(textField(error, 'message') ?? 'no reason given')}`
				: 'is not chosen',
			advice: [
				isChosen ? 'Choose another one in the node, or correct it in n8n.' : 'Choose or create one in the node.',
				...(isRetry(functions) ? [SAME_KEY] : []),
			].join(' '),
			isOfNode: true,
		});
	}
}
