/** What is wrong with a value that a person entered: enough to say it in an error. */
export interface Problem {
	/** The field as the panel shows it, with its place, such as `Thread, tweet 2, media 1`. */
	readonly field: string;
	/** What is wrong, as the end of a sentence whose start is the field. */
	readonly problem: string;
	/** What to do about it, as a sentence. */
	readonly advice: string;
}

/** A value that was checked: either the value in the form the service takes, or what is wrong with it. */
export type Checked<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem };

export const valid = <T>(value: T): Checked<T> => ({ ok: true, value });

export const invalid = (field: string, problem: string, advice: string): Checked<never> => ({
	ok: false,
	problem: { field, problem, advice },
});

/** The values of a list whose members are all valid, or the first problem. */
export function all<T>(checks: ReadonlyArray<Checked<T>>): Checked<T[]> {
	const values: T[] = [];
	for (const check of checks) {
		if (!check.ok) return check;
		values.push(check.value);
	}
	return valid(values);
}
