import type { IContextObject } from 'n8n-workflow';
import { field, textField } from '../../utils/json';
import { recordIn } from '../storage';
import type { EqualItem } from './attempt';
import type { Fingerprint } from './fingerprint';

/** Under which name they stand in the context of the execution, which n8n stores with it. */
const STORAGE_NAME = 'socialPostSchedulingBegunValues';

/** What an item was when it was begun last. */
export interface BegunValues {
	/** That of its fingerprint. */
	readonly identity: string;
	/** What its expressions gave, where it is looked up by that: then its identity is that of these values. */
	readonly values?: readonly string[];
	/** As in its fingerprint. */
	readonly stable?: string;
	/** The number of the equal item of its run that has begun it, where it has not begun it itself. */
	readonly equalTo?: number;
}

/**
 * As what each item was begun last, by its data and its place: in a retry its expressions may give other values, and a person may have changed
 * them. For a post these are its account and texts, as they are.
 */
export class BegunValuesLog {
	/** @param context n8n's context of the execution, which all its nodes share */
	constructor(private readonly context: IContextObject) {}

	/**
	 * As what the item at a place was begun; undefined where it was not.
	 *
	 * @param isEqual whether it is equal to another item of its run, by the number of that, with what it is now. If not, it was so by mistake, as by
	 * `.first()`, and a person has corrected it
	 */
	of({ inRetry }: Fingerprint, place: string, isEqual: (item: number) => boolean): BegunValues | undefined {
		const ofData = this.at(inRetry?.data, place);
		const isOwn = ofData?.equalTo === undefined || isEqual(ofData.equalTo);
		return (isOwn ? ofData : undefined) ?? this.at(inRetry?.stable, place);
	}

	/**
	 * An item begins. Gives what must be called where nothing came of it: what it was before, if it had begun then, counts again.
	 *
	 * @param equalTo as in {@link BegunValues}
	 */
	begin(fingerprint: Fingerprint, place: string, equalTo?: number): () => void {
		const { data, stable } = fingerprint.inRetry ?? {};
		return this.add(fingerprint, keysOf([data, stable], place), equalTo);
	}

	/**
	 * An item is one with an equal one, of which something came or may have come; also where it is not reached in this execution, unless it has begun
	 * itself.
	 *
	 * @param equalTo as in {@link BegunValues}
	 */
	join({ fingerprint, place }: EqualItem, equalTo: number): void {
		const all = recordIn(this.context, STORAGE_NAME);
		const { data, stable } = fingerprint.inRetry ?? {};
		const free = keysOf([data, stable], place).filter((key) => all[key] === undefined);
		this.add(fingerprint, free, equalTo);
	}

	/** An item meets what another run has begun. A loop may do so thousands of times: only what changes by itself is stored each time. */
	meet(fingerprint: Fingerprint, place: string): void {
		this.add(fingerprint, keysOf([fingerprint.inRetry?.stable], place));
	}

	private add({ identity, inRetry }: Fingerprint, keys: readonly string[], equalTo?: number): () => void {
		if (keys.length === 0) return () => {};
		const all = recordIn(this.context, STORAGE_NAME);
		const before = keys.map((key) => [key, all[key]] as const);
		const { values, stable } = inRetry ?? {};
		const begun: BegunValues = {
			identity,
			...(values && { values }),
			...(stable !== undefined && { stable }),
			...(equalTo !== undefined && { equalTo }),
		};
		for (const key of keys) all[key] = begun;
		return () => {
			for (const [key, known] of before) {
				if (known === undefined) delete all[key];
				else all[key] = known;
			}
		};
	}

	private at(part: string | undefined, place: string): BegunValues | undefined {
		const [known] = keysOf([part], place).map((key) => field(this.context[STORAGE_NAME], key));
		const identity = textField(known, 'identity');
		if (identity === null) return undefined;
		const values: unknown = field(known, 'values');
		const stable = textField(known, 'stable');
		const equalTo: unknown = field(known, 'equalTo');
		return {
			identity,
			...(isTexts(values) && { values }),
			...(stable !== null && { stable }),
			...(typeof equalTo === 'number' && { equalTo }),
		};
	}
}

const keysOf = (parts: ReadonlyArray<string | undefined>, place: string): string[] =>
	parts.filter((part) => part !== undefined).map((part) => `${part} ${place}`);

const isTexts = (values: unknown): values is string[] =>
	Array.isArray(values) && values.every((value) => typeof value === 'string');
