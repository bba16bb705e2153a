/** PostgreSQL from Debian's packages, with a database of its own for n8n. */
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { answersTo, outputOf, startServer, untilAnswers } from '../../lib/child';
import type { Lifetime } from '../../lib/lifetime';
import { LOGS } from '../../lib/paths';
import { freePort, HOST } from '../../lib/ports';
import type { SystemProgram } from '../../lib/system-program';

/** Where Debian puts the versions that n8n works with. */
const PLACES = [18, 17, 16, 15, 14, 13].map((version) => `/usr/lib/postgresql/${version}/bin/postgres`);
/** The user that Debian's package makes: PostgreSQL refuses to run as root. */
const SYSTEM_USER = 'postgres';
const USER = 'n8n';
const PASSWORD = 'only-for-these-tests';
/** Milliseconds until it must answer; it takes a second or two. */
const READY_WITHIN_MS = 60_000;

export const POSTGRES: SystemProgram = { name: 'PostgreSQL', places: PLACES, debianPackage: 'postgresql' };

const isRoot = process.getuid?.() === 0;

/** A command line that runs as PostgreSQL's own user where this one is root. */
function asSystemUser(command: string, args: string[]): [string, string[]] {
	if (!isRoot) return [command, args];
	const user = [`--reuid=${SYSTEM_USER}`, `--regid=${SYSTEM_USER}`, '--init-groups'];
	return ['setpriv', [...user, command, ...args]];
}

/** An empty folder; in the system's temporary one, because PostgreSQL's user may not enter the home of root. */
async function makeFolder(lifetime: Lifetime): Promise<string> {
	const folder = mkdtempSync(join(tmpdir(), 'e2e-queue-postgres-'));
	lifetime.add({ end: async () => Promise.resolve(rmSync(folder, { recursive: true, force: true })) });
	if (isRoot) {
		const idOf = async (option: string): Promise<number> =>
			Number(await outputOf('id', [option, SYSTEM_USER], { cwd: '/' }));
		chownSync(folder, await idOf('-u'), await idOf('-g'));
	}
	return folder;
}

/** Makes an empty cluster, starts it, and gives what n8n must be told to use it. */
export async function startPostgres(program: string, lifetime: Lifetime): Promise<NodeJS.ProcessEnv> {
	const bin = dirname(program);
	const folder = await makeFolder(lifetime);
	const data = join(folder, 'data');
	const passwordFile = join(folder, 'password');
	writeFileSync(passwordFile, PASSWORD);
	const login = [`--username=${USER}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
	const initdb = [`--pgdata=${data}`, ...login, '--encoding=UTF8', '--locale=C.UTF-8'];
	await outputOf(...asSystemUser(join(bin, 'initdb'), initdb), { cwd: folder });
	const port = String(await freePort('PostgreSQL'));
	const where = ['-h', HOST, '-p', port];
	const args = ['-D', data, ...where, '-c', 'unix_socket_directories='];
	const server = await startServer(...asSystemUser(program, args), {
		cwd: folder,
		env: process.env,
		log: join(LOGS, 'e2e-queue-postgres.log'),
		lifetime,
	});
	await untilAnswers(server, 'PostgreSQL', answersTo(join(bin, 'pg_isready'), where), READY_WITHIN_MS);
	return {
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: HOST,
		DB_POSTGRESDB_PORT: port,
		DB_POSTGRESDB_DATABASE: 'postgres',
		DB_POSTGRESDB_USER: USER,
		DB_POSTGRESDB_PASSWORD: PASSWORD,
	};
}
