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
	/** That of its fingerprint. */
	readonly written?: string;
}

/**
 * As what each item was begun last, by its data and its place: in a retry its expressions may give other values, and a person may have changed
 * them. For a post these are its account and texts, as they are.
 */
export class BegunValuesLog {
	/** @param context n8n's context of the execution, which all its nodes share */
	constructor(private readonly context: IContextObject) {}

	/** As what the item at a place was begun; undefined where it was not. */
	of({ evaluated }: Fingerprint, place: string): BegunValues | undefined {
		for (const key of keysOf([evaluated?.data, joinedBy(evaluated), evaluated?.stable], place)) {
			const known = field(this.context[STORAGE_NAME], key);
			const identity = textField(known, 'identity');
			const values: unknown = field(known, 'values');
			const written = textField(known, 'written');
			if (identity !== null) {
				return { identity, ...(isTexts(values) && { values }), ...(written !== null && { written }) };
			}
		}
		return undefined;
	}

	/** Whether the item at a place was begun with what stays the same of it in a retry. */
	hasStable({ evaluated }: Fingerprint, place: string): boolean {
		return keysOf([evaluated?.stable], place).some((key) => field(this.context[STORAGE_NAME], key) !== undefined);
	}

	/** An item begins. Gives what must be called where nothing came of it: what it was before, if it had begun then, counts again. */
	begin(fingerprint: Fingerprint, place: string): () => void {
		return this.add(fingerprint, keysOf([fingerprint.evaluated?.data, fingerprint.evaluated?.stable], place));
	}

	/** An item gets what an equal one of its run has begun. A person who changes what it is may mean another thing. */
	join(fingerprint: Fingerprint, place: string): void {
		this.add(fingerprint, keysOf([joinedBy(fingerprint.evaluated), fingerprint.evaluated?.stable], place));
	}

	/** An item meets what another run has begun. A loop may do so thousands of times: only what changes by itself is stored each time. */
	meet(fingerprint: Fingerprint, place: string): void {
		this.add(fingerprint, keysOf([fingerprint.evaluated?.stable], place));
	}

	private add({ identity, evaluated }: Fingerprint, keys: readonly string[]): () => void {
		if (keys.length === 0) return () => {};
		const all = recordIn(this.context, STORAGE_NAME);
		const before = keys.map((key) => [key, all[key]] as const);
		const { values, written } = evaluated ?? {};
		for (const key of keys)
			all[key] = { identity, ...(values && { values }), ...(written !== undefined && { written }) };
		return () => {
			for (const [key, known] of before) {
				if (known === undefined) delete all[key];
				else all[key] = known;
			}
		};
	}
}

/** The data of an item, and what a person has written. */
const joinedBy = (evaluated: Fingerprint['evaluated']): string | undefined =>
	evaluated?.data === undefined ? undefined : `${evaluated.data} ${evaluated.written}`;

const keysOf = (parts: ReadonlyArray<string | undefined>, place: string): string[] =>
	parts.filter((part) => part !== undefined).map((part) => `${part} ${place}`);

const isTexts = (values: unknown): values is string[] =>
	Array.isArray(values) && values.every((value) => typeof value === 'string');
