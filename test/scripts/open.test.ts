/** Commands that stay open: one of a kind at a time, and no longer than npm. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	endAfterwards,
	programFile,
	RUN,
	startNode,
	startProgram,
	temporaryFolder,
	type Program,
} from './support/program';

/** Milliseconds for one test: each program takes about a second to start, on a machine that does much else some more. */
const TEST_MS = 60_000;
jest.setTimeout(TEST_MS);

const NAME = `open-test-${process.pid}`;

const open = (): Program => startNode([RUN, programFile('open.ts'), NAME]);

test('a second one is refused with the process and the address of the first, and runs when that has ended', async () => {
	const first = open();
	await first.says(/open/);
	const { code, output } = await open().ended;
	expect(code).toBe(1);
	expect(output).toContain(`process ${first.pid}.\nEditor   http://127.0.0.1:5678\n`);
	expect(output).toContain(`kill ${first.pid}`);
	first.kill('SIGTERM');
	await first.ended;
	const next = open();
	await next.says(/open/);
	next.kill('SIGINT');
	expect((await next.ended).output).toContain('ended in good order');
});

test('it ends in good order when npm is ended', async () => {
	const folder = temporaryFolder();
	const scripts = { open: `node ${JSON.stringify(RUN)} ${programFile('open.ts')} ${NAME}` };
	writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'opens', version: '1.0.0', scripts }));
	const npm = startProgram('npm', ['run', 'open'], { cwd: folder });
	endAfterwards(Number(await npm.says(/open in (\d+);/)));
	npm.kill('SIGTERM');
	expect((await npm.ended).output).toContain('ended in good order');
});
