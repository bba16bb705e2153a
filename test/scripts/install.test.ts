/** What is installed, when, and what a person reads when that cannot be done. */
import { cpSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve, type WebServer } from '../../scripts/lib/serve';
import { programFile, ROOT, RUN, startNode, startProgram, temporaryFolder } from './support/program';

/** Milliseconds for one test: npm takes about a second to start, on a machine that does much else some more. */
const TEST_MS = 60_000;
jest.setTimeout(TEST_MS);

let registry: WebServer;
/** What the registry was asked for. */
let asked: string[];

/** A registry that has nothing, until it is closed. */
beforeEach(async () => {
	asked = [];
	registry = await serve((request, response) => {
		asked.push(request.url ?? '');
		response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
	});
});
afterEach(async () => await registry.close());

/** Settings of npm that stand above those of a person. */
const settings = () => ({ npm_config_registry: `${registry.origin}/`, npm_config_cache: temporaryFolder() });

function folderThatAsksFor(devDependencies: Record<string, string>): string {
	const folder = temporaryFolder();
	writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'asks', version: '1.0.0', devDependencies }));
	return folder;
}

async function install(folder: string): Promise<string> {
	return (await startNode([join(ROOT, programFile('install.mjs')), folder], { env: settings() }).ended).output;
}

test('a registry that cannot be reached is named at once, with what to do', async () => {
	await registry.close();
	const output = await install(folderThatAsksFor({ anything: '1.0.0' }));
	expect(output).toContain(`npm does not reach ${registry.origin}/, the registry that it is set to use`);
	expect(output).toContain('npm config set registry');
});

test('a registry that only does not know the question is used', async () => {
	const output = await install(folderThatAsksFor({ anything: '1.0.0' }));
	expect(output).toContain('npm install failed');
	expect(asked).toContain('/anything');
});

test('where everything is installed, no registry is asked', async () => {
	const folder = folderThatAsksFor({});
	mkdirSync(join(folder, 'node_modules'));
	writeFileSync(join(folder, 'node_modules', '.package-lock.json'), '{}');
	utimesSync(join(folder, 'package.json'), 0, 0);
	expect(await install(folder)).toBe('installed\n');
	expect(asked).toEqual([]);
});

test('the packed package is installed into n8n without a registry', async () => {
	const folder = temporaryFolder();
	const peer = { peerDependencies: { anything: '*' }, peerDependenciesMeta: { anything: { optional: true } } };
	writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'packed', version: '1.0.0', ...peer }));
	await startProgram('npm', ['pack'], { cwd: folder }).ended;
	const tarball = join(folder, 'packed-1.0.0.tgz');
	const args = [RUN, programFile('install-tarball.ts'), tarball, temporaryFolder()];
	expect((await startNode(args, { env: settings() }).ended).output).toBe('installed\n');
	expect(asked).toEqual([]);
});

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

test.each(Object.entries(scripts))('npm run %s first installs what is missing', (_name, command) => {
	expect(command).toMatch(/^node scripts\/run\.mjs( |$)/);
});

test.each(['sandbox', 'lint'])('npm run %s in a fresh clone says what keeps it from installing', async (name) => {
	await registry.close();
	const clone = temporaryFolder();
	for (const part of ['package.json', '.npmrc', 'scripts'])
		cpSync(join(ROOT, part), join(clone, part), { recursive: true });
	const { code, output } = await startProgram('npm', ['run', name], { cwd: clone, env: settings() }).ended;
	expect(code).toBe(1);
	expect(output).toContain(`npm does not reach ${registry.origin}/`);
});
