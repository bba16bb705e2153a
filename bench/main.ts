/**
 * `npm run bench`: what an upload costs and how long it takes in real n8n, beside curl, the stock nodes and the ways of
 * other packages. Prints a table and writes results.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withProgress } from '../scripts/bootstrap/progress.mjs';
import { claim } from '../scripts/lib/claim';
import { messageOf, PlainFailure, runCommand, type Lifetime } from '../scripts/lib/lifetime';
import { ensureN8nInstalled } from '../scripts/lib/n8n-install';
import { buildPackage, installIntoN8n, packPackage } from '../scripts/lib/package';
import { ROOT } from '../scripts/lib/paths';
import { makeFolders } from './files';
import { curlVersion } from './measure/curl';
import { describeMachine } from './measure/machine';
import { requireMemoryReading } from './measure/memory';
import { N8n } from './n8n';
import { replaceSection, toLines, toMarkdown } from './report/markdown';
import type { Section } from './report/row';
import { installRivals } from './rivals/install';
import { measureDailyJob } from './rows/dailyJob';
import { measureMemory } from './rows/memory';
import { measurePosts } from './rows/posts';
import { measureSimultaneous } from './rows/simultaneous';
import { measureTransfer } from './rows/transfer';
import { startLeanService } from './service/lean';
import type { Setting } from './setting';

const RESULTS = join(ROOT, 'bench', 'results.md');

type Measurement = (setting: Setting) => Promise<Section>;

/** The sections by the names under which they can be asked for alone, in the order of the table. */
const SECTIONS: Readonly<Record<string, Measurement>> = {
	transfer: measureTransfer,
	simultaneous: measureSimultaneous,
	posts: measurePosts,
	dailyJob: measureDailyJob,
	memory: measureMemory,
};
const NAMES = Object.keys(SECTIONS);

const USAGE = `npm run bench                    measure everything, print the table, write bench/results.md
npm run bench -- --quick         fewer rounds and no file of 500 MiB; prints the table, leaves results.md alone
npm run bench -- --only posts    one section: ${NAMES.join(', ')};
                                 writes it in its place in results.md`;

interface Options {
	readonly quick: boolean;
	/** The one section that is wanted, if not all. */
	readonly only: string | undefined;
}

/** Reads the arguments; undefined when only the usage was asked for. */
function readArguments(args: string[]): Options | undefined {
	try {
		const options = {
			quick: { type: 'boolean', default: false },
			only: { type: 'string' },
			help: { type: 'boolean', default: false },
		} as const;
		const { values } = parseArgs({ args, options });
		const { quick, only } = values;
		if (only !== undefined && !NAMES.includes(only)) throw new Error(`There is no section "${only}".`);
		return values.help ? undefined : { quick, only };
	} catch (error) {
		throw new PlainFailure(`${messageOf(error)}\n\n${USAGE}`);
	}
}

async function measure(setting: Setting, only: string | undefined): Promise<Section[]> {
	const sections: Section[] = [];
	for (const [name, section] of Object.entries(SECTIONS)) {
		if (only === undefined || only === name) sections.push(await section(setting));
	}
	return sections;
}

async function open(lifetime: Lifetime, quick: boolean): Promise<Setting> {
	const folders = makeFolders(lifetime);
	const lean = await startLeanService(lifetime);
	const n8n = await N8n.open(lifetime, folders, lean, async (userFolder) => {
		await withProgress(
			{ title: 'Building and packing the package, and installing it and its rivals into n8n' },
			async () => {
				await buildPackage();
				await installIntoN8n((await packPackage()).file, userFolder);
				installRivals(userFolder);
			},
		);
	});
	const stock = { baseUrl: lean.baseUrl, key: n8n.credentials.header };
	return { n8n, lean, folders, stock, quick };
}

async function bench(args: string[], lifetime: Lifetime): Promise<number> {
	const options = readArguments(args);
	if (!options) {
		console.log(USAGE);
		return 0;
	}
	const { quick, only } = options;
	requireMemoryReading();
	const curl = await curlVersion();
	claim('bench', 'npm run bench', lifetime);
	await ensureN8nInstalled();
	const setting = await open(lifetime, quick);
	const date = new Date().toISOString().slice(0, 10);
	const facts = [
		`Date: ${date}`,
		...describeMachine(curl),
		setting.folders.inMemory
			? "The files and n8n's copies of them are in memory (/dev/shm), so that no disk is measured"
			: "The files and n8n's copies of them are on disk: its load shows in the figures",
		...(quick ? ['Quick run: fewer rounds, and nothing was measured with 500 MiB'] : []),
	];
	const sections = await measure(setting, only);
	console.log(`\n${facts.join('\n')}\n${toLines(sections).join('\n')}`);
	if (!quick) {
		const [first] = sections;
		const anew = only !== undefined && first !== undefined;
		writeFileSync(
			RESULTS,
			anew ? replaceSection(readFileSync(RESULTS, 'utf8'), first, date) : toMarkdown(facts, sections),
		);
		console.log('\nWritten to bench/results.md.');
	}
	return 0;
}

export async function main(args: string[]): Promise<void> {
	await runCommand((lifetime) => bench(args, lifetime));
}
