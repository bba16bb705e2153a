import type { INode } from 'n8n-workflow';
import { runNode } from '../harness/engine';
import { useService } from '../harness/service';
import { apiOf } from '../sandbox/support/api';

const service = useService();

const MAY: INode['parameters'] = { from: '2098-05-01T00:00:00Z', to: '2098-05-31T23:59:59Z' };

const getMetrics = async (parameters: INode['parameters'] = {}, timezone = 'UTC') =>
	await runNode({
		parameters: { resource: 'analytics', operation: 'getPostMetrics', ...MAY, ...parameters },
		credential: service().credential,
		settings: { timezone },
	});

const metricsOf = async (parameters: INode['parameters'] = {}) =>
	(await getMetrics(parameters)).items.map(({ json }) => json);

/** The variables and the document's name, as they arrived. */
const sent = () => service().sandbox.state().log.at(-1);

/** Lets the service answer with this in the place of its own. */
const answerWith = (on: 'aggregatePostMetrics' | 'postTimeSeriesMetrics', value: unknown) =>
	service().sandbox.control.addFault({ on, fault: { kind: 'body', json: { data: { [on]: value } } } });

const sum = (metric: string, value: number) => ({ metric, value, aggregation: 'sum' });

/** Two posts of one account and one of another, a day, a week and a month apart. */
beforeEach(async () => {
	const { clock } = service().sandbox.control;
	clock.freeze();
	clock.set('2098-04-01T00:00:00Z');
	const api = apiOf(service().sandbox);
	const posts = [
		['my_brand', '2098-05-05T10:00:00Z', 'Five5'],
		['my_brand', '2098-05-06T10:00:00Z', 'Six666'],
		['my_brand_news', '2098-05-15T10:00:00Z', 'Fifteen'],
		['my_brand', '2098-06-01T10:00:00Z', 'June'],
	] as const;
	for (const [username, postAt, text] of posts) {
		await api.schedule({ username, postAt, thread: [{ text, order: 0 }] });
	}
	for (const [, postAt] of posts) clock.set(postAt);
});

test('totals: one item a metric, linked to its input item, with one request', async () => {
	const before = service().sandbox.state().log.length;
	const { items, run } = await getMetrics();
	expect(run.status).toBe('success');
	expect(items).toEqual(
		[sum('likes', 18), sum('views', 180), sum('comments', 0)].map((json) => ({ json, pairedItem: { item: 0 } })),
	);
	expect(service().sandbox.state().log).toHaveLength(before + 1);
});

test('only what is set is asked for: the service takes all accounts and all metrics', async () => {
	await getMetrics({ metrics: '', groupBy: '={{ null }}', filters: { accounts: '={{ null }}' } });
	expect(sent()).toMatchObject({
		kind: 'aggregatePostMetrics',
		variables: { startDate: '2098-05-01T00:00:00Z', endDate: '2098-05-31T23:59:59Z' },
	});
});

test.each([
	['metrics from a text', { metrics: 'views, likes' }, [sum('likes', 18), sum('views', 180)]],
	['metrics from an array', { metrics: '={{ ["likes"] }}' }, [sum('likes', 18)]],
	['of one account', { metrics: 'likes', filters: { accounts: '502' } }, [sum('likes', 7)]],
	['of accounts from an array', { metrics: 'likes', filters: { accounts: '={{ ["501", 502] }}' } }, [sum('likes', 18)]],
])('%s', async (_, parameters, expected) => {
	expect(await metricsOf(parameters)).toEqual(expected);
});

test('a metric that the service does not have: an item without a value, and a warning', async () => {
	expect(await metricsOf({ metrics: 'likes, like' })).toEqual([
		{ ...sum('likes', 18), warnings: ['The service has no numbers for the metric "like". Check its name in Metrics.'] },
		{ metric: 'like', value: null, aggregation: null },
	]);
	expect(await metricsOf({ metrics: 'like' })).toEqual([expect.objectContaining({ metric: 'like', value: null })]);
});

test.each([
	['like', []],
	['likes, veiws', [expect.objectContaining({ metric: 'likes' })]],
])('a metric that a series does not have at any date: a warning: %s', async (metrics, shown) => {
	const [first, ...others] = await metricsOf({ groupBy: 'day', metrics });
	const name = metrics.split(', ').at(-1);
	expect(first?.warnings).toEqual([`The service has no numbers for the metric "${name}". Check its name in Metrics.`]);
	expect(first?.metrics).toEqual(shown);
	expect(others).toHaveLength(2);
});

test('a series: one item a date', async () => {
	const at = (date: string, isoWeek: number, likes: number) => ({
		date: `${date}T00:00:00.000Z`,
		isoYear: 2098,
		isoWeek,
		metrics: [sum('likes', likes)],
	});
	const { items, run } = await getMetrics({ groupBy: 'day', metrics: 'likes' });
	expect(run.status).toBe('success');
	expect(items.map(({ json }) => json)).toEqual([
		at('2098-05-05', 19, 5),
		at('2098-05-06', 19, 6),
		at('2098-05-15', 20, 7),
	]);
	expect(await metricsOf({ groupBy: 'week', metrics: 'likes' })).toEqual([
		at('2098-05-05', 19, 11),
		at('2098-05-12', 20, 7),
	]);
});

test('a time without an offset is read in the time zone of the workflow, and one that has passed is right', async () => {
	await getMetrics({ from: '2020-05-01T00:00:00', to: '2020-05-02T00:00:00+02:00' }, 'America/New_York');
	expect(sent()?.variables).toEqual({ startDate: '2020-05-01T04:00:00Z', endDate: '2020-05-01T22:00:00Z' });
});

describe('is refused before anything is sent', () => {
	test.each([
		[
			'"From" after "To"',
			{ from: '2098-06-01T00:00:00Z' },
			'From is Sunday, 1 June 2098, 00:00 (UTC), which is after "To"',
		],
		['no "From"', { from: '={{ null }}' }, 'From is empty'],
		['a day alone', { to: '2098-05-04' }, 'To is "2098-05-04", which has no time of day'],
		['a metric that is no name', { metrics: '={{ [{ a: 1 }] }}' }, 'Metrics holds {"a":1}, which is not a name'],
		[
			'an account that is no ID',
			{ filters: { accounts: '={{ [true] }}' } },
			'Account Names or IDs holds true, which is not an ID',
		],
	])('%s', async (_, parameters, message) => {
		const before = service().sandbox.state().log.length;
		const { error } = await getMetrics(parameters);
		expect(error?.message).toContain(message);
		expect(service().sandbox.state().log).toHaveLength(before);
	});

	test('but not the same time twice', async () => {
		const moment = '2098-05-05T10:00:00Z';
		expect(await metricsOf({ from: moment, to: moment, metrics: 'likes' })).toEqual([sum('likes', 5)]);
	});
});

test('a value may be missing, and a number may come as text', async () => {
	answerWith('aggregatePostMetrics', {
		metrics: [null, { metric: 'reach', value: null, aggregation: null }, { metric: 'likes', value: '7.5' }],
	});
	expect(await metricsOf()).toEqual([
		{ metric: 'reach', value: null, aggregation: null },
		{ metric: 'likes', value: 7.5, aggregation: null },
	]);
});

test.each([
	['no totals', 'aggregatePostMetrics', null, 'data.aggregatePostMetrics.metrics'],
	['a metric without a name', 'aggregatePostMetrics', { metrics: [{ value: 1 }] }, 'metrics.0.metric'],
	['a metric without a value', 'aggregatePostMetrics', { metrics: [{ metric: 'likes' }] }, 'metrics.0.value'],
	['a value that is none', 'aggregatePostMetrics', { metrics: [{ metric: 'likes', value: 'many' }] }, '0.value'],
	['a point without a date', 'postTimeSeriesMetrics', [{ metrics: [] }], 'data.postTimeSeriesMetrics.0.date'],
	['a point without metrics', 'postTimeSeriesMetrics', [{ isoYear: 2098 }], 'postTimeSeriesMetrics.0.metrics'],
] as const)('%s is told with what is missing', async (_, on, value, missing) => {
	answerWith(on, value);
	const { error } = await getMetrics(on === 'postTimeSeriesMetrics' ? { groupBy: 'week' } : {});
	expect(error?.message).toBe("The metrics were not read: the service's response is incomplete");
	expect(error?.description).toContain(missing);
});

test('a grouping that the service does not know: the error has its words', async () => {
	const { error } = await getMetrics({ groupBy: 'moon' });
	expect(error?.message).toBe('The metrics were not read: the service could not carry out the request');
	expect(error?.description).toContain('groupBy must be one of day, week, month');
});

describe.each([
	['totals', {}],
	['a series', { groupBy: 'day' }],
])('numbers of accounts, %s', (_, more) => {
	test('a name where an ID is wanted is refused, and not told as 0', async () => {
		const { error } = await getMetrics({ ...more, filters: { accounts: '={{ "my_brand" }}' } });
		expect(error?.message).toBe('Account Names or IDs holds "my_brand", and the service has no account with this ID');
	});

	test('a name beside an ID with numbers is told in a warning', async () => {
		const { items, error } = await getMetrics({ ...more, filters: { accounts: "={{ ['501', 'my_brand_news'] }}" } });
		expect(error).toBeUndefined();
		expect(items[0]?.json.warnings).toEqual([expect.stringContaining('no account with this ID')]);
	});

	test('an account without posts has its numbers', async () => {
		const { error } = await getMetrics({ ...more, filters: { accounts: '503' } });
		expect(error).toBeUndefined();
	});

	test('the accounts are not read where there are numbers', async () => {
		await getMetrics({ ...more, filters: { accounts: '501' } });
		expect(
			service()
				.sandbox.state()
				.log.map(({ kind }) => kind),
		).not.toContain('socialAccounts');
	});
});
