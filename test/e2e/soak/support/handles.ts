/** What another process has open, as the operating system lists it. */
import { readdirSync, readlinkSync } from 'node:fs';

export interface Handles {
	readonly sockets: number;
	/** Paths of the open files without those of n8n's database, one for each time that a file is open. */
	readonly files: readonly string[];
}

/** n8n's own database: it opens more connections to it as more is to be done, and closes them when it likes. */
const DATABASE = /\/database\.sqlite(-wal|-shm)?$/;

/** Where a descriptor leads: a path, or a text such as `socket:[1234]`; undefined when it was closed meanwhile. */
function targetOf(pid: number, descriptor: string): string | undefined {
	try {
		return readlinkSync(`/proc/${pid}/fd/${descriptor}`);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
		throw error;
	}
}

/** The sockets and files that a process has open now (Linux, proc(5)). */
export function handlesOf(pid: number): Handles {
	const targets = readdirSync(`/proc/${pid}/fd`).flatMap((descriptor) => targetOf(pid, descriptor) ?? []);
	return {
		sockets: targets.filter((target) => target.startsWith('socket:')).length,
		files: targets.filter((target) => target.startsWith('/') && !DATABASE.test(target)).sort(),
	};
}
