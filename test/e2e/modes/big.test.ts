/** The largest file that the service takes, and one that is a byte too large. */
import { createHash } from 'node:crypto';
import { createReadStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makeVideo, MIB } from '../../../scripts/lib/video';
import { readFiles } from '../../../scripts/lib/workflow-builder';
import { filesFolder } from '../support/n8n';
import { resetService, stateOfService } from '../support/service';
import { expectRefused, type Outcome } from './support/outcome';
import { upload } from './support/nodes';
import { BINARY_MODE, outcomeOf, runChain } from './support/workflow';

const PATH = join(filesFolder, 'big.mp4');
/** The most that the service takes, in bytes (service API, section 8, rule 5). */
const LARGEST_BYTES = 500 * MIB;
/** Milliseconds for a test: n8n writes and reads the file several times, on a disk that may be slow. */
const TEST_MS = 300_000;

beforeEach(resetService);
afterEach(() => rmSync(PATH, { force: true }));

async function digestOfFile(path: string): Promise<string> {
	const hash = createHash('sha256');
	await pipeline(createReadStream(path), hash);
	return hash.digest('hex');
}

async function uploadBig(bytes: number): Promise<Outcome> {
	makeVideo(PATH, bytes);
	return outcomeOf(await runChain(readFiles(PATH), upload()));
}

if (BINARY_MODE === 'default') {
	test.each([LARGEST_BYTES, LARGEST_BYTES + 1])(
		'%i bytes are more than n8n can hold in memory, and nothing is counted',
		async (bytes) => {
			const refused = 'Cannot create a string longer than';
			expectRefused({ title: '', items: [], refused }, await uploadBig(bytes), await stateOfService());
		},
		TEST_MS,
	);
} else {
	test(
		'500 MiB are uploaded',
		async () => {
			const { status, error, items } = await uploadBig(LARGEST_BYTES);
			expect([status, error]).toEqual(['success', undefined]);
			const { media, uploadsCounted, requestsCounted } = await stateOfService();
			const [held] = media;
			expect(held).toMatchObject({ name: 'big.mp4', mimeType: 'video/mp4', size: LARGEST_BYTES });
			expect(held?.sha256).toBe(await digestOfFile(PATH));
			expect(items).toEqual([expect.objectContaining({ id: held?.id })]);
			expect({ media: media.length, uploadsCounted, requestsCounted }).toEqual({
				media: 1,
				uploadsCounted: 1,
				requestsCounted: 2,
			});
		},
		TEST_MS,
	);

	test(
		'a byte more is refused before anything is counted',
		async () => {
			const refused = 'The file "big.mp4" is too large: 500.1 MiB';
			const outcome = await uploadBig(LARGEST_BYTES + 1);
			expectRefused({ title: '', items: [], refused }, outcome, await stateOfService());
		},
		TEST_MS,
	);
}
