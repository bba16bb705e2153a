import type { IContextObject } from 'n8n-workflow';
import { field, textField } from '../../utils/json';
import { recordIn } from '../storage';
import type { Fingerprint } from './fingerprint';

/** Under which name they stand in the context of the execution, which n8n stores with it. */
const STORAGE_NAME = 'socialPostSchedulingBegunValues';

/** What an item was when it was begun last. */
export interface BegunValues {
	/** That of its fingerprint. */
	readonly identity: string;
	/** What its expressions gave, where it is looked up by that: then its identity is that of these values. */
	readonly values?: readonly string[];
}

/**
 * As what each item was begun last, by its place: of those items only whose expressions give other values whenever they are evaluated. For a
 * post these are its account and texts, as they are.
 */
export class BegunValuesLog {
	/** @param context n8n's context of the execution, which all its nodes share */
	constructor(private readonly context: IContextObject) {}

	/** As what the item at a place was begun; undefined where it was not, or where more of it has changed than what does so by itself. */
	of({ changing }: Fingerprint, place: string): BegunValues | undefined {
		const known = changing && field(this.context[STORAGE_NAME], keyOf(changing, place));
		const identity = textField(known, 'identity');
		if (identity === null) return undefined;
		const values: unknown = field(known, 'values');
		return { identity, ...(isTexts(values) && { values }) };
	}

	/** An item begins. Gives what must be called where nothing came of it: what it was before, if it had begun then, counts again. */
	add({ identity, changing }: Fingerprint, place: string): () => void {
		if (changing === undefined || changing.isFixed === true) return () => {};
		const all = recordIn(this.context, STORAGE_NAME);
		const key = keyOf(changing, place);
		const before = all[key];
		all[key] = { identity, ...(changing.values && { values: changing.values }) };
		return () => {
			if (before === undefined) delete all[key];
			else all[key] = before;
		};
	}
}

const keyOf = ({ stable }: NonNullable<Fingerprint['changing']>, place: string): string => `${stable} ${place}`;

const isTexts = (values: unknown): values is string[] =>
	Array.isArray(values) && values.every((value) => typeof value === 'string');
