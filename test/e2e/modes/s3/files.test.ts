/** The table of odd files, out of S3, on n8n's engine: n8n itself wants a licence to put files there. */
import { useS3 } from './storage';
import { storeBinary } from '../../../harness/binary';
import { runNode } from '../../../harness/engine';
import { useService } from '../../../harness/service';
import { watchStreams } from '../../../harness/streams';
import { FILE_CASES, type GivenFile, type GivenItem } from '../cases';
import { expectOutcome } from '../outcome';
import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';

const service = useService();
const streams = watchStreams();

beforeAll(useS3);

/** A file in S3, with what the given one has. */
async function stored({ bytes, fileName, mimeType = '' }: GivenFile): Promise<IBinaryData> {
	return { ...(await storeBinary(bytes, fileName ?? '', mimeType)), fileName, mimeType };
}

async function itemOf({ json = {}, files }: GivenItem): Promise<INodeExecutionData> {
	const fields = await Promise.all(
		files.map(async (file): Promise<[string, IBinaryData]> => [file.field ?? 'data', await stored(file)]),
	);
	return { json: { ...json }, binary: Object.fromEntries(fields) };
}

test('n8n keeps its files in S3', async () => {
	expect((await storeBinary(Buffer.from('a'), 'a.txt', 'text/plain')).id).toMatch(/^s3:workflows\//);
});

test.each(FILE_CASES.map((fileCase) => [fileCase.title, fileCase] as const))('%s', async (_, fileCase) => {
	const { run, items, error } = await runNode({
		parameters: { resource: 'media', operation: 'uploadBinary', ...fileCase.parameters },
		items: await Promise.all(fileCase.items.map(itemOf)),
		credential: service().credential,
	});
	const outcome = { status: run.status, items: items.map(({ json }) => json), error: error?.message };
	expectOutcome(fileCase, outcome, service().sandbox.state());
	expect(streams.leftOpen()).toBe(0);
});
