/** Where a file may come from: other nodes, expressions, and items that hold their files within the JSON. */
import { asObject, asText } from '../../../scripts/lib/json';
import { readFiles, TRIGGER } from '../../../scripts/lib/workflow-builder';
import { serveFiles, type FileServer } from '../../harness/fileServer';
import { PICTURE, VIDEO } from '../support/samples';
import { resetService, stateOfService } from '../support/service';
import { sha256, type GivenItem } from './support/cases';
import { expectRefused, expectUploaded } from './support/outcome';
import { binaryField, download, merge, textField, upload, UPLOAD } from './support/nodes';
import { binariesOf, BINARY_MODE, files, FILES, outcomeOf, runChain, runShape } from './support/workflow';

const { name, mimeType } = PICTURE.asMedia;
const AS_PICTURE = { bytes: PICTURE.bytes, name, mimeType };
const AS_VIDEO = { bytes: VIDEO.bytes, name: VIDEO.asMedia.name, mimeType: VIDEO.asMedia.mimeType };
const PICTURE_FILE = { bytes: PICTURE.bytes, fileName: name, mimeType };
const VIDEO_FILE = { bytes: VIDEO.bytes, fileName: AS_VIDEO.name, mimeType: AS_VIDEO.mimeType };
const WITH_PICTURE: GivenItem[] = [{ files: [PICTURE_FILE] }];
const WITH_BOTH: GivenItem[] = [
	{
		files: [
			{ ...PICTURE_FILE, field: 'still' },
			{ ...VIDEO_FILE, field: 'clip' },
		],
	},
];
const IN_MEMORY = BINARY_MODE === 'default';
/** What the ids of n8n's stored files begin with; a file in memory has no ID. */
const ID_PREFIX: Record<string, string> = {
	default: '',
	filesystem: 'filesystem-v2',
	database: 'database',
};

beforeEach(resetService);

test(`n8n keeps its files in the mode "${BINARY_MODE}"`, async () => {
	const [item] = binariesOf(await runChain(readFiles(PICTURE.path)), 'Read');
	const { id, data } = asObject(item?.data);
	expect(asText(id).split(':')[0]).toBe(ID_PREFIX[BINARY_MODE]);
	expect(sha256(Buffer.from(asText(data), 'base64')) === PICTURE.asMedia.sha256).toBe(IN_MEMORY);
});

test('a file of another node, by an expression', async () => {
	const expression = `={{ $('${FILES}').item.binary.data }}`;
	const execution = await runChain(
		...files(WITH_PICTURE),
		textField('Text', 'text', 'No file here'),
		upload({ binaryPropertyName: expression }),
	);
	expectUploaded({ title: '', items: [], media: [AS_PICTURE] }, outcomeOf(execution), await stateOfService());
});

test('two files of one item, one node after the other', async () => {
	const execution = await runChain(
		...files(WITH_BOTH),
		upload({ binaryPropertyName: 'still' }, 'Upload Still'),
		upload({ binaryPropertyName: `={{ $('${FILES}').item.binary.clip }}` }),
	);
	const state = await stateOfService();
	expect(state.media.map(({ sha256 }) => sha256)).toEqual([PICTURE, VIDEO].map(({ asMedia }) => asMedia.sha256));
	expect(outcomeOf(execution).items).toEqual([expect.objectContaining({ id: state.media[1]?.id })]);
	expect([state.uploadsCounted, state.requestsCounted]).toEqual([2, 4]);
});

test('the own file of the item, by $binary', async () => {
	const execution = await runChain(...files(WITH_PICTURE), upload({ binaryPropertyName: '={{ $binary.data }}' }));
	// n8n leaves the bytes of files in memory out of $binary.
	if (IN_MEMORY) {
		const refused = 'is an expression that returns a file without its data';
		expectRefused({ title: '', items: [], refused }, outcomeOf(execution), await stateOfService());
	} else {
		expectUploaded({ title: '', items: [], media: [AS_PICTURE] }, outcomeOf(execution), await stateOfService());
	}
});

test('a field that Edit Fields made', async () => {
	const execution = await runChain(
		...files(WITH_BOTH),
		binaryField('Edit Fields', 'chosen', 'clip'),
		upload({ binaryPropertyName: 'chosen' }),
	);
	expectUploaded({ title: '', items: [], media: [AS_VIDEO] }, outcomeOf(execution), await stateOfService());
});

test('fields that Merge put together', async () => {
	const still = readFiles(PICTURE.path, 'Still', { dataPropertyName: 'still' });
	const clip = readFiles(VIDEO.path, 'Clip', { dataPropertyName: 'clip' });
	const execution = await runShape(
		[still, clip, merge('Merge'), upload({ binaryPropertyName: 'clip' })],
		[
			[TRIGGER, 'Still'],
			[TRIGGER, 'Clip'],
			['Still', 'Merge'],
			['Clip', 'Merge:1'],
			['Merge', UPLOAD],
		],
	);
	expectUploaded({ title: '', items: [], media: [AS_VIDEO] }, outcomeOf(execution), await stateOfService());
});

describe('a file that n8n downloads', () => {
	let server: FileServer;
	beforeAll(async () => {
		server = await serveFiles({
			'/plain/balloons.png': { type: 'image/png', bytes: PICTURE.bytes },
			'/untyped/download': { type: 'application/octet-stream', bytes: VIDEO.bytes },
		});
	});
	afterAll(async () => await server.close());

	test.each([
		['with its type and name', '/plain/balloons.png', AS_PICTURE],
		['without a type', '/untyped/download', { ...AS_VIDEO, name: 'download' }],
	])('%s', async (_, path, media) => {
		const execution = await runChain(download(server.origin + path), upload());
		expectUploaded({ title: '', items: [], media: [media] }, outcomeOf(execution), await stateOfService());
	});
});

describe('a workflow that keeps files within the JSON (binary mode "combined")', () => {
	// n8n leaves files in memory where they are, so that they have no path in the JSON.
	const paths = IN_MEMORY ? [] : ['_files.data', '={{ $json._files.data }}'];
	test.each(['data', ...paths])('the field %s', async (binaryPropertyName) => {
		const execution = await runShape(
			[readFiles(PICTURE.path), upload({ binaryPropertyName })],
			[
				[TRIGGER, 'Read'],
				['Read', UPLOAD],
			],
			{ binaryMode: 'combined' },
		);
		expectUploaded({ title: '', items: [], media: [AS_PICTURE] }, outcomeOf(execution), await stateOfService());
	});
});
