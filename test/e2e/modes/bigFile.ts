/** Files as large as the service takes, made in no time. */
import { createHash } from 'node:crypto';
import { closeSync, createReadStream, ftruncateSync, openSync, writeSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';

const MIB = 1024 * 1024;
/** The most that the service takes, in bytes: 500 MiB (service API, section 8, rule 5). */
export const LARGEST_BYTES = 500 * MIB;

/** The start of every MP4 file: the box `ftyp` with the brand `isom`. */
const MP4_START = Buffer.from('000000186674797069736f6d0000020069736f6d6d703432', 'hex');

/** Writes a video that is mostly holes, with its own number in every MiB, so that a part in a wrong place is noticed. */
export function makeBigVideo(path: string, bytes: number): void {
	const file = openSync(path, 'w');
	ftruncateSync(file, bytes);
	for (let place = MIB; place < bytes; place += MIB) writeSync(file, `MiB ${place / MIB}`, place);
	writeSync(file, MP4_START, 0, MP4_START.length, 0);
	closeSync(file);
}

/** The digest of a file on disk. */
export async function digestOfFile(path: string): Promise<string> {
	const hash = createHash('sha256');
	await pipeline(createReadStream(path), hash);
	return hash.digest('hex');
}
