/** Public reference, section 5: metrics of posts, as totals and as a series. */
import { apiOf } from './support/api';
import { useSandbox } from './support/sandbox';

const sandbox = useSandbox();

const TIME = 'startDate: "2098-05-01T00:00:00Z", endDate: "2098-05-31T23:59:59Z"';
const totals = async (more = '') =>
	await apiOf(sandbox()).first(`{ aggregatePostMetrics(${TIME} ${more}) { metrics { metric value aggregation } } }`);
const series = async (more = '') =>
	await apiOf(sandbox()).first(
		`{ postTimeSeriesMetrics(${TIME} ${more} metrics: ["likes"]) { date isoYear isoWeek metrics { value } } }`,
	);
const sum = (metric: string, value: number) => ({ metric, value, aggregation: 'sum' });

beforeEach(async () => {
	const { clock } = sandbox().control;
	clock.freeze();
	clock.set('2098-05-01T00:00:00Z');
	const api = apiOf(sandbox());
	await api.schedule({ username: 'my_brand', postAt: '2098-05-05T10:00:00Z', thread: [{ text: 'Five5', order: 0 }] });
	await api.schedule({ username: 'my-brand', postAt: '2098-05-06T10:00:00Z', thread: [{ text: 'Six666', order: 0 }] });
	await api.schedule({ username: 'failing_account', postAt: '2098-05-07T10:00:00Z' });
	await api.schedule({ username: 'my_brand', postAt: '2098-06-01T00:00:00Z' });
	for (const day of ['05', '06', '07']) clock.set(`2098-05-${day}T10:00:00Z`);
});

test('totals are of what was submitted in the time', async () => {
	expect(await totals()).toEqual({ metrics: [sum('likes', 11), sum('views', 110), sum('comments', 0)] });
	sandbox().control.clock.set('2098-07-01T00:00:00Z');
	expect(await totals('metrics: ["likes"]')).toEqual({ metrics: [sum('likes', 11)] });
});

test.each([
	['socialAccountIds: ["501"], metrics: ["likes", "unheard of"]', [sum('likes', 5)]],
	['socialAccountIds: null, metrics: ["likes"]', [sum('likes', 11)]],
	['socialAccountIds: ["505"], metrics: ["likes"]', [sum('likes', 0)]],
	['socialAccountIds: [], metrics: ["likes"]', [sum('likes', 0)]],
])('of some: %s', async (args, metrics) => {
	expect(await totals(args)).toEqual({ metrics });
});

test.each([
	['', ['2098-05-05', '2098-05-06']],
	['groupBy: "day"', ['2098-05-05', '2098-05-06']],
	['groupBy: "week"', ['2098-05-05']],
	['groupBy: "month"', ['2098-05-01']],
])('a series has the dates with a submission: %s', async (groupBy, dates) => {
	expect(await series(groupBy)).toMatchObject(dates.map((date) => ({ date: `${date}T00:00:00.000Z`, isoYear: 2098 })));
});

test('something else to group by is an error', async () => {
	await expect(series('groupBy: "moon"')).rejects.toThrow('groupBy must be one of day, week, month');
});
