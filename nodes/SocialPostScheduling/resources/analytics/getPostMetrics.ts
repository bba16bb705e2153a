import type { IExecutePaginationFunctions, INodeProperties } from 'n8n-workflow';
import { createItemHandler } from '../../execution/itemHandler';
import { withFilterProblem } from '../../execution/itemResult';
import { DEFAULT_CONCURRENCY } from '../../execution/operation';
import { callService } from '../../transport/graphql';
import { field, textField } from '../../utils/json';
import { type InvalidInput, invalid, ok, type Result } from '../../utils/result';
import { formatValue } from '../../utils/values';
import { checkNames } from '../../validation/ids';
import { readOptional, readText } from '../../validation/parameters';
import { checkTime, readableTime } from '../../validation/time';
import { accountsField, checkAccounts } from '../accounts';
import type { OperationDefinition } from '../definition';
import { readFilters } from '../filters';
import { findUnknownAccount } from '../unknownId';
import { type MetricsVariables, requestFor, SERIES, TOTALS } from './metrics';

const ZONE_HINT = 'In the time zone of the workflow settings';

const from: INodeProperties = {
	displayName: 'From',
	name: 'from',
	type: 'dateTime',
	required: true,
	default: '',
	description: 'The beginning of the time that the metrics are about',
	hint: ZONE_HINT,
};

const to: INodeProperties = {
	...from,
	displayName: 'To',
	name: 'to',
	description: 'The end of the time that the metrics are about',
};

const metrics: INodeProperties = {
	displayName: 'Metrics',
	name: 'metrics',
	type: 'string',
	default: '',
	placeholder: 'e.g. likes,views',
	description:
		'Names of metrics as the service has them, separated by commas. An expression may return an array. Leave it empty for all metrics.',
};

const groupBy: INodeProperties = {
	displayName: 'Group By',
	name: 'groupBy',
	type: 'string',
	default: '',
	placeholder: 'e.g. day',
	description:
		'What a series of dates is grouped by, as the service calls it. Leave it empty for totals over the whole time.',
};

const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [accountsField],
};

export const getPostMetrics: OperationDefinition = {
	name: 'Get Post Metrics',
	value: 'getPostMetrics',
	action: 'Get post metrics',
	description: 'Get the metrics of the posts of a period: totals, or a series of dates',
	fields: [from, to, metrics, groupBy, filters],
	requests: [TOTALS, SERIES],
	handler: createItemHandler<MetricsVariables>({
		request: TOTALS,
		concurrency: DEFAULT_CONCURRENCY,
		pastTense: 'read',
		validate: ({ functions }) => readVariables(functions),
		execute: async ({ connection }, variables) => {
			const request = requestFor(variables);
			const outcome = await callService(connection, request, variables);
			if (!outcome.ok) return { ok: false, request, failure: outcome.error };
			const isEmpty = !hasNumbers(outcome.value);
			const unknown = await findUnknownAccount(connection, variables.socialAccountIds, isEmpty);
			const isSeries = variables.groupBy !== undefined;
			const missing = missingIn(isSeries ? outcome.value.flatMap(listIn) : outcome.value, variables.metrics);
			const withoutNumbers = isSeries ? [] : missing.map((metric) => ({ metric, value: null, aggregation: null }));
			return withFilterProblem(request, unknown, isEmpty, {
				ok: true,
				output: [...outcome.value, ...withoutNumbers],
				warnings: missing.map(
					(metric) => `The service has no numbers for the metric ${formatValue(metric)}. Check its name in Metrics.`,
				),
			});
		},
	}),
};

/** Whether any number of totals, or of a series, is other than 0. */
const hasNumbers = (entries: readonly unknown[]): boolean =>
	entries.some((entry) => Boolean(field(entry, 'value')) || hasNumbers(listIn(entry)));

const listIn = (entry: unknown): readonly unknown[] => {
	const metricsOfDate: unknown = field(entry, 'metrics');
	return Array.isArray(metricsOfDate) ? metricsOfDate : [];
};

/** The metrics that were asked for by their names, and that have no entry. */
function missingIn(entries: readonly unknown[], names: readonly string[] = []): string[] {
	const known = new Set(entries.map((entry) => textField(entry, 'metric')?.toLowerCase()));
	return names.filter((name) => !known.has(name.toLowerCase()));
}

function readVariables(functions: IExecutePaginationFunctions): Result<MetricsVariables, InvalidInput> {
	const time = checkPeriod(functions);
	if (!time.ok) return time;
	const writtenMetrics = readOptional(functions.getNodeParameter(metrics.name, ''), metrics);
	if (!writtenMetrics.ok) return writtenMetrics;
	const names = checkNames(writtenMetrics.value, metrics.displayName);
	if (!names.ok) return names;
	const writtenGroupBy = readOptional(functions.getNodeParameter(groupBy.name, ''), groupBy);
	if (!writtenGroupBy.ok) return writtenGroupBy;
	const grouping = readText(writtenGroupBy.value, groupBy.displayName);
	if (!grouping.ok) return grouping;
	const writtenFilters = readFilters(functions, filters);
	if (!writtenFilters.ok) return writtenFilters;
	const accounts = checkAccounts(writtenFilters.value.accounts);
	if (!accounts.ok) return accounts;
	return ok({
		...time.value,
		...(accounts.value !== undefined && { socialAccountIds: accounts.value }),
		...(names.value !== undefined && { metrics: names.value }),
		...(grouping.value !== '' && { groupBy: grouping.value }),
	});
}

function checkPeriod(
	functions: IExecutePaginationFunctions,
): Result<Pick<MetricsVariables, 'startDate' | 'endDate'>, InvalidInput> {
	const timezone = functions.getTimezone();
	const startDate = checkTime(functions.getNodeParameter(from.name, ''), timezone, from.displayName);
	if (!startDate.ok) return startDate;
	const endDate = checkTime(functions.getNodeParameter(to.name, ''), timezone, to.displayName);
	if (!endDate.ok) return endDate;
	if (Date.parse(startDate.value) > Date.parse(endDate.value)) {
		return invalid(
			from.displayName,
			`is ${readableTime(startDate.value, timezone)}, which is after "To"`,
			`"To" is ${readableTime(endDate.value, timezone)}. Choose a time for "From" that is not later.`,
		);
	}
	return ok({ startDate: startDate.value, endDate: endDate.value });
}
