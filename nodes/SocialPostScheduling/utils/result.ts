/** What came of something that can fail: a value, or why there is none. */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

export const ok = <T>(value: T): Result<T, never> => ({ ok: true, value });

export const err = <const E>(error: E): Result<never, E> => ({ ok: false, error });

/** What is wrong with a value that a person entered: enough to say it in an error. */
export interface InvalidInput {
	/** The field as the panel shows it, with its place, such as `Thread, tweet 2, media 1`. */
	readonly field: string;
	/** What is wrong, as the end of a sentence whose start is the field. */
	readonly problem: string;
	/** What to do about it, as a sentence. */
	readonly advice: string;
	/** Set where it is wrong with what came into the node: a retry gets the same. */
	readonly isOfInput?: true;
	/** Set where it is wrong with the node, whatever its items are: to leave one out is of no use. */
	readonly isOfNode?: true;
}

/** The same in words. */
export const sayProblem = ({ field, problem, advice }: InvalidInput): string => `${field} ${problem}. ${advice}`;

export const invalid = (field: string, problem: string, advice: string): Result<never, InvalidInput> =>
	err({ field, problem, advice });

/** The values of a list whose members are all valid, or the first problem. */
export function combine<T>(checks: ReadonlyArray<Result<T, InvalidInput>>): Result<T[], InvalidInput> {
	const values: T[] = [];
	for (const check of checks) {
		if (!check.ok) return check;
		values.push(check.value);
	}
	return ok(values);
}
