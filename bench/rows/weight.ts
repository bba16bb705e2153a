/** The size of the package, and the time that n8n needs to load its node. */
import { join } from 'node:path';
import { withProgress } from '../../scripts/bootstrap/progress.mjs';
import { outputOf } from '../../scripts/lib/child';
import { communityPackageFolder } from '../../scripts/lib/package';
import { E2E } from '../../scripts/lib/paths';
import { median } from '../measure/stats';
import { USER_FOLDER } from '../n8n';
import { withSpread } from '../report/numbers';
import { judged, type Section } from '../report/row';
import { KB } from '../units';

const NODE_24 = join(E2E, 'node_modules', 'node', 'bin', 'node');
const NODE_FILE = ['dist', 'nodes', 'SocialPostScheduling', 'SocialPostScheduling.node.js'];
const TARBALL_AT_MOST = 60 * KB;
const LOAD_AT_MOST_MS = 15;

/** What n8n does with the file, where n8n-workflow is loaded already. */
const LOAD = `require('n8n-workflow');
const before = performance.now();
new (require(process.argv[1]).SocialPostScheduling)();
console.log(performance.now() - before);`;

/** Fresh processes, one after the other, in n8n's user folder: there the package and this find the same n8n-workflow. */
async function loadTimes(rounds: number): Promise<number[]> {
	const file = join(communityPackageFolder(USER_FOLDER), ...NODE_FILE);
	const loaded: number[] = [];
	for (let round = 0; round < rounds; round++) {
		loaded.push(Number(await outputOf(NODE_24, ['-e', LOAD, file], { cwd: USER_FOLDER })));
	}
	return loaded;
}

export async function measureWeight(tarballBytes: number, quick: boolean): Promise<Section> {
	const rounds = quick ? 5 : 11;
	const loaded = await withProgress({ title: `Loading the node in ${rounds} fresh processes` }, () =>
		loadTimes(rounds),
	);
	return {
		title: 'Weight',
		how: `The tarball of npm pack; the node file required and its class made in a fresh process that has loaded n8n-workflow. Median of ${rounds} (lowest to highest).`,
		rows: [
			judged(
				'size of the package',
				`at most ${TARBALL_AT_MOST / KB} kB`,
				`${(tarballBytes / KB).toFixed(1)} kB`,
				tarballBytes <= TARBALL_AT_MOST,
			),
			judged(
				'time to load the node',
				`at most ${LOAD_AT_MOST_MS} ms`,
				withSpread(loaded, (ms) => `${ms.toFixed(1)} ms`),
				median(loaded) <= LOAD_AT_MOST_MS,
			),
		],
	};
}
