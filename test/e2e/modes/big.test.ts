/** The largest file that the service takes, one that is a byte too large, and several big ones. */
import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makeVideo, MIB } from '../../../scripts/lib/video';
import { readFiles } from '../../../scripts/lib/workflow-builder';
import { filesFolder } from '../support/n8n';
import { resetService, setService, stateOfService } from '../support/service';
import { expectRefused, type Outcome } from './support/outcome';
import { upload } from './support/nodes';
import { BINARY_MODE, outcomeOf, runChain } from './support/workflow';

const PATH = join(filesFolder, 'big.mp4');
/** The most that the service takes, in bytes (service API, section 8, rule 5). */
const LARGEST_BYTES = 500 * MIB;
/** Larger than what is sent together with others where n8n reads each file as a whole, in bytes. */
const BIG_BYTES = 17 * MIB;
/** So slow that those that may be sent together are, in bytes for each second. */
const SLOW_BYTES = 8 * MIB;
/** Milliseconds for a test: n8n writes and reads the file several times, on a disk that may be slow. */
const TEST_MS = 300_000;

const FOLDER = join(filesFolder, 'several');

beforeEach(resetService);
afterEach(() => {
	for (const path of [PATH, FOLDER]) rmSync(path, { recursive: true, force: true });
});

async function digestOfFile(path: string): Promise<string> {
	const hash = createHash('sha256');
	await pipeline(createReadStream(path), hash);
	return hash.digest('hex');
}

/** Uploads three big files, and tells how many were sent at a time at most. */
async function peakOfThree(): Promise<number> {
	mkdirSync(FOLDER);
	for (const name of ['a', 'b', 'c']) makeVideo(join(FOLDER, `${name}.mp4`), BIG_BYTES);
	await setService({ putBytesPerSecond: SLOW_BYTES });
	const { status, items } = outcomeOf(await runChain(readFiles(`${FOLDER}/*`), upload()));
	expect([status, items.length]).toEqual(['success', 3]);
	return (await stateOfService()).peaks.simultaneousPuts;
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

	test(
		'several big files are sent together, and one at a time where n8n reads each as a whole from its database',
		async () => {
			expect(await peakOfThree()).toBe(BINARY_MODE === 'database' ? 1 : 3);
		},
		TEST_MS,
	);
}
