/** Puts packages that exist for the benchmark alone beside ours into n8n's folder for community packages. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';
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
