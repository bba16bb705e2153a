import type { RequestInfo } from '../../transport/request';
import type { InvalidInput } from '../../utils/result';
import { type Attempt, type Origin, runOfAttempt } from './attempt';
import { doubtOf } from './doubt';
import { warningsOfChange } from './earlierTimes';
import { type Again, earlierAttempts, type IdentifiedItem } from './identifiedItem';
import { invalidInput, type ItemResult } from '../itemResult';
import { judge } from './lookUp';
import { runOf } from './place';
import type { Item, Once } from '../operation';
import type { StoredResult } from './storedResult';

/**
 * What the item gets that has begun before: the result of that, or why it is refused or in doubt. Undefined where nothing has begun, or
 * nothing came of it, so that the item may begin.
 *
 * @param seen gets the attempts that were looked at
 * @param again does the item once more, in a further try
 */
export async function resultOfEarlier<T>(
	request: RequestInfo,
	identified: IdentifiedItem<T>,
	item: Item,
	seen: Set<Attempt>,
	again: Again<T>,
): Promise<ItemResult | undefined> {
	const { once, store, fingerprint, origin, values } = identified;
	const { reuse } = once;
	const otherwise: StoredResult[] = [];
	for (const attempt of earlierAttempts(identified, seen)) {
		let outcome = await attempt.outcome;
		let warnings: readonly string[] | undefined;
		if (outcome.state === 'uncertain') {
			const { doubt, isFresh } = doubtOf(request, item, outcome);
			const verdict = await judge(identified, item, doubt, isFresh, again);
			if (!verdict.isDone) {
				store.storeMet(fingerprint, attempt, outcome, origin);
				return verdict.failure;
			}
			store.settleDoubt(fingerprint.identity, attempt, verdict.result);
			({ warnings } = verdict);
			outcome = { state: 'succeeded', result: verdict.result };
		}
		if (outcome.state !== 'succeeded' || reuse === undefined) continue;
		const { result } = outcome;
		store.storeMet(fingerprint, attempt, outcome, origin);
		if (attempt.details !== fingerprint.details) {
			otherwise.push(result);
			continue;
		}
		const problem = reuse.refuse?.(item, result, values);
		if (problem !== undefined) return invalidInput(request, problem);
		const said = warningsOfEarlier(identified, attempt);
		// What n8n had stored is this item from now on, and not others of its run.
		attempt.origin ??= origin;
		return { ok: true, output: reuse.restore(values, result), warnings: [...(warnings ?? []), ...said] };
	}
	const conflict = reuse && conflictWith(otherwise, reuse, item, values);
	return conflict && invalidInput(request, conflict);
}

/** What is to be said of an item that gets the result of another one of its run, of an earlier run, or of something with an earlier time. */
function warningsOfEarlier<T>(identified: IdentifiedItem<T>, attempt: Attempt): readonly string[] {
	const { once, origin, values, changed } = identified;
	const { reuse } = once;
	// Undefined where n8n had stored it.
	const { origin: earlier } = attempt;
	const isOfRun = earlier?.run === origin.run;
	if (isOfRun && earlier.item !== origin.item && reuse?.warningIfEqual !== undefined) {
		return reuse.warningIfEqual(earlier.item, values, changed);
	}
	const ofChange = warningsOfChange(identified);
	return isOfRun || isGoneOnWith(attempt, origin) || ofChange.length > 0
		? ofChange
		: (reuse?.warningIfBefore?.(values) ?? []);
}

/** Whether a retry of the execution comes to what the same run of the node has done in it: to go on is what it is for. */
function isGoneOnWith(attempt: Attempt, { isRetried, place }: Origin): boolean {
	const run = runOfAttempt(attempt);
	return isRetried && (run === undefined || run === runOf(place));
}

/** Why an item is refused that was done before with other details: for those, or, where nothing is left of them, for what became of it. */
function conflictWith<T>(
	otherwise: readonly StoredResult[],
	{ refuse, conflict }: NonNullable<Once<T>['reuse']>,
	item: Item,
	values: T,
): InvalidInput | undefined {
	const problems = otherwise.map((result) => refuse?.(item, result, values));
	if (problems.length === 0) return undefined;
	return problems.includes(undefined) ? conflict?.(item) : problems[0];
}
