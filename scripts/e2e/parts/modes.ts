/** Uploads from every place in which n8n keeps files, and of every odd file. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { peakBytes, resetPeak, residentBytes } from '../../../bench/measure/memory';
import { MIB } from '../../../bench/units';
import { withProgress } from '../../bootstrap/progress.mjs';
import { ensureN8nInstalled } from '../../lib/n8n-install';
import { installIntoN8n, buildTarball } from '../../lib/package';
import { CACHE, MEDIA, emptyFolder } from '../../lib/paths';
import { setStage } from '../../lib/stage';
import { sumOf, type Counts } from '../../test/parts';
import { toEnvironment } from '../handover';
import { runPartTests } from '../jest';
import { makeBucket, s3Settings } from '../modes/bucket';
import { startCeph } from '../modes/ceph';
import type { Part, PartContext, PartResult } from '../part';

/** The binary modes of n8n that need no licence, as its setting N8N_DEFAULT_BINARY_DATA_MODE has them. */
const MODES = ['default', 'filesystem', 'database'] as const;
/** The folder in which the tests put files for n8n's file nodes; emptied at each start, and removed at the end. */
const FILES = join(CACHE, 'e2e-modes-files');

function clearFiles(): void {
	rmSync(FILES, { recursive: true, force: true });
}

const inMib = (bytes: number): string => `${Math.round(bytes / MIB)} MiB`;

/** Does some work, and tells how much memory a process took for it, where the system says. */
async function tellingMemory<T>(who: string, pid: number, work: () => Promise<T>): Promise<T> {
	if (!existsSync('/proc/self/clear_refs')) return await work();
	resetPeak(pid);
	const before = residentBytes(pid);
	const result = await work();
	console.log(`\n${who} had ${inMib(before)} in memory before the tests, and ${inMib(peakBytes(pid))} at most.`);
	return result;
}

/** The suite in an n8n of its own, in one mode. */
async function runMode(
	mode: (typeof MODES)[number],
	tarball: string,
	{ lifetime, jestArgs }: PartContext,
): Promise<Counts> {
	console.log(`\n-- n8n in the binary mode "${mode}" --`);
	emptyFolder(FILES);
	const name = `e2e-modes-${mode}`;
	// n8n's copies of the largest files are worth nothing afterwards.
	const clear = (): void => rmSync(join(CACHE, name), { recursive: true, force: true });
	lifetime.add({ end: async () => await Promise.resolve(clear()), endNow: clear });
	const stage = await setStage({
		lifetime,
		name,
		mediaFolder: FILES,
		install: (userFolder) => installIntoN8n(tarball, userFolder),
		fresh: true,
		settings: {
			N8N_DEFAULT_BINARY_DATA_MODE: mode,
			N8N_RESTRICT_FILE_ACCESS_TO: [FILES, MEDIA].join(';'),
		},
	});
	const env = { ...toEnvironment(stage, FILES), E2E_BINARY_MODE: mode };
	const run = async (): Promise<Counts> => await runPartTests('modes/n8n', jestArgs, env);
	const counts = await tellingMemory(`n8n in the mode "${mode}"`, stage.n8n.pid, run);
	if (counts.failed > 0) console.log(`\nn8n's log: ${stage.n8n.log}`);
	return counts;
}

/** The suite on files in S3, on n8n's engine: n8n takes S3 for its files only with a licence. */
async function runS3({ lifetime, jestArgs }: PartContext): Promise<PartResult> {
	console.log(`\n-- n8n's engine with files in S3 --`);
	const storage = await withProgress({ title: 'Starting Ceph with its S3 gateway' }, () => startCeph(lifetime));
	if ('missing' in storage) return { passed: 0, failed: 0, left: [`files in S3: ${storage.missing}`] };
	await makeBucket(storage);
	return await runPartTests('modes/s3', jestArgs, s3Settings(storage));
}

export const modes: Part = {
	name: 'modes',
	title: 'Uploads in each binary mode of n8n, and of odd files',
	run: async ({ lifetime, jestArgs }) => {
		await ensureN8nInstalled();
		lifetime.add({ end: async () => await Promise.resolve(clearFiles()), endNow: clearFiles });
		const tarball = await buildTarball();
		const results: PartResult[] = [];
		for (const mode of MODES) {
			results.push(await lifetime.apart((own) => runMode(mode, tarball, { lifetime: own, jestArgs })));
		}
		results.push(await lifetime.apart((own) => runS3({ lifetime: own, jestArgs })));
		return { ...sumOf(results), left: results.flatMap(({ left = [] }) => left) };
	},
};
