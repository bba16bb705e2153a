/** Redis from Debian's packages, with nothing in it. */
import { join } from 'node:path';
import { answersTo, startServer, untilAnswers } from '../../lib/child';
import type { Lifetime } from '../../lib/lifetime';
import { CACHE, emptyFolder, LOGS } from '../../lib/paths';
import { freePort, HOST } from '../../lib/ports';
import type { SystemProgram } from '../../lib/system-program';

const FOLDER = join(CACHE, 'e2e-queue', 'redis');
/** Milliseconds until it must answer; it takes well under a second. */
const READY_WITHIN_MS = 30_000;

export const REDIS: SystemProgram = { name: 'Redis', places: ['/usr/bin/redis-server'], debianPackage: 'redis-server' };

/** Starts it, and gives what n8n must be told to use it. */
export async function startRedis(program: string, lifetime: Lifetime): Promise<NodeJS.ProcessEnv> {
	emptyFolder(FOLDER);
	const port = String(await freePort('Redis'));
	const server = await startServer(program, ['--bind', HOST, '--port', port, '--dir', FOLDER], {
		cwd: FOLDER,
		env: process.env,
		log: join(LOGS, 'e2e-queue-redis.log'),
		lifetime,
	});
	await untilAnswers(server, 'Redis', answersTo('redis-cli', ['-h', HOST, '-p', port, 'ping']), READY_WITHIN_MS);
	return { QUEUE_BULL_REDIS_HOST: HOST, QUEUE_BULL_REDIS_PORT: port };
}
