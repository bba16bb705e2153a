/** Installs a tarball into n8n as the commands do. Arguments: the tarball, and n8n's user folder. */
import { installIntoN8n } from '../../../scripts/lib/package';

export async function main([tarball = '', userFolder = '']: string[]): Promise<void> {
	await installIntoN8n(tarball, userFolder);
	console.log('installed');
}
