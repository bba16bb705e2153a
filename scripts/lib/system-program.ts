/** Programs that do not come from npm: the browser, Redis, PostgreSQL. */
import { existsSync } from 'node:fs';
import { withProgress } from '../bootstrap/progress.mjs';
import { outputOf } from './child';
import { messageOf } from './lifetime';

const APT = '/usr/bin/apt-get';
/** Nobody is asked, and a service that a package brings is not started: the runlevel says that this is no time for it. */
const QUIET_INSTALL = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };

export interface SystemProgram {
	/** For messages. */
	name: string;
	/** Where systems put it; the first one that exists is used. */
	places: string[];
	/** The package of Debian that holds it. */
	debianPackage: string;
}

export type Found = { path: string } | { missing: string };

const findIn = (places: string[]): string | undefined => places.find((place) => existsSync(place));

/** The program, or how to get it. */
function findProgram({ name, places, debianPackage }: SystemProgram): Found {
	const path = findIn(places);
	if (path !== undefined) return { path };
	return { missing: `${name} is not at ${places.join(', ')}. On Debian: apt-get install ${debianPackage}` };
}

/** The program, installed from Debian's packages where it is missing and this user may do that; else how to get it. */
export async function ensureProgram(program: SystemProgram): Promise<Found> {
	const found = findProgram(program);
	const mayInstall = existsSync(APT) && process.getuid?.() === 0;
	if ('path' in found || !mayInstall) return found;
	const { name, debianPackage } = program;
	const install = async (): Promise<void> => {
		const run = (args: string[]): Promise<string> => outputOf(APT, args, { cwd: '/', env: QUIET_INSTALL });
		await run(['update']);
		await run(['install', '--yes', '--no-install-recommends', debianPackage]);
	};
	try {
		await withProgress({ title: `Installing ${name} (Debian's package ${debianPackage})` }, install);
	} catch (error) {
		return { missing: `${name} could not be installed: ${messageOf(error)}` };
	}
	return findProgram(program);
}
