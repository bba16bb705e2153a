import { DateTime } from 'luxon';
import type { IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';
import { singleRequest } from '../../execution/singleRequest';
import { query } from '../../transport/request';
import { field, idField, listOf } from '../../utils/json';
import { err, type InvalidInput, ok, type Result } from '../../utils/result';
import { isMoment } from '../../utils/values';
import { readOptional } from '../../validation/parameters';
import { accountsField, checkAccounts } from '../accounts';
import type { OperationDefinition } from '../definition';

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
	fields: [accountsField],
	requests: [NEXT_SCHEDULE_DATES],
	handler: singleRequest({
		request: NEXT_SCHEDULE_DATES,
		pastTense: 'read',
		variables: readVariables,
		more: leftOut,
	}),
};

interface Variables extends IDataObject {
	readonly socialAccountIds?: string[];
}

/** Without IDs the argument is left out: the service then takes all accounts. */
function readVariables(functions: IExecutePaginationFunctions): Result<Variables, InvalidInput> {
	const written = readOptional(
		functions.getNodeParameter(accountsField.name, ''),
		accountsField,
		functions.getNode().parameters[accountsField.name],
	);
	if (!written.ok) return written;
	const ids = checkAccounts(written.value);
	if (!ids.ok) return ids;
	return ok(ids.value === undefined ? {} : { socialAccountIds: ids.value });
}

const LEFT_OUT =
	'The service gives no time for this account. Look in the service if the account is there, connected and switched on. An expression takes IDs, not names: the "id" of Social Account: Get Many.';

/**
 * An account that was asked for, and that the service leaves out, is an item as well: else nothing would be posted for it, and the execution
 * would be a success. Without a time, Schedule refuses it.
 */
function leftOut(slots: readonly IDataObject[], { socialAccountIds }: Variables): IDataObject[] {
	const given = new Set(slots.map(({ account }) => account));
	const missing = [...new Set(socialAccountIds)].filter((account) => !given.has(account));
	return missing.map((account) => ({ account, nextSlot: null, warnings: [LEFT_OUT] }));
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
