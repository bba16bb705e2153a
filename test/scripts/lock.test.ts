/** Locks between processes. */
import { join } from 'node:path';
import { programFile, ROOT, startNode, temporaryFolder, type Program } from './support/program';

/** Processes that come at the same moment. */
const MANY = 5;
/** Milliseconds in which all of them have started. */
const STARTED_MS = 1000;

const folder = temporaryFolder();

function take(name: string, at = 0): Program {
	return startNode([join(ROOT, programFile('take-lock.mjs')), folder, name, String(at)]);
}

async function takeAtOnce(name: string): Promise<{ winners: Program[]; says: string[] }> {
	const at = Date.now() + STARTED_MS;
	const programs = Array.from({ length: MANY }, () => take(name, at));
	const says = await Promise.all(programs.map((program) => program.says(/(got it|taken by \d+).*;/)));
	return { winners: programs.filter((_, place) => says[place] === 'got it'), says };
}

test('of those that come at the same moment one gets it, and the others hear which', async () => {
	const { winners, says } = await takeAtOnce('many');
	expect(winners).toHaveLength(1);
	const others = says.filter((text) => text !== 'got it');
	expect(new Set(others)).toEqual(new Set([`taken by ${winners[0]?.pid}`]));
});

test('who comes later hears the word that was left', async () => {
	const first = take('word');
	await first.says(/got it/);
	const { output } = await take('word').ended;
	expect(output).toContain(`taken by ${first.pid}: word of ${first.pid};`);
});

test('a process that is killed leaves its lock to one other', async () => {
	const first = take('killed');
	await first.says(/got it/);
	first.kill('SIGKILL');
	await first.ended;
	expect((await takeAtOnce('killed')).winners).toHaveLength(1);
});
