import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import { singleRequest } from '../../run/singleRequest';
import { valid } from '../../shared/checked';
import { idField, textField } from '../../shared/json';
import { done, failed, type Outcome } from '../../transport/cause';
import { readData, type Reply } from '../../transport/reply';

/** Query `profile` (service API, section 4). */
export const GET_PROFILE = 'query GetProfile { profile { id username email registeredAt } }';

export const getProfile: INodePropertyOptions = {
	name: 'Get',
	value: 'get',
	action: 'Get the profile',
	description: 'Get the profile of the account that the API key belongs to',
	routing: {
		request: { body: { query: GET_PROFILE } },
		send: { paginate: true },
		operations: {
			pagination: singleRequest({
				call: 'profile',
				effect: 'read',
				doneWord: 'read',
				check: () => valid({}),
				read: readProfile,
			}),
		},
	},
};

/** The profile in a reply (service API, section 2, Profile). */
export function readProfile(reply: Reply): Outcome<IDataObject> {
	const data = readData(reply);
	if (!data.ok) return data;
	const { profile } = data.value;
	const id = idField(profile, 'id');
	if (id === null) return failed({ kind: 'wrongShape', missing: 'data.profile.id' });
	return done({
		id,
		username: textField(profile, 'username'),
		email: textField(profile, 'email'),
		registeredAt: textField(profile, 'registeredAt'),
	});
}
