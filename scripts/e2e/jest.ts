/** Runs the jest tests of one part: the folder test/e2e/<part>/. */
import { runJest, type Counts } from '../test/parts';

/** Milliseconds for one test: those with several executions take some seconds, on a slow machine half a minute. */
const TEST_MS = 120_000;

/**
 * @param part the folder under test/e2e/
 * @param args more arguments for jest
 * @param env what the tests are told about the servers
 */
export async function runPartTests(part: string, args: string[], env: NodeJS.ProcessEnv): Promise<Counts> {
	const one = ['--selectProjects', 'e2e', '--runInBand', `--testTimeout=${TEST_MS}`];
	return await runJest([...one, `--testPathPatterns=/test/e2e/${part}/`, ...args], env);
}
