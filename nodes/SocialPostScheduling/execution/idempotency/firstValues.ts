import type { IContextObject } from 'n8n-workflow';
import { field, textField } from '../../utils/json';
import { recordIn } from '../storage';
import type { Fingerprint } from './fingerprint';

/** Under which name they stand in the context of the execution, which n8n stores with it. */
const STORAGE_NAME = 'socialPostSchedulingFirstValues';

/** As what something has begun that is another thing whenever its expressions are evaluated. */
export interface FirstValues {
	readonly identity: string;
	/** The texts that its expressions gave, where they are wanted again: when it began first, and when it began last. */
	readonly texts?: { readonly first: readonly string[]; readonly last: readonly string[] };
}

/** As what the items have begun whose expressions give something else in each execution, such as the time of now: by their place. */
export class FirstValuesLog {
	/** @param context n8n's context of the execution, which all its nodes share */
	constructor(private readonly context: IContextObject) {}

	/** As what the item at a place has begun; undefined where it has not, or where more of it is another than what changes by itself. */
	of({ changing }: Fingerprint, place: string): FirstValues | undefined {
		const known = changing && field(this.context[STORAGE_NAME], keyOf(changing, place));
		const identity = textField(known, 'identity');
		if (identity === null) return undefined;
		const [first, last] = [field(known, 'first'), field(known, 'last')];
		return { identity, ...(isTexts(first) && isTexts(last) && { texts: { first, last } }) };
	}

	/** Something begins. Gives what must be called where nothing came of it: as what it had begun before, if at all, counts then. */
	add(fingerprint: Fingerprint, place: string): () => void {
		const { identity, changing } = fingerprint;
		if (changing === undefined) return () => {};
		const all = recordIn(this.context, STORAGE_NAME);
		const key = keyOf(changing, place);
		const before = all[key];
		const { texts } = changing;
		all[key] = { identity, ...(texts && { first: this.of(fingerprint, place)?.texts?.first ?? texts, last: texts }) };
		return () => {
			if (before === undefined) delete all[key];
			else all[key] = before;
		};
	}
}

const keyOf = ({ stable }: NonNullable<Fingerprint['changing']>, place: string): string => `${stable} ${place}`;

const isTexts = (values: unknown): values is string[] =>
	Array.isArray(values) && values.every((value) => typeof value === 'string');
