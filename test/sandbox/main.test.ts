/** The command line. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { http } from './support/http';
import { useSandbox } from './support/sandbox';

const sandbox = useSandbox();

/** Milliseconds for one test: the command starts in half a second, on a machine that does much else in more than five. */
const TEST_MS = 60_000;
jest.setTimeout(TEST_MS);

const MAIN = join(__dirname, '../../sandbox/main.ts');

/** Starts the command and waits for what it prints: up to its last line, or until it has ended. */
async function start(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
	const child = spawn(process.execPath, ['--require', 'tsx/cjs', MAIN, ...args], {
		stdio: 'pipe',
		env: { ...process.env, ...env },
	});
	let printed = '';
	const collect = (text: Buffer) => {
		printed += text.toString();
	};
	child.stderr.on('data', collect);
	const ended = once(child, 'exit');
	await new Promise<void>((resolve) => {
		child.stdout.on('data', (text: Buffer) => {
			collect(text);
			if (printed.includes('Ctrl-C')) resolve();
		});
		void ended.then(() => resolve());
	});
	const end = async () => {
		child.kill('SIGINT');
		const [code] = (await ended) as [number | null];
		return code;
	};
	return { printed, end, output: () => printed };
}

test('it prints addresses, keys and a curl line that works, takes a free port for a taken one, and Ctrl-C ends it', async () => {
	const taken = new URL(sandbox().baseUrl).port;
	const { printed, end, output } = await start(['--port', taken, '--upload-port', '0']);
	expect(printed).toContain(`Port ${taken} is taken`);
	const [, url = '', key = '', body = ''] =
		/curl -s (\S+) -H 'Authorization: Bearer (\S+)' -H 'Content-Type: application\/json' -d '(.+)'/.exec(printed) ?? [];
	const answer = await http(url, {
		method: 'POST',
		headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
		body,
	});
	expect(answer.body).toContain('"username":"paula"');
	const [page] = /http:\S+\/(?=\n)/.exec(printed) ?? [];
	expect((await http(page ?? '')).status).toBe(200);
	expect(await end()).toBe(0);
	expect(output()).toContain('The sandbox has ended.');
});

test('it listens where it is told to, and names that place in its addresses', async () => {
	const { printed, end } = await start(['--host', 'localhost', '--port', '0', '--upload-port', '0']);
	const [, baseUrl = ''] = /Base URL +(\S+)/.exec(printed) ?? [];
	const [, storage = ''] = /Upload storage +(\S+)/.exec(printed) ?? [];
	expect([baseUrl, storage].map((address) => new URL(address).hostname)).toEqual(['localhost', 'localhost']);
	expect((await http(`${baseUrl}/`)).status).toBe(200);
	expect(await end()).toBe(0);
});

test('variables that are set to nothing are not set', async () => {
	const { printed, end } = await start([], { SANDBOX_HOST: '', SANDBOX_PORT: '', SANDBOX_UPLOAD_PORT: '' });
	const [, baseUrl = 'http://none'] = /Base URL +(\S+)/.exec(printed) ?? [];
	expect(new URL(baseUrl).hostname).toBe('127.0.0.1');
	// The port is the usual one, or it is told that another is used in its place.
	expect(printed).toMatch(/http:\/\/127.0.0.1:4600|Port 4600 is taken/);
	expect(printed).toMatch(/http:\/\/127.0.0.1:4601|Port 4601 is taken/);
	expect(await end()).toBe(0);
});

test.each([
	['--help', 'Usage: npm run sandbox', 0],
	['--plan=gold', '--plan must be free or paid', 1],
	['--port=many', 'many is not a port', 1],
])('%s prints "%s"', async (argument, text, code) => {
	const { printed, end } = await start([argument]);
	expect(printed).toContain(text);
	expect(await end()).toBe(code);
});
