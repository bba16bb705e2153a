/** Puts packages that exist for the benchmark alone beside ours into n8n's folder for community packages. */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';
import { asObject } from '../../scripts/lib/json';
import { communityPackageFolder } from '../../scripts/lib/package';
import { ROOT } from '../../scripts/lib/paths';

const SOURCES = join(ROOT, 'bench', 'rivals', 'nodes');

/** Package of the nodes in `nodes/`. */
export const RIVALS = 'n8n-nodes-bench-rivals';

function compiled(source: string): string {
	const compilerOptions = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022 };
	return transpileModule(source, { compilerOptions }).outputText;
}

/** Compiles the rivals' nodes into a community package. */
export function installRivals(userFolder: string): void {
	const folder = join(dirname(communityPackageFolder(userFolder)), RIVALS);
	const nodes = readdirSync(SOURCES).map((name) => ({ name, target: `dist/${name.replace(/\.ts$/, '.js')}` }));
	mkdirSync(join(folder, 'dist'), { recursive: true });
	for (const { name, target } of nodes) {
		writeFileSync(join(folder, target), compiled(readFileSync(join(SOURCES, name), 'utf8')));
	}
	const n8n = { n8nNodesApiVersion: 1, nodes: nodes.map(({ target }) => target) };
	writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: RIVALS, version: '1.0.0', n8n }));
}

/** A change of the compiled code: in this file, this text by that one. */
export interface Patch {
	/** Path under `dist/nodes/SocialPostScheduling/`. */
	readonly file: string;
	readonly from: RegExp;
	readonly to: string;
}

/** Installs a copy of our installed package under another name, with some of its code changed. */
export function installVariant(userFolder: string, name: string, patches: readonly Patch[]): void {
	const ours = communityPackageFolder(userFolder);
	const folder = join(dirname(ours), name);
	cpSync(ours, folder, { recursive: true });
	const manifestFile = join(folder, 'package.json');
	const manifest = asObject(JSON.parse(readFileSync(manifestFile, 'utf8')));
	// The credential type stays the one of our package: n8n knows a type once.
	const n8n = { ...asObject(manifest.n8n), credentials: [] };
	writeFileSync(manifestFile, JSON.stringify({ ...manifest, name, n8n }));
	for (const { file, from, to } of patches) {
		const path = join(folder, 'dist', 'nodes', 'SocialPostScheduling', file);
		const code = readFileSync(path, 'utf8');
		if (!from.test(code)) throw new Error(`${file} of the built package holds nothing like ${from.source}.`);
		writeFileSync(path, code.replace(from, to));
	}
}
