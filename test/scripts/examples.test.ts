/** The examples as the demo and `npm run dev` put them into n8n. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox } from '../../sandbox/server';
import { EXAMPLES } from '../../scripts/lib/paths';
import { copySamples, fillingFor, furnish } from '../../scripts/lib/playground';
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

test('n8n gets each of them, and the library has a file that no post uses', async () => {
	const sandbox = await startSandbox();
	const endings = [() => sandbox.close()];
	const lifetime = { add: ({ end }: { end: () => Promise<void> }) => void endings.push(end) };
	try {
		const client = {
			...stage.client,
			workflowIds: () => Promise.resolve([]),
			createWorkflow: ({ name }: { name: string }) => Promise.resolve(`id of ${name}`),
			publish: () => Promise.resolve(),
		};
		const n8n = { ...stage.n8n, log: 'n8n.log' };
		const lines = await furnish({ ...stage, client, n8n, sandbox }, '/files', lifetime);
		expect(lines.filter((line) => line.includes('/workflow/'))).toHaveLength(FILES.length);
		expect(sandbox.state().media).toEqual([expect.objectContaining({ name: 'File 1' })]);
		expect(sandbox.state().requestsCounted).toBe(0);
	} finally {
		await Promise.all(endings.map(async (end) => await end()));
	}
});
