/** The largest file that the service takes, and one that is a byte too large. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { filesFolder } from '../../support/n8n';
import { resetService, stateOfService } from '../../support/service';
import { digestOfFile, LARGEST_BYTES, makeBigVideo } from '../bigFile';
import { expectRefused, type Outcome } from '../outcome';
import { read, upload } from './nodes';
import { BINARY_MODE, outcomeOf, runChain } from './workflow';

const PATH = join(filesFolder, 'big.mp4');
/** Milliseconds for a test: n8n writes and reads the file several times, on a disk that may be slow. */
const TEST_MS = 300_000;

beforeEach(resetService);
afterEach(() => rmSync(PATH, { force: true }));

async function uploadBig(bytes: number): Promise<Outcome> {
	makeBigVideo(PATH, bytes);
	return outcomeOf(await runChain(read(PATH), upload()));
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
