/** Files that the service takes for videos or pictures, of any size. */
import { randomFillSync } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';

/** Bytes in a mebibyte. */
export const MIB = 1024 * 1024;

/** The start of every MP4 file: the box `ftyp` with the brand `isom`. */
const MP4_START = Buffer.from('000000186674797069736f6d0000020069736f6d6d703432', 'hex');

/** The start of a PNG file: its signature, and the header of a picture of 16 by 16 pixels. */
const PNG_START = Buffer.from('89504e470d0a1a0a0000000d49484452000000100000001008060000001ff3ff61', 'hex');

/** Writes a file of random bytes that begins like an MP4 video. */
export function makeVideo(path: string, bytes: number): void {
	writeRandom(path, bytes, MP4_START);
}

/** Writes a file of random bytes that begins like a PNG picture. */
export function makePicture(path: string, bytes: number): void {
	writeRandom(path, bytes, PNG_START);
}

function writeRandom(path: string, bytes: number, start: Buffer): void {
	const file = openSync(path, 'w');
	const chunk = Buffer.allocUnsafe(Math.min(bytes, MIB));
	for (let written = 0; written < bytes; ) {
		randomFillSync(chunk);
		if (written === 0) start.copy(chunk);
		written += writeSync(file, chunk, 0, Math.min(chunk.length, bytes - written));
	}
	closeSync(file);
}
