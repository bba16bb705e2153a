/** Installs a folder as the commands do. Argument: the folder. */
import { ensureInstalled } from '../../../scripts/bootstrap/install.mjs';

const [folder] = process.argv.slice(2);
const steps = [{ title: 'Installing', args: ['install', '--no-audit', '--no-fund'] }];
try {
	await ensureInstalled({ folder, name: 'test', steps });
	console.log('installed');
} catch (error) {
	console.log(error.message);
}
