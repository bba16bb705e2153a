/** Locks that keep processes of this checkout apart. A lock ends with its process, however that ends. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const LOCKS = fileURLToPath(new URL('../../.cache/locks', import.meta.url));
/** What systems say when a folder is to take the place of one that holds something; on Windows, of any folder. */
const TAKEN = process.platform === 'win32' ? ['EPERM', 'EEXIST', 'ENOTEMPTY'] : ['EEXIST', 'ENOTEMPTY'];
/** What they say when another process was quicker to take a folder, or to remove it. */
const CHANGED = [...TAKEN, 'ENOENT'];

function isAlive(pid) {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return error.code === 'EPERM';
	}
}

/** Does something, and tells whether that was prevented in one of the ways that are expected. */
function wasPrevented(expected, work) {
	try {
		work();
		return false;
	} catch (error) {
		if (expected.includes(error.code)) return true;
		throw error;
	}
}

/** The process that has a lock. Files of processes that are gone are removed: nobody but their process would miss them. */
function holderOf(lock) {
	for (const name of readdirSync(lock)) {
		const pid = Number(name);
		if (pid !== process.pid && isAlive(pid)) return { pid, told: readFileSync(join(lock, name), 'utf8') };
		rmSync(join(lock, name), { force: true });
	}
	return undefined;
}

/**
 * @typedef {{ tell: (text: string) => void, release: () => void, holder?: undefined }} Lock `tell` leaves word for those who
 * come while it is taken
 * @typedef {{ holder: { pid: number, told: string } }} Taken the process that has it, and the word that it left
 */

/**
 * Takes a lock, or tells who has it. A lock is a folder that holds a file named after its process. A folder that holds
 * something is never replaced by a rename: of two processes that come at the same moment, one gets it.
 * @param {string} name
 * @returns {Lock | Taken}
 */
export function takeLock(name, folder = LOCKS) {
	const lock = join(folder, name);
	const candidate = `${lock}.${process.pid}`;
	const own = String(process.pid);
	mkdirSync(candidate, { recursive: true });
	writeFileSync(join(candidate, own), '');
	const note = join(lock, own);
	const release = () => {
		rmSync(note, { force: true });
		wasPrevented(CHANGED, () => rmdirSync(lock));
	};
	while (wasPrevented(TAKEN, () => renameSync(candidate, lock))) {
		let holder;
		wasPrevented(CHANGED, () => {
			holder = holderOf(lock);
			if (!holder) rmdirSync(lock);
		});
		if (holder) {
			rmSync(candidate, { recursive: true });
			return { holder };
		}
	}
	return { tell: (text) => writeFileSync(note, text), release };
}
