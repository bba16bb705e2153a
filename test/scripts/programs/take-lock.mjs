/** Takes a lock at a given time, says what came of it, and keeps it until it is ended. Arguments: folder, name, time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { takeLock } from '../../../scripts/bootstrap/lock.mjs';

const [folder, name, at] = process.argv.slice(2);
await sleep(Number(at) - Date.now());
const { holder, tell } = takeLock(name, folder);
if (holder) {
	console.log(`taken by ${holder.pid}: ${holder.told};`);
} else {
	tell(`word of ${process.pid}`);
	console.log('got it;');
	setInterval(() => undefined, 1000);
}
