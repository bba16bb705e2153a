/** The files of the loads, each different from the others. */
import { makeVideo } from '../files';
import { MIB } from '../units';

const KIB = 1024;

/** Items of the one large execution. */
export const ITEMS = 500;
/** Executions at a time. */
export const CALLS = 50;
/** Small files of about this size, in bytes, and each of its own length. */
const ITEM_BYTES = 32 * KIB;
/** More than the buffers of a connection take at once: a transfer that breaks off finds the file open in its middle. */
export const CALL_BYTES = 3 * MIB;

const numbered = (name: string, index: number): string => `${name}-${String(index).padStart(3, '0')}.mp4`;

/** For n8n's file nodes: the files of the one large execution, and those of the calls. */
export const ITEM_FILES = 'item-*.mp4';
export const CALL_FILES = 'call-*.mp4';

export const nameOfCall = (call: number): string => numbered('call', call);

/** Makes all of them. */
export function makeSoakFiles(folder: string): void {
	for (let item = 0; item < ITEMS; item++) makeVideo(folder, numbered('item', item), ITEM_BYTES + item);
	for (let call = 0; call < CALLS; call++) makeVideo(folder, nameOfCall(call), CALL_BYTES + call);
}
