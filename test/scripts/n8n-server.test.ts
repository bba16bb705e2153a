/** How n8n is started, with a program in its place that listens as n8n does. */
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { until } from '../../scripts/lib/until';
import {
	endAfterwards,
	isAlive,
	programFile,
	ROOT,
	RUN,
	startNode,
	temporaryFolder,
	type Program,
} from './support/program';

/** Milliseconds for one test: each program takes about a second to start, on a machine that does much else some more. */
const TEST_MS = 60_000;
jest.setTimeout(TEST_MS);

const installed = temporaryFolder();
const userFolder = temporaryFolder();

beforeAll(() => {
	const node = join(installed, 'node_modules', 'node', 'bin', 'node');
	mkdirSync(dirname(node), { recursive: true });
	symlinkSync(process.execPath, node);
	cpSync(join(ROOT, programFile('n8n.js')), join(installed, 'node_modules', 'n8n', 'bin', 'n8n'));
});

const start = (): Program => startNode([RUN, programFile('start-n8n.ts'), installed, userFolder]);

test('an n8n that lost its port to another one is started again at a free port, and ends with a killed command', async () => {
	const command = start();
	const n8n = Number(await command.says(/n8n (\d+) at/));
	endAfterwards(n8n);
	endAfterwards(Number(readFileSync(join(userFolder, 'other.pid'), 'utf8')));
	const url = await command.says(/at (\S+);/);
	const log = readFileSync(join(ROOT, '.cache', 'logs', 'scripts-test.log'), 'utf8');
	expect(log).toContain(`Editor is now accessible via:\n${url}`);
	command.kill('SIGKILL');
	await until('n8n has ended', () => !isAlive(n8n));
});
