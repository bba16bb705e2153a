/** A command that stays open, as `npm run demo -- --keep` does. Argument: the name that it claims. */
import { claim } from '../../../scripts/lib/claim';
import { runCommand } from '../../../scripts/lib/lifetime';

export async function main([name = '']: string[]): Promise<void> {
	await runCommand(async (lifetime) => {
		claim(name, 'npm run open', lifetime).tell('Editor   http://127.0.0.1:5678');
		const timer = setInterval(() => undefined, 1000);
		lifetime.add({
			end: () => {
				clearInterval(timer);
				console.log('ended in good order');
				return Promise.resolve();
			},
		});
		console.log(`open in ${process.pid};`);
		return await new Promise<never>(() => undefined);
	});
}
