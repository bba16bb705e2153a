/** The files of the loads, each different from the others. */
import { join } from 'node:path';
import { makeVideo, MIB } from '../../../../scripts/lib/video';

const KIB = 1024;

/** Items of the one large execution. */
export const ITEMS = 500;
/** Executions at a time. */
export const CALLS = 50;
/** Small files of about this size, in bytes, and each of its own length. */
const ITEM_BYTES = 32 * KIB;
/** The file of one call, in bytes. */
const CALL_BYTES = 3 * MIB;

/** As many as the node sends at a time by itself. */
export const LARGE = 4;
/** More than the buffers of a connection on this machine take (9 MiB): a transfer that is stopped finds its file open in the middle. */
const LARGE_BYTES = 16 * MIB;

const numbered = (name: string, index: number): string => `${name}-${String(index).padStart(3, '0')}.mp4`;

/** For n8n's file nodes: the files of the one execution with many items, and those of the executions that are stopped. */
export const ITEM_FILES = 'item-*.mp4';
export const LARGE_FILES = 'large-*.mp4';

export const nameOfCall = (call: number): string => numbered('call', call);

/** Makes all of them. */
export function makeSoakFiles(folder: string): void {
	const make = (name: string, bytes: number): void => makeVideo(join(folder, name), bytes);
	for (let item = 0; item < ITEMS; item++) make(numbered('item', item), ITEM_BYTES + item);
	for (let large = 0; large < LARGE; large++) make(numbered('large', large), LARGE_BYTES + large);
	for (let call = 0; call < CALLS; call++) make(nameOfCall(call), CALL_BYTES + call);
}
