import type { IDataObject } from 'n8n-workflow';
import { writeArguments } from '../../transport/arguments';
import { query } from '../../transport/request';
import { field, inField, integerField, listOf, textField } from '../../utils/json';
import { err, ok, type Result } from '../../utils/result';
import { toNumber } from '../../utils/values';

/** What is always asked of metrics: their time; and what can be asked besides. */
const TIME_ARGUMENTS = { startDate: 'DateTime!', endDate: 'DateTime!' };
const FILTER_ARGUMENTS = { socialAccountIds: '[ID]', metrics: '[String]' };
const SERIES_ARGUMENTS = { ...FILTER_ARGUMENTS, groupBy: 'String' };

/** The values of a query, with those of the arguments that are used. */
export type MetricsVariables = {
	startDate: string;
	endDate: string;
	socialAccountIds?: string[];
	metrics?: string[];
	groupBy?: string;
};

const METRIC = '{ metric value aggregation }';

function totalsDocument(used: readonly string[]): string {
	const { declared, given } = writeArguments(TIME_ARGUMENTS, FILTER_ARGUMENTS, used);
	return `query GetPostMetrics(${declared}) { aggregatePostMetrics(${given}) { metrics ${METRIC} } }`;
}

function seriesDocument(used: readonly string[]): string {
	const { declared, given } = writeArguments(TIME_ARGUMENTS, SERIES_ARGUMENTS, used);
	return `query GetPostMetricsSeries(${declared}) {
		postTimeSeriesMetrics(${given}) { date isoYear isoWeek metrics ${METRIC} }
	}`;
}

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
	totalsDocument(Object.keys(FILTER_ARGUMENTS)),
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
	seriesDocument(Object.keys(SERIES_ARGUMENTS)),
	listOf(readDate),
);

/** The request for some values: a series where they say by what it is grouped, else totals. */
export function requestFor(variables: MetricsVariables): typeof TOTALS | typeof SERIES {
	const used = Object.keys(variables);
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
