/** A load again and again: what leaks shows as growth from round to round. */
import { rest, type Rest } from './rest';
import { MIB } from '../../../../scripts/lib/video';
import type { SoakSetting } from './setting';

/**
 * How far what n8n's JavaScript holds may move without counting as growth, in bytes. n8n itself was seen to hold 9 MiB of the
 * last execution of 500 items in one round and not in the next; a piece of a file (256 KiB) left behind by each of 50
 * uploads, or a small file by each of 500 items, is 25 or 32 MiB from the earlier half of four rounds to the later.
 */
export const NOISE_BYTES = 12 * MIB;

/** A load whose outcome was looked at by whoever gave it. */
export type Load = () => Promise<void>;

export interface Soaked {
	/** At rest after the first round, in which n8n and Node load, compile and open what they keep. */
	readonly warm: Rest;
	/** At rest after each further round. */
	readonly after: readonly Rest[];
}

/** @param rounds how often the load runs after the first time */
export async function soak(setting: SoakSetting, rounds: number, load: Load): Promise<Soaked> {
	await load();
	const warm = await rest(setting);
	const after: Rest[] = [];
	for (let round = 0; round < rounds; round++) {
		await load();
		after.push(await rest(setting));
	}
	return { warm, after };
}

/** Whatever is open after the last round and was not after the first. */
export function leftOpen({ warm, after }: Soaked): { sockets: number; files: string[] } {
	const last = after.at(-1) ?? warm;
	const known = [...warm.files];
	const files = last.files.filter((file) => {
		const place = known.indexOf(file);
		if (place >= 0) known.splice(place, 1);
		return place < 0;
	});
	return { sockets: Math.max(0, last.sockets - warm.sockets), files };
}

/**
 * By how many bytes what n8n's JavaScript holds grew from the earlier half of the rounds to the later half, each taken at its
 * lowest: n8n may or may not hold the data of the last execution still, and a leak raises every round.
 */
export function grownBytes({ warm, after }: Soaked): number {
	const held = [warm, ...after].map(({ heldBytes }) => heldBytes);
	const half = Math.ceil(held.length / 2);
	return Math.min(...held.slice(half)) - Math.min(...held.slice(0, half));
}
