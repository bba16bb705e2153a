/** The package in the oldest n8n that it works in and in the newest one, on each Node that they run on. */
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import { duration } from '../../bootstrap/progress.mjs';
import { outputOf } from '../../lib/child';
import { installByUnpacking } from '../../lib/community-install';
import { messageOf, type Lifetime, PlainFailure } from '../../lib/lifetime';
import {
	ensureN8nInstalled,
	OLDEST_N8N,
	programsOf,
	USUAL_N8N,
	versionIn,
	versionOf,
	type N8nInstall,
} from '../../lib/n8n-install';
import { communityPackageFolder, installIntoN8n, buildTarball } from '../../lib/package';
import { CACHE, MEDIA } from '../../lib/paths';
import { setStage } from '../../lib/stage';
import { table } from '../../lib/table';
import { countOne, sumOf, type Counts } from '../../test/parts';
import { toEnvironment } from '../handover';
import { runPartTests } from '../jest';
import type { Part } from '../part';

/** An n8n with a Node that does not stand beside it. */
const withNode = (n8n: N8nInstall, name: string): N8nInstall => ({
	...n8n,
	nodeFolder: join(OLDEST_N8N.folder, 'node_modules', name),
});

/** n8n 1 writes that an execution has ended before what came of it, unless its database has a pool: then at one time. */
const WRITTEN_AT_ONCE = { DB_SQLITE_POOL_SIZE: '2' };

interface Setting {
	/** Of the user folder and the log. */
	name: string;
	program: N8nInstall;
	install: (tarball: string, userFolder: string) => Promise<void>;
	/** Settings of n8n. */
	settings?: NodeJS.ProcessEnv;
}

const SETTINGS: Setting[] = [
	{ name: 'oldest', program: OLDEST_N8N, install: installIntoN8n, settings: WRITTEN_AT_ONCE },
	{
		name: 'oldest-22',
		program: withNode(OLDEST_N8N, 'node-22'),
		install: installByUnpacking,
		settings: WRITTEN_AT_ONCE,
	},
	{ name: 'newest', program: USUAL_N8N, install: installByUnpacking },
	{ name: 'newest-26', program: withNode(USUAL_N8N, 'node-26'), install: installByUnpacking },
];

/** The folder of the n8n-workflow that the installed package gets. */
function workflowFolderOf(userFolder: string): string {
	const { resolve } = createRequire(join(communityPackageFolder(userFolder), 'package.json'));
	const name = join(sep, 'node_modules', 'n8n-workflow');
	const file = resolve('n8n-workflow');
	return file.slice(0, file.lastIndexOf(name + sep) + name.length);
}

/** Fails where the package would not run with the n8n-workflow of its n8n, whose classes n8n knows as its own. */
function checkWorkflow(program: N8nInstall, folder: string): void {
	const own = join(program.folder, 'node_modules', 'n8n-workflow');
	if (folder !== own) throw new PlainFailure(`The package got the n8n-workflow of ${folder}, not ${own}.`);
}

interface Outcome {
	cells: string[];
	counts: Counts;
}

async function runIn(
	{ name, program, install, settings }: Setting,
	tarball: string,
	jestArgs: string[],
	lifetime: Lifetime,
): Promise<Outcome> {
	const n8nVersion = versionOf(program);
	const nodeVersion = await outputOf(programsOf(program).node, ['--version'], { cwd: program.folder });
	console.log(`\n-- n8n ${n8nVersion} on Node ${nodeVersion} --`);
	const cells = [n8nVersion, nodeVersion.replace(/^v/, '')];
	const since = Date.now();
	try {
		const userFolder = join(CACHE, `e2e-versions-${name}`);
		const stage = await setStage({
			lifetime,
			name: `e2e-versions-${name}`,
			mediaFolder: MEDIA,
			install: (folder) => install(tarball, folder),
			fresh: true,
			program,
			settings,
		});
		const workflow = workflowFolderOf(userFolder);
		checkWorkflow(program, workflow);
		const counts = await runPartTests('versions', jestArgs, toEnvironment(stage, MEDIA));
		if (counts.failed > 0) console.log(`\nn8n's log: ${stage.n8n.log}`);
		const outcome = `${counts.passed} passed, ${counts.failed} failed, ${duration(Date.now() - since)}`;
		return { cells: [...cells, versionIn(workflow), outcome], counts };
	} catch (error) {
		console.error(`\n${messageOf(error)}`);
		return { cells: [...cells, '', 'did not run, see above'], counts: countOne(false) };
	}
}

export const versions: Part = {
	name: 'versions',
	title: 'The oldest and the newest n8n, on each Node',
	run: async ({ lifetime, jestArgs }) => {
		await ensureN8nInstalled();
		await ensureN8nInstalled(OLDEST_N8N);
		const tarball = await buildTarball();
		const outcomes: Outcome[] = [];
		for (const setting of SETTINGS) {
			outcomes.push(await lifetime.apart((own) => runIn(setting, tarball, jestArgs, own)));
		}
		const head = ['n8n', 'Node', 'n8n-workflow', 'outcome'];
		console.log(`\n${table([head, ...outcomes.map(({ cells }) => cells)]).join('\n')}`);
		return sumOf(outcomes.map(({ counts }) => counts));
	},
};
