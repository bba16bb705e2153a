/** Installs the packages of a folder once, and again only when what its package.json asks for has changed. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { takeLock } from './lock.mjs';
import { npm } from './npm.mjs';
import { withProgress } from './progress.mjs';
import { requireRegistry } from './registry.mjs';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LOGS = join(ROOT, '.cache', 'logs');
/** Stands inside node_modules, so that whoever deletes that folder deletes the stamp too. npm leaves dot files alone. */
const STAMP = '.install-stamp';
/** Milliseconds between two looks whether another process is done with installing. */
const LOOK_MS = 500;

/** What decides whether an install is still good: what is asked for, and the platform that native parts were built for. */
function fingerprint(folder) {
	const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
	const { dependencies, devDependencies, peerDependencies, overrides } = manifest;
	const asked = { dependencies, devDependencies, peerDependencies, overrides };
	const about = JSON.stringify({ asked, platform: process.platform, arch: process.arch });
	return createHash('sha256').update(about).digest('hex');
}

/** Whether somebody's own `npm install` went through since package.json changed: npm writes this file last. */
function installedByHand(folder) {
	const written = join(folder, 'node_modules', '.package-lock.json');
	return existsSync(written) && statSync(written).mtimeMs > statSync(join(folder, 'package.json')).mtimeMs;
}

/** Installs when no other process of this checkout does. */
async function alone(work) {
	let lock = takeLock('install');
	if (lock.holder) {
		const title = `Waiting for process ${lock.holder.pid}, which installs packages`;
		await withProgress({ title }, async () => {
			for (; lock.holder; lock = takeLock('install')) await sleep(LOOK_MS);
		});
	}
	try {
		return await work();
	} finally {
		lock.release();
	}
}

function isInstalled({ folder, steps }) {
	const stamp = join(folder, 'node_modules', STAMP);
	const wanted = fingerprint(folder);
	const known = existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined;
	if (known === wanted) return true;
	// One step is a plain `npm install`, which a person may have done; more steps are known to be done by the stamp alone.
	if (steps.length > 1 || known !== undefined || !installedByHand(folder)) return false;
	writeFileSync(stamp, wanted);
	return true;
}

async function install({ folder, name, steps }) {
	const stamp = join(folder, 'node_modules', STAMP);
	const log = join(LOGS, `install-${name}.log`);
	await requireRegistry(folder);
	rmSync(stamp, { force: true });
	rmSync(log, { force: true });
	for (const { title, why, args, hint } of steps) {
		try {
			await withProgress({ title, why }, () => npm(folder, args, log));
		} catch (error) {
			throw hint ? new Error(`${error.message}\n${hint}`, { cause: error }) : error;
		}
	}
	writeFileSync(stamp, fingerprint(folder));
}

/**
 * @param {{ folder: string, name: string, steps: { title: string, why?: string, args: string[], hint?: string }[] }} what
 * @returns {Promise<void>}
 */
export async function ensureInstalled(what) {
	if (isInstalled(what)) return;
	await alone(async () => {
		if (!isInstalled(what)) await install(what);
	});
}
