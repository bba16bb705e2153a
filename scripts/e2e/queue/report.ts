/** The findings as a person reads them. */
import type { Abandoned, Finding, Findings } from './findings';

function counted<T>(list: T[], keyOf: (entry: T) => string): string {
	const counts = new Map<string, number>();
	for (const entry of list) counts.set(keyOf(entry), (counts.get(keyOf(entry)) ?? 0) + 1);
	return [...counts].map(([key, count]) => `${count} ${key}`).join(', ');
}

function abandonedText({ states, startedTwice, files, posts }: Abandoned): string {
	const twice = (counts: number[]): number => counts.filter((count) => count > 1).length;
	const what = `${startedTwice} started twice, ${twice(files)} files twice, ${twice(posts)} posts twice`;
	return `${counted(states, (state) => state)}; ${what}`;
}

export function reportOf(findings: Findings): string {
	const { orders, strangers, killed, stopped, redis, storedInDatabase, abandoned } = findings;
	const of = (executions: string[]): Finding[] => orders.filter(({ execution }) => executions.includes(execution));
	const states = (list: Finding[]): string => counted(list, ({ status }) => status);
	const row = (name: string, text: string): string => `${name.padEnd(26)}${text}`;
	const waves = [...new Set(orders.map(({ wave }) => wave))];
	const starts = orders.flatMap(({ startedBy }) => startedBy);
	const again = orders.filter(({ startedBy }) => startedBy.length > 1);
	const failures = orders.filter(({ status }) => status !== 'success');
	return [
		row('executions', `${orders.length}: ${states(orders)}`),
		...waves.map((wave) => row(`  ${wave}`, states(orders.filter((order) => order.wave === wave)))),
		row(
			'started by',
			counted(starts, (worker) => worker),
		),
		row('started more than once', String(again.length)),
		row(`${killed.worker}, killed`, `had ${killed.underWay.length} under way: ${states(of(killed.underWay))}`),
		row('  file there, no post', `${killed.uploaded.length}: ${states(of(killed.uploaded))}`),
		row('  post there, no answer', `${killed.posted.length}: ${states(of(killed.posted))}`),
		row(`${stopped.worker}, stopped`, `had ${stopped.underWay.length} under way: ${states(of(stopped.underWay))}`),
		row('  not finished first', String(stopped.unfinished.length)),
		row('Redis, restarted', `${redis.underWay.length} under way: ${states(of(redis.underWay))}`),
		row('', `${redis.waiting.length} waiting: ${states(of(redis.waiting))}`),
		row(
			'posts',
			counted(orders, ({ posts }) => `orders with ${posts}`),
		),
		row(
			'files in the library',
			counted(orders, ({ files }) => `orders with ${files}`),
		),
		row('that nobody asked for', `${strangers.files.length} files, ${strangers.posts.length} posts`),
		row("files in n8n's database", String(storedInDatabase)),
		row('n8n 1, worker killed', abandonedText(abandoned.byDefault)),
		row('  with max stalled 0', abandonedText(abandoned.withSetting)),
		...failures.map(
			({ number, status, posts, error }) => `  ${number}: ${status}, posts: ${posts}, ${error || 'no words'}`,
		),
	].join('\n');
}
