/** Everything that must hold before a change is handed in, one part after the other, closed by one line of counts. */
import { join } from 'node:path';
import { claim } from '../lib/claim';
import { runCommand, type Lifetime } from '../lib/lifetime';
import { CACHE } from '../lib/paths';
import { checkContents, checkScan } from './package-checks';
import { runCheck, runJest, sumOf, type Counts } from './parts';
import { useTemporaryFolder } from './temporary';

interface Part {
	title: string;
	run: () => Promise<Counts>;
}

const PARTS: Part[] = [
	{ title: 'Build', run: () => runCheck('npm', ['run', 'build', '--silent']) },
	{ title: 'Lint', run: () => runCheck('npm', ['run', 'lint', '--silent']) },
	{ title: 'Types', run: () => runCheck('npm', ['run', 'typecheck', '--silent']) },
	{ title: 'Tests of all but real n8n', run: () => runJest() },
	{ title: 'What the package ships', run: checkContents },
	{ title: "n8n's package scanner", run: checkScan },
];

async function runAll(lifetime: Lifetime): Promise<number> {
	claim('test', 'npm test', lifetime);
	useTemporaryFolder(join(CACHE, 'tmp'));
	const all: Counts[] = [];
	const failedParts: string[] = [];
	for (const { title, run } of PARTS) {
		console.log(`\n== ${title} ==`);
		const counts = await run();
		all.push(counts);
		if (counts.failed > 0) failedParts.push(title);
		console.log(counts.failed > 0 ? `✗ ${title}` : `✓ ${title}`);
	}
	if (failedParts.length > 0) console.log(`\nFailed: ${failedParts.join('; ')}`);
	const { passed, failed } = sumOf(all);
	console.log(`\n${passed} passed, ${failed} failed`);
	return failedParts.length > 0 ? 1 : 0;
}

export async function main(): Promise<void> {
	await runCommand(runAll);
}
