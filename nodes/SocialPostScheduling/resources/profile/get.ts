import type { IDataObject } from 'n8n-workflow';
import type { RequestInfo } from '../../errors/requestInfo';
import { singleRequest } from '../../execution/singleRequest';
import { idField, textField } from '../../utils/json';
import { readData, type Reply } from '../../transport/reply';
import type { OperationDefinition } from '../definition';
import { type Result, ok, err } from '../../utils/result';
import type { Failure } from '../../transport/failure';

/** Query `profile` (service API, section 4). */
const GET_PROFILE = 'query GetProfile { profile { id username email registeredAt } }';

const PROFILE = {
	name: 'profile',
	retryClass: 'safe',
	failed: 'The profile was not read',
} as const satisfies RequestInfo;

export const getProfile: OperationDefinition = {
	name: 'Get',
	value: 'get',
	action: 'Get profile',
	description: 'Get the profile of the account that the API key belongs to',
	fields: [],
	requests: [PROFILE],
	documents: [GET_PROFILE],
	handler: singleRequest({
		request: PROFILE,
		pastTense: 'read',
		document: GET_PROFILE,
		variables: () => ok({}),
		read: readProfile,
	}),
};

/** The profile in a reply (service API, section 2, Profile). */
export function readProfile(reply: Reply): Result<IDataObject, Failure> {
	const data = readData(reply);
	if (!data.ok) return data;
	const { profile } = data.value;
	const id = idField(profile, 'id');
	if (id === null) return err({ kind: 'unexpectedResponse', missing: 'data.profile.id' });
	return ok({
		id,
		username: textField(profile, 'username'),
		email: textField(profile, 'email'),
		registeredAt: textField(profile, 'registeredAt'),
	});
}
