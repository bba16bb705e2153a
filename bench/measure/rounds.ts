/** Measuring rivals side by side: every round runs each of them once, so that noise of the machine hits all alike. */
import { withProgress } from '../../scripts/bootstrap/progress.mjs';

/** What is measured under one name, once per round. */
export type Contest<T> = Readonly<Record<string, () => Promise<T>>>;

/** The values of each rival, in the order of the rounds: A B C, A B C, ... */
export async function runRounds<T>(title: string, rounds: number, contest: Contest<T>): Promise<Map<string, T[]>> {
	const values = new Map<string, T[]>(Object.keys(contest).map((name) => [name, []]));
	await withProgress({ title: `${title} (${rounds} ${rounds === 1 ? 'round' : 'rounds'})` }, async () => {
		for (let round = 0; round < rounds; round++) {
			for (const [name, measure] of Object.entries(contest)) values.get(name)?.push(await measure());
		}
	});
	return values;
}

/** The values of one rival. */
export function valuesOf<T>(values: Map<string, T[]>, name: string): T[] {
	const found = values.get(name);
	if (found === undefined || found.length === 0) throw new Error(`Nothing was measured for "${name}".`);
	return found;
}
