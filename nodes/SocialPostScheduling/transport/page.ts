import { field, inField, integerField, listOf, type Reader } from '../utils/json';
import { ok } from '../utils/result';

/** An entry of a list. Its id tells it from the others. */
export interface Entry {
	readonly id: string;
}

/** One page of a list. */
export interface Page<E extends Entry> {
	/** How many entries the whole list has at the moment, where the service says so. */
	readonly total: number | null;
	readonly entries: readonly E[];
	/** How many entries the page has at the service, those among them that are null here. */
	readonly size: number;
}

/** Reads a page, as all paged lists of the service have it: `{ total objects { ... } }` (public reference, section 5). */
export const readPage =
	<E extends Entry>(read: Reader<E>): Reader<Page<E>> =>
	(value) => {
		const entries = inField('objects', listOf(read))(value);
		if (!entries.ok) return entries;
		const objects = field(value, 'objects');
		const size = Array.isArray(objects) ? objects.length : 0;
		return ok({ total: integerField(value, 'total'), entries: entries.value, size });
	};
