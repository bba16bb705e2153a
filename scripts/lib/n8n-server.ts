/** Real n8n as a child process. */
import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join, delimiter } from 'node:path';
import { startServer, untilAnswers, type Server } from './child';
import { messageOf, type Lifetime } from './lifetime';
import { programsOf, USUAL_N8N, type N8nInstall } from './n8n-install';
import { LOGS } from './paths';
import { choosePort, freePort, HOST } from './ports';

/** Ports that n8n uses when nobody says otherwise: editor (or a worker's health), and the broker of its task runners. */
const USUAL_PORTS = { editor: 5678, broker: 5679 };
/** Milliseconds until n8n must answer; on a slow machine it took 25 seconds. */
const READY_WITHIN_MS = 180_000;
/** Milliseconds for one answer: whoever is ready takes some of them. */
const ANSWER_MS = 1000;
/** Where n8n and its workers say whether they are ready. */
const HEALTH = '/healthz/readiness';
/** What n8n says when it has its port: until then, somebody else may answer there. */
const STARTED = 'Editor is now accessible';
/** What n8n says before it ends because somebody else has its port. */
const PORT_TAKEN = 'is already in use';
/** How often n8n is started where its ports are taken between the look and its start. */
const STARTS = 3;
/** Encrypts the credentials of n8n installations that live in .cache/ and hold only keys of the sandbox. */
const ENCRYPTION_KEY = 'only-for-the-local-demo';
/** Settings of a person's own n8n that would turn the demo's n8n into something else. */
const FOREIGN_SETTINGS = /^(N8N|DB|EXECUTIONS|QUEUE|CREDENTIALS|NODES|WEBHOOK|VUE_APP)_/;

export interface N8nOptions {
	/** Which n8n; the usual one where nothing is said. */
	program?: N8nInstall;
	/** Folder that gets `.n8n`: database, settings, stored files, community packages. */
	userFolder: string;
	/** The only folder that n8n's file nodes may read. */
	mediaFolder: string;
	/** Name of the log file under .cache/logs. */
	logName: string;
	lifetime: Lifetime;
	/** More settings, or other ones. */
	settings?: NodeJS.ProcessEnv;
}

export interface N8nServer extends Server {
	/** Address of the editor and of the REST interface, without a slash at the end. */
	url: string;
}

/** This machine's servers are asked directly, also where a proxy leads outside. */
function withoutProxyForThisMachine(): NodeJS.ProcessEnv {
	const exceptions = [process.env.NO_PROXY ?? process.env.no_proxy, HOST, 'localhost'].filter(Boolean).join(',');
	return { NO_PROXY: exceptions, no_proxy: exceptions };
}

/** n8n leaves files in the system's folder for temporary files. */
const temporaryFolderOf = ({ userFolder }: N8nOptions): string => join(userFolder, 'tmp');

/** The environment of an n8n process: nothing of a person's own n8n, nothing that talks to n8n's makers. */
function environment(options: N8nOptions, ports: typeof USUAL_PORTS): NodeJS.ProcessEnv {
	const own = Object.entries(process.env).filter(([name]) => !FOREIGN_SETTINGS.test(name));
	return {
		...Object.fromEntries(own),
		...withoutProxyForThisMachine(),
		TMPDIR: temporaryFolderOf(options),
		PATH: [programsOf(options.program ?? USUAL_N8N).bin, process.env.PATH].join(delimiter),
		NODE_ENV: 'production',
		GENERIC_TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone,
		N8N_USER_FOLDER: options.userFolder,
		N8N_LISTEN_ADDRESS: HOST,
		N8N_HOST: HOST,
		N8N_PORT: String(ports.editor),
		QUEUE_HEALTH_CHECK_PORT: String(ports.editor),
		N8N_WORKER_SERVER_ADDRESS: HOST,
		N8N_RUNNERS_BROKER_PORT: String(ports.broker),
		N8N_ENCRYPTION_KEY: ENCRYPTION_KEY,
		N8N_SECURE_COOKIE: 'false',
		N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
		N8N_RESTRICT_FILE_ACCESS_TO: options.mediaFolder,
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		...options.settings,
	};
}

/** Older n8n says that it is ready before its REST interface answers: both must. */
async function isReady(url: string, paths: string[]): Promise<boolean> {
	try {
		for (const path of paths) {
			const answer = await fetch(url + path, { signal: AbortSignal.timeout(ANSWER_MS) });
			await answer.body?.cancel();
			if (!answer.ok) return false;
		}
		return true;
	} catch {
		// Nobody listens yet: that is what "not ready" means. The caller asks again, and gives up after a while.
		return false;
	}
}

/**
 * Lets the package find n8n's own modules, as it does in a user folder of its own. Where the user folder lies below this
 * repository, Node would find the n8n-workflow that the package is compiled with before the one of the n8n that runs.
 */
function showModulesOf(program: N8nInstall, userFolder: string): void {
	const link = join(userFolder, 'node_modules');
	rmSync(link, { recursive: true, force: true });
	symlinkSync(join(program.folder, 'node_modules'), link, 'junction');
}

/** One of n8n's programs: how it is called, what it says once it has its port, and the addresses that answer then. */
interface Program {
	args: string[];
	says: string;
	ready: string[];
}

/** Starts it and waits until it is ready. */
async function startProgram(
	{ args, says, ready }: Program,
	options: N8nOptions,
	ports: typeof USUAL_PORTS,
): Promise<N8nServer> {
	const url = `http://${HOST}:${ports.editor}`;
	mkdirSync(temporaryFolderOf(options), { recursive: true });
	showModulesOf(options.program ?? USUAL_N8N, options.userFolder);
	const { node, n8n } = programsOf(options.program ?? USUAL_N8N);
	const server = await startServer(node, [n8n, ...args], {
		cwd: options.userFolder,
		env: environment(options, ports),
		log: join(LOGS, options.logName),
		lifetime: options.lifetime,
		endsWithParent: true,
	});
	const answers = async (): Promise<boolean> =>
		readFileSync(server.log, 'utf8').includes(says) && (await isReady(url, ready));
	await untilAnswers(server, 'n8n', answers, READY_WITHIN_MS);
	return { ...server, url };
}

/** Starts n8n and waits until it answers. */
export async function startN8n(options: N8nOptions): Promise<N8nServer> {
	const program = { args: ['start'], says: STARTED, ready: [HEALTH, '/rest/settings'] };
	for (let starts = 1; ; starts++) {
		try {
			return await startProgram(program, options, {
				editor: await choosePort(USUAL_PORTS.editor, "n8n's editor"),
				broker: await choosePort(USUAL_PORTS.broker, "n8n's task runner"),
			});
		} catch (error) {
			if (starts === STARTS || !messageOf(error).includes(PORT_TAKEN)) throw error;
		}
	}
}

/**
 * Starts a worker of n8n's queue mode and waits until it takes executions.
 *
 * @param concurrency executions that it runs at the same time
 */
export async function startN8nWorker(options: N8nOptions, concurrency: number): Promise<N8nServer> {
	const settings = { ...options.settings, QUEUE_HEALTH_CHECK_ACTIVE: 'true' };
	return await startProgram(
		{ args: ['worker', `--concurrency=${concurrency}`], says: '', ready: [HEALTH] },
		{ ...options, settings },
		{ editor: await freePort("an n8n worker's health"), broker: await freePort("an n8n worker's task runner") },
	);
}
