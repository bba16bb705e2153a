/** Checks of the tarball that a registry would get. */
import { readdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { name as packageName } from '../../package.json';
import { asObject, asText } from '../lib/json';
import { messageOf, PlainFailure } from '../lib/lifetime';
import { communityPackageFolder, installIntoN8n, packPackage } from '../lib/package';
import { CACHE, ROOT, emptyFolder } from '../lib/paths';
import { countOne, sumOf, type Counts } from './parts';

/** Bytes, a fifth more than there is. A file that does not belong into the tarball is soon larger; the compiled files keep their comments, for who reads them. */
const LARGEST_TARBALL = 290_000;
/** What may stand beside dist/. npm packs these three without being asked. */
const FILES_BESIDE_DIST = ['LICENSE.md', 'README.md', 'package.json'];
/** Kinds of files that n8n loads or shows. */
const SHIPPED_KINDS = /\.(js|json|svg)$/;
const TEST_FILES = /(^|\/)(test|tests|__tests__|fixtures)\/|\.(test|spec)\.|\.tsbuildinfo$/;
/** As n8n's scanner reads a published package: its sources, and what was packed. */
const SCANNED_SOURCES = ['package.json', '{nodes,credentials}/**/*.{js,ts,json}'];
const SCANNED_TARBALL = ['**/*.js', 'package.json'];
const SCANNER: string = '@n8n/scan-community-package/scanner/scanner.mjs';
const UNPACKED = join(CACHE, 'unpacked');

type AnalyzePackage = (folder: string, patterns: string[]) => Promise<unknown>;

/** What is wrong with a tarball of these files and this size; empty when nothing is. */
function faultsOfContents(files: string[], bytes: number): string[] {
	const shipped = files.filter((file) => file.startsWith('dist/'));
	return [
		...files
			.filter((file) => !file.startsWith('dist/') && !FILES_BESIDE_DIST.includes(file))
			.map((file) => `${file} does not belong into the package`),
		...FILES_BESIDE_DIST.filter((file) => !files.includes(file)).map((file) => `${file} is missing`),
		...shipped.filter((file) => TEST_FILES.test(file)).map((file) => `${file} is for tests or builds`),
		...shipped.filter((file) => !SHIPPED_KINDS.test(file)).map((file) => `${file} is nothing that n8n reads`),
		...(shipped.length === 0 ? ['dist/ is empty'] : []),
		...(bytes > LARGEST_TARBALL ? [`the tarball has ${bytes} bytes, more than ${LARGEST_TARBALL}`] : []),
	];
}

/** The tarball holds what ships and nothing else, and is small. */
export async function checkContents(): Promise<Counts> {
	try {
		const { files, bytes } = await packPackage();
		const faults = faultsOfContents(files, bytes);
		console.log(`${files.length} files, ${bytes} bytes`);
		for (const fault of faults) console.error(`  ${fault}`);
		return countOne(faults.length === 0);
	} catch (error) {
		console.error(messageOf(error));
		return countOne(false);
	}
}

/**
 * Fails where npm brought anything along. A second n8n-workflow beside the package would take the place of n8n's own; the
 * newest one cannot even be installed on the Node of an older n8n.
 */
function checkNothingCame(modules: string): void {
	const others = readdirSync(modules).filter((name) => !name.startsWith('.') && name !== packageName);
	if (others.length > 0) throw new PlainFailure(`npm installs more than the package: ${others.join(', ')}`);
}

async function unpack(): Promise<string> {
	const { file } = await packPackage();
	emptyFolder(UNPACKED);
	await installIntoN8n(file, UNPACKED);
	checkNothingCame(dirname(communityPackageFolder(UNPACKED)));
	// The scanner leaves out whatever stands under a folder node_modules.
	const folder = join(UNPACKED, 'package');
	renameSync(communityPackageFolder(UNPACKED), folder);
	return folder;
}

async function scan(analyze: AnalyzePackage, what: string, folder: string, patterns: string[]): Promise<boolean> {
	const result = asObject(await analyze(folder, patterns));
	const passed = result.passed === true && result.message === undefined;
	console.log(`${passed ? '✓' : '✗'} ${what}`);
	if (!passed) console.error(`${asText(result.message)}\n${asText(result.details)}`);
	return passed;
}

/** The lint part of the scanner that n8n runs over published packages, which allows no rule to be switched off. */
export async function checkScan(): Promise<Counts> {
	try {
		const { analyzePackage } = (await import(SCANNER)) as { analyzePackage: AnalyzePackage };
		const sources = await scan(analyzePackage, 'sources', ROOT, SCANNED_SOURCES);
		const tarball = await scan(analyzePackage, 'tarball', await unpack(), SCANNED_TARBALL);
		return sumOf([countOne(sources), countOne(tarball)]);
	} catch (error) {
		console.error(messageOf(error));
		return countOne(false);
	}
}
