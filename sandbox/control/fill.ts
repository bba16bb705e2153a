import { Readable } from 'node:stream';
import type { Account } from '../store/accounts';
import { addMedia } from '../upload/complete';
import type { World } from '../world';

/** A PNG of one pixel. */
const PICTURE = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
	'base64',
);

/** Adds entries to a library that all show the same small picture. */
export async function fillLibrary(world: World, account: Account, files: number): Promise<void> {
	const file = await world.files.receive(Readable.from([PICTURE]), () => undefined);
	for (let count = 1; count <= files; count += 1) {
		addMedia(world, account, { name: `File ${count}`, labelIds: [], mimeType: 'image/png', file });
	}
}
