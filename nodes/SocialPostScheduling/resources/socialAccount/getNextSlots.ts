import { DateTime } from 'luxon';
import type { IDataObject, IExecutePaginationFunctions, INodeProperties } from 'n8n-workflow';
import { singleRequest } from '../../execution/singleRequest';
import { query } from '../../transport/request';
import { field, idField, listOf } from '../../utils/json';
import { err, type InvalidInput, ok, type Result } from '../../utils/result';
import { isMoment } from '../../utils/values';
import { checkIds } from '../../validation/ids';
import type { OperationDefinition } from '../definition';

const accounts: INodeProperties = {
	displayName: 'Accounts',
	name: 'accounts',
	type: 'string',
	default: '',
	placeholder: 'e.g. 501,502',
	description:
		'IDs of social accounts, separated by commas. An expression may give an array. Leave it empty for all accounts.',
};

/** Query `nextScheduleDates` (public descriptions of the service): one entry an account, without pages. */
const NEXT_SCHEDULE_DATES = query(
	{
		name: 'nextScheduleDates',
		retryClass: 'safe',
		failed: 'The next slots were not read',
	},
	`query GetNextSlots($socialAccountIds: [ID!]) {
		nextScheduleDates(socialAccountIds: $socialAccountIds) { socialAccountId scheduleDate }
	}`,
	listOf(readSlot),
);

export const getNextSlots: OperationDefinition = {
	name: 'Get Next Slots',
	value: 'getNextSlots',
	action: 'Get next slots of social accounts',
	description: 'Get the next free time to post of each social account',
	fields: [accounts],
	requests: [NEXT_SCHEDULE_DATES],
	handler: singleRequest({ request: NEXT_SCHEDULE_DATES, pastTense: 'read', variables: readVariables }),
};

/** Without IDs the argument is left out: the service then takes all accounts. */
function readVariables(functions: IExecutePaginationFunctions): Result<IDataObject, InvalidInput> {
	const ids = checkIds(functions.getNodeParameter(accounts.name, ''), accounts.displayName);
	if (!ids.ok) return ids;
	return ok(ids.value === undefined ? {} : { socialAccountIds: ids.value });
}

/**
 * An item `{ account, nextSlot }`: the ID of the account, and its next time in ISO 8601 as the service writes it, or null where it
 * has none. Anything else is no answer: read as null, it would say that an account has no slot.
 */
function readSlot(entry: unknown): Result<IDataObject, string> {
	const account = idField(entry, 'socialAccountId');
	if (account === null) return err('socialAccountId');
	const nextSlot = field(entry, 'scheduleDate');
	if (nextSlot === null) return ok({ account, nextSlot });
	return typeof nextSlot === 'string' && isMoment(nextSlot) && DateTime.fromISO(nextSlot).isValid
		? ok({ account, nextSlot })
		: err('scheduleDate');
}
