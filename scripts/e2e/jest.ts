/** Runs the jest tests of one part: the folder test/e2e/<part>/. */
import { runJest, type Counts } from '../test/parts';

/**
 * @param part the folder under test/e2e/
 * @param args more arguments for jest
 * @param env what the tests are told about the servers
 */
export async function runPartTests(part: string, args: string[], env: NodeJS.ProcessEnv): Promise<Counts> {
	return await runJest(['--config=jest.e2e.config.js', `--testPathPatterns=/test/e2e/${part}/`, ...args], env);
}
