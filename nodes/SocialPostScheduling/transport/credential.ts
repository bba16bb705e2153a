import type { INode } from 'n8n-workflow';
import { textField } from '../utils/json';
import type { InvalidInput } from '../utils/result';
import { withoutFullStop } from '../utils/values';
import { CREDENTIAL_TYPE } from './connection';

/** Why n8n does not give the credential: none is chosen, it is deleted, or cannot be decrypted. */
export const missingCredential = ({ credentials }: Pick<INode, 'credentials'>, error: unknown): InvalidInput =>
	credentials?.[CREDENTIAL_TYPE]
		? {
				field: 'Credential',
				problem: `cannot be read: ${withoutFullStop(textField(error, 'message') || 'no reason given')}`,
				advice: 'Correct it in n8n, or choose another one in the node.',
				isOfNode: true,
			}
		: {
				field: 'Credential',
				problem: 'is not chosen',
				advice: 'Choose or create one in the node.',
				isOfNode: true,
			};
