/** PostgreSQL from Debian's packages, with a database of its own for n8n. */
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { outputOf, startServer, untilAnswers } from '../../lib/child';
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

export interface Postgres {
	/** What n8n must be told to use it. */
	settings: NodeJS.ProcessEnv;
	/** The rows that a query gives, each as the values of its columns. */
	query: (sql: string) => Promise<string[][]>;
}

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

/** Makes an empty cluster and starts it. */
export async function startPostgres(program: string, lifetime: Lifetime): Promise<Postgres> {
	const bin = dirname(program);
	const folder = await makeFolder(lifetime);
	const data = join(folder, 'data');
	const passwordFile = join(folder, 'password');
	writeFileSync(passwordFile, PASSWORD);
	const run = async (name: string, args: string[]): Promise<string> =>
		await outputOf(...asSystemUser(join(bin, name), args), { cwd: folder });
	const login = [`--username=${USER}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
	await run('initdb', [`--pgdata=${data}`, ...login, '--encoding=UTF8', '--locale=C.UTF-8']);
	const port = await freePort('PostgreSQL');
	const where = [`-h`, HOST, '-p', String(port), '-c', 'unix_socket_directories='];
	const server = await startServer(...asSystemUser(program, ['-D', data, ...where]), {
		cwd: folder,
		env: process.env,
		log: join(LOGS, 'e2e-queue-postgres.log'),
		lifetime,
	});
	const psql = async (sql: string): Promise<string> => {
		const connection = ['-h', HOST, '-p', String(port), '-U', USER, '-d', 'postgres'];
		const form = ['--no-psqlrc', '--tuples-only', '--no-align', '--field-separator=\t', '-c', sql];
		return await outputOf(join(bin, 'psql'), [...connection, ...form], { cwd: '/', env: { PGPASSWORD: PASSWORD } });
	};
	const answers = (): Promise<boolean> =>
		psql('select 1').then(
			() => true,
			() => false,
		);
	await untilAnswers(server, 'PostgreSQL', answers, READY_WITHIN_MS);
	return {
		settings: {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: HOST,
			DB_POSTGRESDB_PORT: String(port),
			DB_POSTGRESDB_DATABASE: 'postgres',
			DB_POSTGRESDB_USER: USER,
			DB_POSTGRESDB_PASSWORD: PASSWORD,
		},
		query: async (sql) => {
			const text = await psql(sql);
			return text === '' ? [] : text.split('\n').map((line) => line.split('\t'));
		},
	};
}
