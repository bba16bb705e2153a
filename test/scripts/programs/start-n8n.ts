/** Starts n8n as the commands do, and stays. Arguments: the folder where it is installed, and its user folder. */
import { runCommand } from '../../../scripts/lib/lifetime';
import { startN8n } from '../../../scripts/lib/n8n-server';

export async function main([folder = '', userFolder = '']: string[]): Promise<void> {
	await runCommand(async (lifetime) => {
		const program = { folder, name: 'n8n' };
		const options = { program, userFolder, mediaFolder: userFolder, logName: 'scripts-test.log', lifetime };
		const { pid, url } = await startN8n(options);
		console.log(`n8n ${pid} at ${url};`);
		return await new Promise<never>(() => undefined);
	});
}
