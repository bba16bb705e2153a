import { field, integerField, isRecord, textField } from '../../utils/json';
import type { Attempt, AttemptTime, Outcome } from './attempt';
import { itemAt, runOf } from './place';
import type { StoredResult } from './storedResult';

/** The same as n8n stores it with the execution: small, and without any text of the user. */
export interface StoredAttempt {
	readonly details: string;
	readonly execution: string;
	/** `repeatable` keeps only that these details are a thing of their own. */
	state: 'started' | 'succeeded' | 'uncertain' | 'repeatable';
	result: StoredResult;
	readonly time?: AttemptTime;
	/** Where it began, if it has no time that says so. */
	readonly place?: string;
	/** The item that began it, where the one at its place is equal to that. */
	readonly item?: number;
	/** When the execution came to it first, where another one has begun it. Milliseconds since 1970. */
	readonly takenAt?: number;
	/** Set where another item of the same run has begun the same with other details: they are distinct in every run. */
	distinct?: boolean;
}

/**
 * An attempt of an earlier part of the execution, or of the execution that this one is a retry of. What succeeded there stays as
 * it is; what was in doubt there is retried by a person, whom the error had asked to look first.
 */
export function restore(stored: unknown, execution: string): Attempt | undefined {
	const details = textField(stored, 'details');
	const state = textField(stored, 'state');
	if (details === null || state === null) return undefined;
	// Of the execution that this one is a retry of, only what succeeded counts.
	const isOfThis = textField(stored, 'execution') === execution;
	if (state !== 'succeeded' && (state === 'repeatable' || !isOfThis)) return undefined;
	const outcome: Outcome =
		state === 'succeeded' ? { state, result: textsOf(field(stored, 'result')) } : { state: 'uncertain' };
	return {
		origin: undefined,
		item: itemOf(stored),
		details,
		outcome: Promise.resolve(outcome),
		...restorePlace(stored, isOfThis),
		...(isOfThis && { isOfThis, ...restoreTakenAt(stored) }),
	};
}

/** Whether an attempt is of an execution, and in doubt. */
export const isDoubtOf = (stored: unknown, execution: string): boolean =>
	isInDoubt(stored) && textField(stored, 'execution') === execution;

/** Whether an attempt is of the execution that this one is a retry of, and in doubt. */
export const isDoubtOfEarlierExecution = (stored: unknown, execution: string): boolean =>
	isInDoubt(stored) && textField(stored, 'execution') !== execution;

const isInDoubt = (stored: unknown): boolean => ['started', 'uncertain'].includes(textField(stored, 'state') ?? '');

/** @param isOfThis whether it is of this execution: an item of it is at its place once, and only a retry comes there again */
function restorePlace(stored: unknown, isOfThis: boolean): Pick<Attempt, 'time' | 'storedRun' | 'storedPlace'> {
	const time = timeOf(stored);
	const place = storedPlaceOf(stored);
	const storedRun = place !== null && { storedRun: runOf(place) };
	if (time !== undefined) return { time: { ...time, place: isOfThis ? null : place }, ...storedRun };
	return { ...storedRun, ...(place !== null && !isOfThis && { storedPlace: place }) };
}

function restoreTakenAt(stored: unknown): Pick<Attempt, 'takenAt'> {
	const takenAt = integerField(stored, 'takenAt');
	return takenAt === null ? {} : { takenAt };
}

/** The time of a stored attempt, if it has one. */
export function timeOf(stored: unknown): AttemptTime | undefined {
	const time = field(stored, 'time');
	const timeless = textField(time, 'timeless');
	const at = textField(time, 'at');
	const begunAt = integerField(time, 'begunAt');
	const readAt = integerField(time, 'readAt');
	return timeless === null || at === null || begunAt === null || readAt === null
		? undefined
		: {
				timeless,
				at,
				...(field(time, 'isFixed') === true && { isFixed: true }),
				readAt,
				begunAt,
				place: textField(time, 'place'),
			};
}

/** The place of a stored attempt; null where it is not known. */
export const storedPlaceOf = (stored: unknown): string | null => timeOf(stored)?.place ?? textField(stored, 'place');

/** The item that began a stored attempt, where its place is known. */
export function itemOf(stored: unknown): number | null {
	const place = storedPlaceOf(stored);
	return integerField(stored, 'item') ?? (place === null ? null : itemAt(place));
}

/** What is stored of a result, without what is no text. */
export function textsOf(result: unknown): StoredResult {
	const texts: Record<string, string> = {};
	for (const [name, value] of Object.entries(isRecord(result) ? result : {})) {
		if (typeof value === 'string') texts[name] = value;
	}
	return texts;
}
