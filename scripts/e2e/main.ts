/** `npm run e2e`: the packed package in real n8n, against the sandbox, one part after the other. */
import { parseArgs } from 'node:util';
import { duration } from '../bootstrap/progress.mjs';
import { claim } from '../lib/claim';
import { messageOf, type Lifetime, PlainFailure, runCommand } from '../lib/lifetime';
import { sumOf } from '../test/parts';
import type { Part, PartResult } from './part';
import { editor } from './parts/editor';
import { examples, repeats } from './parts/examples';
import { modes } from './parts/modes';
import { queue } from './parts/queue';
import { soak } from './parts/soak';
import { trigger } from './parts/trigger';
import { versions } from './parts/versions';

/** In the order in which they run. */
const PARTS: Part[] = [examples, repeats, trigger, editor, modes, queue, versions, soak];
const USAGE = `npm run e2e                        run every part
npm run e2e -- examples            run the parts that are named
npm run e2e -- examples -t form    and of their tests those whose name holds "form"

The parts:
${PARTS.map(({ name, title }) => `  ${name.padEnd(10)} ${title}`).join('\n')}`;

interface Options {
	parts: Part[];
	jestArgs: string[];
}

/** Reads the arguments; undefined when only the usage was asked for. */
function readArguments(args: string[]): Options | undefined {
	try {
		const options = { t: { type: 'string', short: 't' }, help: { type: 'boolean', default: false } } as const;
		const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
		if (values.help) return undefined;
		const unknown = positionals.filter((name) => !PARTS.some((part) => part.name === name));
		if (unknown.length > 0) throw new Error(`There is no part "${unknown.join('", "')}".`);
		const parts = positionals.length > 0 ? PARTS.filter(({ name }) => positionals.includes(name)) : PARTS;
		return { parts, jestArgs: values.t === undefined ? [] : ['-t', values.t] };
	} catch (error) {
		throw new PlainFailure(`${messageOf(error)}\n\n${USAGE}`);
	}
}

interface Line {
	part: Part;
	result: PartResult;
	milliseconds: number;
}

/** A part that breaks down fails as one, and the next parts run all the same. */
async function runPart(part: Part, jestArgs: string[], lifetime: Lifetime): Promise<Line> {
	console.log(`\n== ${part.title} ==`);
	const since = Date.now();
	let result: PartResult;
	try {
		result = await lifetime.apart((own) => {
			claim(`e2e-${part.name}`, `npm run e2e -- ${part.name}`, own);
			return part.run({ lifetime: own, jestArgs });
		});
	} catch (error) {
		console.error(`\n${error instanceof Error && !(error instanceof PlainFailure) ? error.stack : messageOf(error)}`);
		result = { passed: 0, failed: 1 };
	}
	return { part, result, milliseconds: Date.now() - since };
}

/** A part of which nothing ran, and that does not say why, has failed. */
function hasFailed({ passed, failed, left = [] }: PartResult): boolean {
	return failed > 0 || (passed === 0 && left.length === 0);
}

function tell(lines: Line[]): void {
	console.log('\n== All parts ==');
	for (const { part, result, milliseconds } of lines) {
		const mark = hasFailed(result) ? '✗' : result.left?.length ? '!' : '✓';
		const counts = `${result.passed} passed, ${result.failed} failed`;
		console.log(`${mark} ${part.name.padEnd(10)} ${counts}, ${duration(milliseconds)}`);
		for (const what of result.left ?? []) console.log(`    not run: ${what}`);
	}
	const { passed, failed } = sumOf(lines.map(({ result }) => result));
	console.log(`\n${passed} passed, ${failed} failed`);
}

async function runAll(args: string[], lifetime: Lifetime): Promise<number> {
	const options = readArguments(args);
	if (!options) {
		console.log(USAGE);
		return 0;
	}
	const lines: Line[] = [];
	for (const part of options.parts) lines.push(await runPart(part, options.jestArgs, lifetime));
	tell(lines);
	return lines.some(({ result }) => hasFailed(result)) ? 1 : 0;
}

/** @param args names of parts, and `-t` with a part of the names of tests */
export async function main(args: string[]): Promise<void> {
	await runCommand((lifetime) => runAll(args, lifetime));
}
