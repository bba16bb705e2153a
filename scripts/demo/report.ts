/** Tells a person what the sandbox holds after the demo. */
import type { AccountSnapshot, MediaSnapshot, PostSnapshot, SandboxState } from '../../sandbox/server';

const BYTES_PER_KB = 1000;

/** Columns of equal width, two spaces apart. */
function table(rows: string[][]): string[] {
	const widths: number[] = [];
	for (const row of rows) row.forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, cell.length)));
	return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd());
}

function library(media: readonly MediaSnapshot[]): string[] {
	const rows = media.map(({ id, name, mimeType, size }) => [
		id,
		name,
		mimeType,
		`${Math.round(size / BYTES_PER_KB)} kB`,
	]);
	return ['Media library', ...table([['id', 'name', 'type', 'size'], ...rows])];
}

function thread(post: PostSnapshot, media: readonly MediaSnapshot[]): string[] {
	const local = new Date(post.postAt).toLocaleString('en-GB', { dateStyle: 'full', timeStyle: 'short' });
	const tweets = post.submissions.flatMap(({ order, text, state, mediaIds }) => [
		`  ${order + 1}. ${text}`,
		`     ${state.toLowerCase()}, with ${mediaIds.map((id) => nameOf(id, media)).join(', ') || 'no media'}`,
	]);
	return [`Scheduled thread of @${post.username} for ${local} (${post.postAt})`, ...tweets];
}

function nameOf(id: string, media: readonly MediaSnapshot[]): string {
	return `${media.find((file) => file.id === id)?.name ?? 'unknown media'} (${id})`;
}

function spent({ requestsCounted, uploadsCounted, budgets }: AccountSnapshot): string {
	const requests = `${requestsCounted} requests of ${budgets.general.limit} in 10 minutes`;
	return `Spent: ${requests}, ${uploadsCounted} uploads of ${budgets.uploads.limit} in an hour`;
}

/** The library, the scheduled threads and what they cost. */
export function reportLines(state: SandboxState): string[] {
	const { media, posts, accounts } = state;
	return ['', ...library(media), ...posts.flatMap((post) => ['', ...thread(post, media)]), '', spent(accounts.paid)];
}
