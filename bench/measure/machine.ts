/** What the figures were measured on. */
import { cpus, totalmem } from 'node:os';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asObject, asText } from '../../scripts/lib/json';
import { E2E, ROOT } from '../../scripts/lib/paths';
import { MIB } from '../../scripts/lib/video';

const MIB_PER_GIB = 1024;

function versionIn(...path: string[]): string {
	return asText(asObject(JSON.parse(readFileSync(join(...path, 'package.json'), 'utf8'))).version, 'unknown');
}

/** One line about the machine, one about the versions. */
export function describeMachine(curl: string): string[] {
	const cores = cpus();
	const gib = Math.round(totalmem() / MIB / MIB_PER_GIB);
	const n8n = versionIn(E2E, 'node_modules', 'n8n');
	const node = versionIn(E2E, 'node_modules', 'node');
	return [
		`Machine: ${process.platform} ${process.arch}, ${cores.length} cores (${cores[0]?.model.trim() ?? 'unknown'}), ${gib} GiB of memory`,
		`Versions: package ${versionIn(ROOT)}, n8n ${n8n} on Node ${node}, ${curl}; receiver and benchmark on Node ${process.versions.node}`,
	];
}
