/** Keeps a folder of .cache/ to one command at a time: a second one would empty it while the first one works in it. */
import { takeLock, type Lock } from '../bootstrap/lock.mjs';
import { PlainFailure, type Lifetime } from './lifetime';

/**
 * Claims a name for as long as the command runs. Fails with who has it where that is another command.
 *
 * @param command as a person types it
 */
export function claim(name: string, command: string, lifetime: Lifetime): Lock {
	const lock = takeLock(name);
	if (lock.holder) {
		const { pid, told } = lock.holder;
		const lines = [
			`"${command}" runs already, as process ${pid}.`,
			...(told === '' ? [] : [told]),
			`Use that one. Or end it with Ctrl-C in its terminal, or with "kill ${pid}", and start again.`,
			`If process ${pid} is another program, delete the folder .cache/locks.`,
		];
		throw new PlainFailure(lines.join('\n'));
	}
	lifetime.add({ end: () => Promise.resolve(lock.release()), endNow: lock.release });
	return lock;
}
