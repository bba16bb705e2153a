/** What the tests leave in the folder for temporary files: nothing. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { programFile, ROOT, RUN, startNode, temporaryFolder } from './support/program';

/** Milliseconds for one test: each program takes about a second to start, on a machine that does much else some more. */
const TEST_MS = 60_000;
jest.setTimeout(TEST_MS);

test.each([
	['fails', 'fail'],
	['is ended with Ctrl-C', 'stay'],
])('a command that %s leaves no temporary file', async (_title, how) => {
	const temporary = temporaryFolder();
	const own = join(temporary, 'own');
	const command = startNode([RUN, programFile('checks.ts'), own, how], { env: { TMPDIR: temporary } });
	await command.says(/written/);
	if (how === 'stay') {
		expect(existsSync(own)).toBe(true);
		command.kill('SIGINT');
	}
	expect((await command.ended).code).not.toBe(0);
	expect(readdirSync(temporary)).toEqual([]);
});

test('a test on the engine leaves nothing of n8n behind, also when it fails', async () => {
	const folder = temporaryFolder();
	const temporary = join(folder, 'tmp');
	mkdirSync(temporary);
	const setup = join(ROOT, 'test', 'harness', 'n8n-environment.js');
	const config = { rootDir: folder, cacheDirectory: join(folder, 'cache'), setupFilesAfterEnv: [setup] };
	writeFileSync(join(folder, 'jest.config.json'), JSON.stringify(config));
	const write = `require('node:fs').writeFileSync(process.env.N8N_USER_FOLDER + '/file', 'of n8n')`;
	writeFileSync(join(folder, 'fails.test.js'), `test('fails', () => { ${write}; throw new Error('on purpose'); });`);
	const jest = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
	const { output } = await startNode([jest], { cwd: folder, env: { TMPDIR: temporary } }).ended;
	expect(output).toContain('on purpose');
	expect(readdirSync(temporary)).toEqual([]);
});
