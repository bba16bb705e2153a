/** The files that the repository ships, and what the library must hold of them. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MEDIA } from '../../../scripts/lib/paths';

/** A file, and how the library shows it. */
export interface Sample {
	readonly path: string;
	readonly bytes: Buffer;
	/** Name, type, size and content. */
	readonly asMedia: Readonly<{ name: string; mimeType: string; size: number; sha256: string }>;
}

function sample(name: string, mimeType: string): Sample {
	const path = join(MEDIA, name);
	const bytes = readFileSync(path);
	const sha256 = createHash('sha256').update(bytes).digest('hex');
	return { path, bytes, asMedia: { name, mimeType, size: bytes.length, sha256 } };
}

export const PICTURE = sample('balloons.png', 'image/png');
export const VIDEO = sample('take-off.mp4', 'video/mp4');
