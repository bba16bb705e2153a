import { GraphQLError } from 'graphql';
import { DateTime } from 'luxon';
import type { Account } from '../store/accounts';
import { resultOf, type Submission } from '../store/posts';

/** Arguments of the query `aggregatePostMetrics`. */
export interface MetricsArguments {
	readonly startDate: Date;
	readonly endDate: Date;
	readonly socialAccountIds?: ReadonlyArray<string | null> | null;
	readonly metrics?: ReadonlyArray<string | null> | null;
}

/** Arguments of the query `postTimeSeriesMetrics`. */
export interface SeriesArguments extends MetricsArguments {
	readonly groupBy: string | null;
}

/** What the sandbox makes of a submission instead of waiting for people: numbers that a test can foresee. */
const METRICS = new Map<string, (submission: Submission) => number>([
	['likes', ({ text }) => text.length],
	['views', ({ text }) => 10 * text.length],
	['comments', ({ media }) => media.length],
]);

/** What a series can be grouped by: decisions of the sandbox. */
const GROUPS = ['day', 'week', 'month'] as const;

interface Submitted {
	readonly submission: Submission;
	readonly date: Date;
}

/** The metrics of all that was submitted, each as a sum. */
export const totalMetrics = (account: Account, args: MetricsArguments) => ({
	metrics: sums(submittedIn(account, args), args),
});

/** The metrics by day, week or month in UTC, for each that has a submission. */
export function metricsByDate(account: Account, args: SeriesArguments) {
	const group = GROUPS.find((name) => name === (args.groupBy ?? 'day'));
	if (group === undefined) throw new GraphQLError(`groupBy must be one of ${GROUPS.join(', ')}`);
	const byDate = new Map<number, Submitted[]>();
	for (const entry of submittedIn(account, args)) {
		const start = DateTime.fromJSDate(entry.date, { zone: 'utc' }).startOf(group).toMillis();
		byDate.set(start, [...(byDate.get(start) ?? []), entry]);
	}
	return [...byDate]
		.sort(([a], [b]) => a - b)
		.map(([start, entries]) => {
			const date = DateTime.fromMillis(start, { zone: 'utc' });
			return { date: date.toJSDate(), isoYear: date.weekYear, isoWeek: date.weekNumber, metrics: sums(entries, args) };
		});
}

/** The submissions with a result in a time, of some accounts or of all. */
function submittedIn({ posts }: Account, args: MetricsArguments): Submitted[] {
	const { startDate, endDate, socialAccountIds } = args;
	return posts
		.filter(({ socialAccount: { id } }) => socialAccountIds == null || socialAccountIds.includes(id))
		.flatMap(({ submissions }) => submissions)
		.flatMap((submission) => {
			const date = resultOf(submission)?.dateSubmitted;
			return date !== undefined && date >= startDate && date <= endDate ? [{ submission, date }] : [];
		});
}

function sums(entries: readonly Submitted[], { metrics: wanted }: MetricsArguments) {
	return [...METRICS]
		.filter(([metric]) => wanted == null || wanted.includes(metric))
		.map(([metric, valueOf]) => ({
			metric,
			value: entries.reduce((sum, { submission }) => sum + valueOf(submission), 0),
			aggregation: 'sum',
		}));
}
