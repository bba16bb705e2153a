/** Redis from Debian's packages, with persistence as a user would have it. */
import { connect } from 'node:net';
import { join } from 'node:path';
import { startServer, untilAnswers, type Server } from '../../lib/child';
import type { Lifetime } from '../../lib/lifetime';
import { CACHE, emptyFolder, LOGS } from '../../lib/paths';
import { freePort, HOST } from '../../lib/ports';
import type { SystemProgram } from '../../lib/system-program';

const FOLDER = join(CACHE, 'e2e-queue', 'redis');
/** Milliseconds until it must answer; it takes well under a second. */
const READY_WITHIN_MS = 30_000;
/** Milliseconds for one answer. */
const ANSWER_MS = 500;

export const REDIS: SystemProgram = { name: 'Redis', places: ['/usr/bin/redis-server'], debianPackage: 'redis-server' };

/** Whether Redis answers, and has read what it had kept. */
async function answers(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const socket = connect(port, HOST, () => socket.write('PING\r\n'));
		socket.setTimeout(ANSWER_MS, () => socket.destroy());
		socket.once('data', (data) => {
			resolve(data.toString().startsWith('+PONG'));
			socket.destroy();
		});
		socket.once('error', () => resolve(false));
		socket.once('close', () => resolve(false));
	});
}

export class Redis {
	private server?: Server;
	private starts = 0;

	private constructor(
		private readonly program: string,
		private readonly port: number,
		private readonly lifetime: Lifetime,
	) {}

	/** Starts it with nothing in it. */
	static async start(program: string, lifetime: Lifetime): Promise<Redis> {
		emptyFolder(FOLDER);
		const redis = new Redis(program, await freePort('Redis'), lifetime);
		await redis.start();
		return redis;
	}

	/** What n8n must be told to use it. */
	get settings(): NodeJS.ProcessEnv {
		return { QUEUE_BULL_REDIS_HOST: HOST, QUEUE_BULL_REDIS_PORT: String(this.port) };
	}

	/** Stops it, and starts it again with what it had kept on disk. */
	async restart(): Promise<void> {
		await this.server?.stop();
		await this.start();
	}

	private async start(): Promise<void> {
		this.starts += 1;
		const where = ['--bind', HOST, '--port', String(this.port), '--dir', FOLDER];
		const server = await startServer(this.program, [...where, '--appendonly', 'yes'], {
			cwd: FOLDER,
			env: process.env,
			log: join(LOGS, `e2e-queue-redis-${this.starts}.log`),
			lifetime: this.lifetime,
		});
		this.server = server;
		await untilAnswers(server, 'Redis', () => answers(this.port), READY_WITHIN_MS);
	}
}
