/** Tells a person what the sandbox holds after the demo. */
import type { AccountSnapshot, LogEntry, MediaSnapshot, PostSnapshot, SandboxState } from '../../sandbox/server';
import { table } from '../lib/table';

const BYTES_PER_KB = 1000;

function library(media: readonly MediaSnapshot[]): string[] {
	const rows = media.map(({ id, name, mimeType, size }) => [
		id,
		name,
		mimeType,
		`${Math.round(size / BYTES_PER_KB)} kB`,
	]);
	return ['Media library', ...table([['id', 'name', 'type', 'size'], ...rows])];
}

function scheduled(post: PostSnapshot, media: readonly MediaSnapshot[]): string[] {
	const local = new Date(post.postAt).toLocaleString('en-GB', { dateStyle: 'full', timeStyle: 'short' });
	const tweets = post.submissions.flatMap(({ order, text, state, mediaIds }) => [
		`  ${order + 1}. ${text}`,
		`     ${state.toLowerCase()}, with ${mediaIds.map((id) => nameOf(id, media)).join(', ') || 'no media'}`,
	]);
	return [`Scheduled post of @${post.username} for ${local} (${post.postAt})`, ...tweets];
}

function nameOf(id: string, media: readonly MediaSnapshot[]): string {
	return `${media.find((file) => file.id === id)?.name ?? 'unknown media'} (${id})`;
}

/** The calls by kind, in the order in which each kind came first. PUTs go to the upload storage and are not counted. */
function calls(log: readonly LogEntry[]): string {
	const counts = new Map<string, number>();
	for (const { origin, kind } of log) if (origin === 'api') counts.set(kind, (counts.get(kind) ?? 0) + 1);
	return [...counts].map(([kind, count]) => `${kind} ${count}`).join(', ');
}

function spent({ requestsCounted, uploadsCounted, budgets }: AccountSnapshot, log: readonly LogEntry[]): string[] {
	return [
		`Spent: ${requestsCounted} of ${budgets.general.limit} requests in 10 minutes (${calls(log)})`,
		`       ${uploadsCounted} of ${budgets.uploads.limit} uploads in an hour`,
	];
}

/** The library, the scheduled posts and what they cost. */
export function reportLines(state: SandboxState): string[] {
	const { media, posts, accounts, log } = state;
	return [
		'',
		...library(media),
		...posts.flatMap((post) => ['', ...scheduled(post, media)]),
		'',
		...spent(accounts.paid, log),
	];
}
