/** `npm run check-api` against the sandbox, as a person runs it. */
import { useSandbox } from '../sandbox/support/sandbox';
import { RUN, startNode } from './support/program';

/** Milliseconds for one test: a program takes seconds to start, on a machine that does much else some more. */
const TEST_MS = 60_000;
jest.setTimeout(TEST_MS);

const sandbox = useSandbox();

const check = async (args: string[], key: string) =>
	await startNode([RUN, 'scripts/check-api/main.ts', ...args], { env: { SPS_API_KEY: key } }).ended;

test('prints a line for each operation, and changes nothing', async () => {
	const { baseUrl, keys } = sandbox();
	const { code, output } = await check(['--base-url', `${baseUrl}/gql`], keys.paid);
	expect(output).toMatch(/^ {2}Operation +Offered/m);
	expect(output).toMatch(/^ {2}Tweet: Schedule +yes$/m);
	expect(output).not.toContain(keys.paid);
	expect(code).toBe(0);
	const { log, posts, uploadsCounted } = sandbox().state();
	expect({ requests: log.length, posts, uploadsCounted }).toEqual({ requests: 3, posts: [], uploadsCounted: 0 });
});

test('a refused key: the error of the node, without the key', async () => {
	const { baseUrl, keys } = sandbox();
	const { code, output } = await check(['--base-url', baseUrl], keys.expired);
	expect(output).toContain('The operations were not checked: the API key was not accepted');
	expect(output).not.toContain(keys.expired);
	expect(code).toBe(1);
});

test.each([
	[[], 'a-key', '--base-url is missing'],
	[['--base-url', 'http://api.example.com'], 'a-key', '--base-url '],
	[['--base-url', 'https://api.example.com'], '', 'SPS_API_KEY is empty'],
	[['--base-url', 'http://127.0.0.1:9'], 'a-key', 'the service cannot be reached'],
])('%j with the key "%s": %s', async (args, key, words) => {
	const { code, output } = await check(args, key);
	expect(output).toContain(words);
	expect(output).not.toContain('    at ');
	expect(code).toBe(1);
});
