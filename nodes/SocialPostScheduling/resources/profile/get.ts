import type { IDataObject } from 'n8n-workflow';
import { singleRequest } from '../../execution/singleRequest';
import { query } from '../../transport/request';
import { idField, textField } from '../../utils/json';
import { err, ok, type Result } from '../../utils/result';
import type { OperationDefinition } from '../definition';

/** Query `profile` (service API, section 4). */
export const PROFILE = query(
	{ name: 'profile', retryClass: 'safe', failed: 'The profile was not read' },
	'query GetProfile { profile { id username email registeredAt } }',
	readProfile,
);

export const getProfile: OperationDefinition = {
	name: 'Get',
	value: 'get',
	action: 'Get profile',
	description: 'Get the profile of the account that the API key belongs to',
	fields: [],
	requests: [PROFILE],
	handler: singleRequest({ request: PROFILE, pastTense: 'read', variables: () => ok({}) }),
};

/** The profile as the service gives it (service API, section 2, Profile). */
function readProfile(profile: unknown): Result<IDataObject, string> {
	const id = idField(profile, 'id');
	if (id === null) return err('id');
	return ok({
		id,
		username: textField(profile, 'username'),
		email: textField(profile, 'email'),
		registeredAt: textField(profile, 'registeredAt'),
	});
}
