/** What n8n holds when it has nothing to do. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { handlesOf, type Handles } from './handles';
import type { SoakSetting } from './setting';

/**
 * Milliseconds in which sockets and files must stay the same to count as those of a process at rest: longer than the five
 * seconds for which n8n and Node keep an idle connection.
 */
const CALM_MS = 7_000;
/** Milliseconds after which the process is taken as it is. */
const AT_MOST_MS = 60_000;
const LOOK_MS = 500;
/** Collections, and milliseconds between them: what a collection frees may let go of more only some time later. */
const COLLECTIONS = 4;
const BETWEEN_COLLECTIONS_MS = 1_000;

export interface Rest extends Handles {
	/** Bytes that the JavaScript of n8n holds when its garbage is collected, the buffers outside the heap among them. */
	readonly heldBytes: number;
}

const sameHandles = (one: Handles, other: Handles): boolean =>
	one.sockets === other.sockets && one.files.join('\n') === other.files.join('\n');

/** Waits until the process opens and closes nothing any more. */
async function calmHandles(pid: number): Promise<Handles> {
	const end = Date.now() + AT_MOST_MS;
	let seen = handlesOf(pid);
	let since = Date.now();
	while (Date.now() - since < CALM_MS && Date.now() < end) {
		await sleep(LOOK_MS);
		const now = handlesOf(pid);
		if (sameHandles(now, seen)) continue;
		seen = now;
		since = Date.now();
	}
	return seen;
}

/** Waits until n8n rests, and says what it holds then. The files that it kept of its executions are removed. */
export async function rest({ pid, inspector, storeFolder }: SoakSetting): Promise<Rest> {
	const handles = await calmHandles(pid);
	const held: number[] = [];
	for (let collection = 0; collection < COLLECTIONS; collection++) {
		if (collection > 0) await sleep(BETWEEN_COLLECTIONS_MS);
		held.push(await inspector.heldBytes());
	}
	for (const entry of readdirSync(storeFolder)) rmSync(join(storeFolder, entry), { recursive: true });
	return { ...handles, heldBytes: Math.min(...held) };
}
