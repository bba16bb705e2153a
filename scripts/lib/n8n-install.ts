import { ensureInstalled } from '../bootstrap/install.mjs';
import { E2E } from './paths';
import { PlainFailure, messageOf } from './lifetime';

/** Installs real n8n and the Node it needs into e2e/, once. */
export async function ensureN8nInstalled(): Promise<void> {
	const quiet = ['--no-audit', '--no-fund'];
	const rebuild = (name: string): string[] => ['rebuild', name, '--ignore-scripts=false', ...quiet];
	try {
		await ensureInstalled({
			folder: E2E,
			name: 'n8n',
			steps: [
				{
					title: 'Installing real n8n into e2e/',
					why: 'about 2,000 packages and 2 GB; takes two to five minutes, once',
					args: ['install', '--legacy-peer-deps', '--ignore-scripts', ...quiet],
				},
				{
					title: "Making n8n's database driver ready",
					why: 'it is compiled here when no ready-made one can be fetched; takes up to two minutes, once',
					args: rebuild('sqlite3'),
					hint: 'Where no ready-made driver can be fetched, it is compiled: that needs Python 3, make and a C++ compiler.',
				},
				{ title: 'Fetching the Node that n8n needs (version 24)', args: rebuild('node') },
			],
		});
	} catch (error) {
		throw new PlainFailure(messageOf(error), { cause: error });
	}
}
