import type { IContextObject } from 'n8n-workflow';
import { field, textField } from '../../utils/json';
import { recordIn } from '../storage';
import type { Fingerprint } from './fingerprint';

/** Under which name they stand in the context of the execution, which n8n stores with it. */
const STORAGE_NAME = 'socialPostSchedulingBegunValues';

/** What an item was when it was begun last, whose expressions make it another thing whenever they are evaluated. */
export interface BegunValues {
	readonly identity: string;
	/** What its expressions gave, where it is looked up by that. */
	readonly texts?: readonly string[];
}

/** The same of all such items, by their place: those with the time of now in a text, for example. */
export class BegunValuesLog {
	/** @param context n8n's context of the execution, which all its nodes share */
	constructor(private readonly context: IContextObject) {}

	/** What the item at a place was; undefined where it has not begun, or where more of it has changed than what does so by itself. */
	of({ changing }: Fingerprint, place: string): BegunValues | undefined {
		const known = changing && field(this.context[STORAGE_NAME], keyOf(changing, place));
		const identity = textField(known, 'identity');
		if (identity === null) return undefined;
		const texts: unknown = field(known, 'texts');
		return { identity, ...(isTexts(texts) && { texts }) };
	}

	/** An item begins. Gives what must be called where nothing came of it: what it was before, if it had begun then, counts again. */
	add({ identity, changing }: Fingerprint, place: string): () => void {
		if (changing === undefined) return () => {};
		const all = recordIn(this.context, STORAGE_NAME);
		const key = keyOf(changing, place);
		const before = all[key];
		all[key] = { identity, ...(changing.texts && { texts: changing.texts }) };
		return () => {
			if (before === undefined) delete all[key];
			else all[key] = before;
		};
	}
}

const keyOf = ({ stable }: NonNullable<Fingerprint['changing']>, place: string): string => `${stable} ${place}`;

const isTexts = (values: unknown): values is string[] =>
	Array.isArray(values) && values.every((value) => typeof value === 'string');
