/** n8n in queue mode: a main instance and two workers, each with a user folder of its own and the packed package in it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withProgress } from '../../bootstrap/progress.mjs';
import type { Lifetime } from '../../lib/lifetime';
import { USUAL_N8N, type N8nInstall } from '../../lib/n8n-install';
import { startN8nWorker, type N8nServer } from '../../lib/n8n-server';
import { installIntoN8n } from '../../lib/package';
import { CACHE, emptyFolder } from '../../lib/paths';
import { setStage, type Stage } from '../../lib/stage';
import { until } from '../../lib/until';

const NAMES = ['worker-1', 'worker-2'] as const;
export type WorkerName = (typeof NAMES)[number];

/** Executions that one worker runs at a time: n8n's own default. */
const CONCURRENCY = 10;
/** Milliseconds in which a worker that was asked to stop must have done its executions. */
const STOPPED_WITHIN_MS = 60_000;
/**
 * How soon n8n notices that a worker is gone. By default 60, 10 and 30 seconds, and 180 minutes for executions of which the
 * queue knows nothing.
 */
const QUICK_RECOVERY = {
	QUEUE_WORKER_LOCK_DURATION: '20000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '5000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
	N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '1',
};

const folderOf = (name: string): string => join(CACHE, 'e2e-queue', name);

class Worker {
	private server?: N8nServer;
	private readonly logs: string[] = [];

	constructor(
		readonly name: WorkerName,
		private readonly settings: NodeJS.ProcessEnv,
		private readonly lifetime: Lifetime,
		private readonly program: N8nInstall,
	) {}

	async start(): Promise<void> {
		const { name, settings, lifetime, program } = this;
		const userFolder = folderOf(name);
		const logName = `e2e-queue-${name}-${this.logs.length + 1}.log`;
		const options = { userFolder, mediaFolder: userFolder, logName, lifetime, settings, program };
		this.server = await startN8nWorker(options, CONCURRENCY);
		this.logs.push(this.server.log);
	}

	/** Ends it without warning. */
	async kill(): Promise<void> {
		await this.server?.kill();
	}

	/** Lets it do nothing until {@link thaw}, as a machine that is much too busy: its connections stay open. */
	freeze(): void {
		if (this.server) process.kill(this.server.pid, 'SIGSTOP');
	}

	thaw(): void {
		if (this.server) process.kill(this.server.pid, 'SIGCONT');
	}

	/** Asks it to stop, as a service manager does, and waits until it has. */
	async stop(): Promise<void> {
		const { server } = this;
		if (!server) return;
		process.kill(server.pid, 'SIGTERM');
		await until(`${this.name} has stopped; its log: ${server.log}`, server.hasEnded, STOPPED_WITHIN_MS);
	}

	/** The executions that it says it has started, in order; one that it started twice stands there twice. */
	get started(): string[] {
		return this.executionsIn('started');
	}

	/** The executions that it says it has finished. */
	get finished(): string[] {
		return this.executionsIn('finished');
	}

	private executionsIn(what: 'started' | 'finished'): string[] {
		const line = new RegExp(`Worker ${what} execution (\\d+) \\(job `, 'g');
		return this.logs.flatMap((log) => [...readFileSync(log, 'utf8').matchAll(line)].map(([, id = '']) => id));
	}
}

export type { Worker };

export interface Cluster {
	stage: Stage;
	workers: readonly [Worker, Worker];
}

export interface ClusterOptions {
	lifetime: Lifetime;
	/** The packed package. */
	tarball: string;
	/** The database and the queue. */
	settings: NodeJS.ProcessEnv;
	/** Which n8n; the usual one where nothing is said. */
	program?: N8nInstall;
}

export async function startCluster({
	lifetime,
	tarball,
	settings,
	program = USUAL_N8N,
}: ClusterOptions): Promise<Cluster> {
	const queueMode: NodeJS.ProcessEnv = {
		...settings,
		...QUICK_RECOVERY,
		EXECUTIONS_MODE: 'queue',
		// What queue mode has by default: files in the database.
		N8N_DEFAULT_BINARY_DATA_MODE: undefined,
	};
	const install = async (mainFolder: string): Promise<void> => {
		await withProgress({ title: 'Installing the tarball three times' }, async () => {
			await installIntoN8n(tarball, mainFolder);
			for (const name of NAMES) {
				emptyFolder(folderOf(name));
				await installIntoN8n(tarball, folderOf(name));
			}
		});
	};
	const mediaFolder = folderOf('main');
	const stage = await setStage({
		lifetime,
		name: join('e2e-queue', 'main'),
		mediaFolder,
		install,
		fresh: true,
		settings: queueMode,
		program,
	});
	const [one, two] = NAMES;
	const workerOf = (name: WorkerName): Worker => new Worker(name, queueMode, lifetime, program);
	const workers = [workerOf(one), workerOf(two)] as const;
	await withProgress({ title: 'Starting two workers' }, () => Promise.all(workers.map((worker) => worker.start())));
	return { stage, workers };
}
