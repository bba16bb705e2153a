import type { IDataObject } from 'n8n-workflow';
import { query } from '../../transport/request';
import { field, inField, integerField, listOf, textField } from '../../utils/json';
import { err, ok, type Result } from '../../utils/result';
import { toNumber } from '../../utils/values';

/** What can be asked of metrics beside their time: the declaration of a variable, and the argument. */
const ARGUMENTS = {
	socialAccountIds: ['$socialAccountIds: [ID]', 'socialAccountIds: $socialAccountIds'],
	metrics: ['$metrics: [String]', 'metrics: $metrics'],
	groupBy: ['$groupBy: String', 'groupBy: $groupBy'],
} as const;
type Argument = keyof typeof ARGUMENTS;

const isArgument = (name: string): name is Argument => name in ARGUMENTS;

/** The values of a query, with those of the arguments that are used. */
export type MetricsVariables = { startDate: string; endDate: string } & Partial<Record<Argument, string | string[]>>;

/** Only the arguments that are used stand in a document, because not every version of the service knows all of them. */
const declared = (used: readonly Argument[]) =>
	['$startDate: DateTime!', '$endDate: DateTime!', ...used.map((name) => ARGUMENTS[name][0])].join(', ');
const given = (used: readonly Argument[]) =>
	['startDate: $startDate', 'endDate: $endDate', ...used.map((name) => ARGUMENTS[name][1])].join(', ');

const METRIC = '{ metric value aggregation }';

const totalsDocument = (used: readonly Argument[]) =>
	`query GetPostMetrics(${declared(used)}) { aggregatePostMetrics(${given(used)}) { metrics ${METRIC} } }`;

const seriesDocument = (used: readonly Argument[]) =>
	`query GetPostMetricsSeries(${declared(used)}) {
		postTimeSeriesMetrics(${given(used)}) { date isoYear isoWeek metrics ${METRIC} }
	}`;

/** A day long ago. */
const CHECK_VARIABLES = { startDate: '2000-01-01T00:00:00Z', endDate: '2000-01-02T00:00:00Z' };

/** Query `aggregatePostMetrics` (public descriptions of the service): one entry a metric. */
export const TOTALS = query(
	{
		name: 'aggregatePostMetrics',
		retryClass: 'safe',
		failed: 'The metrics were not read',
		checkVariables: CHECK_VARIABLES,
	},
	totalsDocument(['socialAccountIds', 'metrics']),
	inField('metrics', listOf(readMetric)),
);

/** Query `postTimeSeriesMetrics` (public descriptions of the service): one entry a date. */
export const SERIES = query(
	{
		name: 'postTimeSeriesMetrics',
		retryClass: 'safe',
		failed: 'The metrics were not read',
		checkVariables: CHECK_VARIABLES,
	},
	seriesDocument(['socialAccountIds', 'metrics', 'groupBy']),
	listOf(readDate),
);

/** The request for some values: a series where they say by what it is grouped, else totals. */
export function requestFor(variables: MetricsVariables): typeof TOTALS | typeof SERIES {
	const used = Object.keys(variables).filter(isArgument);
	return used.includes('groupBy')
		? { ...SERIES, document: seriesDocument(used) }
		: { ...TOTALS, document: totalsDocument(used) };
}

/** `{ metric, value, aggregation }`; a value that is null is one that the service does not have. */
function readMetric(entry: unknown): Result<IDataObject, string> {
	const metric = textField(entry, 'metric');
	if (metric === null) return err('metric');
	const written = field(entry, 'value');
	const value = written === null ? null : toNumber(written);
	if (value === undefined) return err('value');
	return ok({ metric, value, aggregation: textField(entry, 'aggregation') });
}

/** `{ date, isoYear, isoWeek, metrics }`; which of the first three has a value depends on what the series is grouped by. */
function readDate(entry: unknown): Result<IDataObject, string> {
	const date = textField(entry, 'date');
	const isoYear = integerField(entry, 'isoYear');
	const isoWeek = integerField(entry, 'isoWeek');
	if (date === null && isoYear === null) return err('date');
	const metrics = inField('metrics', listOf(readMetric))(entry);
	return metrics.ok ? ok({ date, isoYear, isoWeek, metrics: metrics.value }) : metrics;
}
