/** The examples as the demo and `npm run dev` put them into n8n. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLES } from '../../scripts/lib/paths';
import { copySamples, fillingFor } from '../../scripts/lib/playground';
import { readExample } from '../../scripts/lib/workflows';
import { temporaryFolder } from './support/program';

const FILES = readdirSync(EXAMPLES).filter((name) => name.endsWith('.json'));
/** What stands in the examples for something of the person who imports them. */
const PLACEHOLDERS = [
	'REPLACE_ME',
	'/home/node/.n8n-files',
	'example.com/feed',
	'your-n8n',
	'X-Upload-Key: …',
	'**First:**',
];

const stage = {
	client: { saveCredential: ({ name }: { name: string }) => Promise.resolve({ id: `id of ${name}`, name }) },
	credential: { id: 'id of the account', name: 'Social Post Scheduling account' },
	n8n: { url: 'http://127.0.0.1:5678' },
};

test.each(FILES)('%s has all in its place', async (file) => {
	const filling = await fillingFor(stage, '/files', 'http://127.0.0.1:4602/feed.xml');
	const text = JSON.stringify(readExample(file, filling));
	for (const placeholder of PLACEHOLDERS) expect(text).not.toContain(placeholder);
});

test('the files that the examples read are in the folder that n8n may read', () => {
	const folder = temporaryFolder();
	copySamples(join(folder, 'files'));
	expect(readdirSync(join(folder, 'files')).sort()).toEqual(['balloons.png', 'posts.csv', 'take-off.mp4']);
});
