import type { Entry, Page } from '../transport/page';

/** A page as the service is asked for it: pages count from 1, and have `limit` entries each. */
export interface PageArguments {
	readonly page: number;
	readonly limit: number;
}

/** How many entries come before a page. */
const offsetOf = ({ page, limit }: PageArguments): number => (page - 1) * limit;

/** How many pages in a row may bring nothing new: enough to begin 1,000 entries further back and to come to the end again. */
const MAX_MISSES = 12;

/**
 * How often a list is read from its beginning at most where fewer entries came than it counts: the order of equal ones may change from
 * page to page, or it counts what it does not show.
 */
const MAX_READINGS = 4;

/** How many times further back the next page begins where one does not begin with what was read: 1, 10, 100, then 1,000 entries. */
const STEP_BACK_FACTOR = 10;

/** One reading of a list, from its beginning. */
interface Reading {
	/** The ids that came. */
	readonly seen: Set<string>;
	/** How many entries stand before what is still to be read. */
	end: number;
	/** How many pages in a row brought nothing new. */
	misses: number;
	/** How many entries that were read the next page begins with. */
	overlap: number;
	unreadable: number;
	/** How many came again that were not asked for again: where the order changes, one comes again for each that is passed over. */
	repeats: number;
	/** The lowest count of entries that came: of those added meanwhile, some stand before what is still to be read. */
	total: number;
}

const newReading = (): Reading => ({
	seen: new Set(),
	end: 0,
	misses: 0,
	overlap: 1,
	unreadable: 0,
	repeats: 0,
	total: Number.POSITIVE_INFINITY,
});

/**
 * The pages of a list, one after the other. The service counts pages from the beginning of the list, so entries that come or go
 * meanwhile move the rest to other pages. So each page begins with an entry that was read before: what is still to be read comes after
 * it, wherever it is by now. Where a page begins with another one, entries may have been passed over: it is left aside, and the next one
 * begins further back.
 */
export class PageSequence<E extends Entry> {
	/** The page to ask for. */
	next: PageArguments;
	/** Whether all was read. */
	isOver = false;
	/** How many entries the list has, as the last page says; null where it does not. */
	total: number | null = null;
	/** Whether some entries are null. */
	hasUnreadable = false;
	private readonly found = new Map<string, E>();
	private reading = newReading();
	private readings = 1;
	private isConfirmed = false;
	/** How many entries were known after the reading before. */
	private foundBefore = -1;
	/** How many entries every page has at the service, whatever it is asked for; null where it does as it is asked. */
	private fixedSize: number | null = null;

	/**
	 * @param maxSize how many entries a page has at most
	 * @param firstSize how many the first one has
	 */
	constructor(
		private maxSize: number,
		firstSize: number,
	) {
		this.next = { page: 1, limit: firstSize };
	}

	/** How many entries were read so far. */
	get size(): number {
		return this.found.size;
	}

	/** What was read so far, each entry once. */
	get entries(): E[] {
		return [...this.found.values()];
	}

	/** Whether pages bring nothing new any more, although there is more. */
	get isLost(): boolean {
		return this.reading.misses >= MAX_MISSES;
	}

	/** Takes what came for {@link next}. */
	take(page: Page<E>): void {
		if (page.size > this.next.limit) this.fixedSize = page.size;
		if (page.entries.length < page.size) this.hasUnreadable = true;
		this.total = page.total;
		this.reading.total = Math.min(this.reading.total, page.total ?? 0);
		const before = this.reading.seen.size;
		const isLinked = this.follows(page);
		if (isLinked) this.add(page);
		const bringsNew = this.reading.seen.size > before;
		if (isLinked && this.isLast(page, bringsNew)) return this.finishReading();
		this.reading.misses = bringsNew ? 0 : this.reading.misses + 1;
		this.reading.overlap = isLinked ? 1 : this.reading.overlap * STEP_BACK_FACTOR;
		this.next = this.pageAfter(Math.min(this.reading.end, page.total ?? this.reading.end));
	}

	/**
	 * The end of the list has come. Where it counts more entries, the end is asked for once more; where others came again, all of it is
	 * read again, as long as that brings new ones.
	 */
	private finishReading(): void {
		const isComplete = this.found.size + this.reading.unreadable >= this.reading.total;
		const isHopeless = this.readings === MAX_READINGS || this.found.size === this.foundBefore;
		this.isOver = isComplete || isHopeless || (this.isConfirmed && this.reading.repeats === 0);
		this.isConfirmed = true;
		if (!this.isOver && this.reading.repeats > 0) return this.readAgain();
		this.next = this.pageAfter(this.reading.end);
	}

	private readAgain(): void {
		this.readings += 1;
		this.foundBefore = this.found.size;
		this.reading = newReading();
		this.next = this.pageAfter(0);
	}

	/** Whether nothing may have been passed over between what was read and a page. */
	private follows({ entries: [first] }: Page<E>): boolean {
		const offset = offsetOf(this.next);
		if (offset === 0 || offset === this.reading.end) return true;
		return first !== undefined && this.reading.seen.has(first.id);
	}

	private add({ entries, size }: Page<E>): void {
		const asked = Math.max(0, this.reading.end - offsetOf(this.next));
		this.reading.repeats += Math.max(0, entries.filter(({ id }) => this.reading.seen.has(id)).length - asked);
		for (const entry of entries) {
			this.reading.seen.add(entry.id);
			if (!this.found.has(entry.id)) this.found.set(entry.id, entry);
		}
		this.reading.unreadable += size - entries.length;
		const offset = offsetOf(this.next);
		this.reading.end = offset + size;
		// A service may have shorter pages than it is asked for; the first one shows it.
		if (offset === 0 && size > 0 && size < this.next.limit) this.maxSize = size;
	}

	private isLast({ total, size }: Page<E>, bringsNew: boolean): boolean {
		const isShort = size < this.next.limit;
		if (total === null) return isShort;
		// A full page with nothing new may come from a service that does not know pages.
		if (this.reading.end >= total) return isShort || bringsNew;
		// The total may count more than there is.
		return isShort && !bringsNew;
	}

	/**
	 * The page that reaches furthest among those that begin with an entry that was read. Where all pages are too small for that, they follow
	 * one another.
	 */
	private pageAfter(end: number): PageArguments {
		if (this.fixedSize !== null) return { page: Math.floor(end / this.fixedSize) + 1, limit: this.fixedSize };
		const page = furthest(Math.max(0, end - this.reading.overlap), this.maxSize);
		return this.reading.overlap === 1 && page.page * page.limit <= end ? furthest(end, this.maxSize) : page;
	}
}

/** The page that reaches furthest among those with the entry at `index`. */
function furthest(index: number, maxSize: number): PageArguments {
	let best: PageArguments = { page: index + 1, limit: 1 };
	for (let limit = 2; limit <= maxSize; limit++) {
		const page = Math.floor(index / limit) + 1;
		if (page * limit >= best.page * best.limit) best = { page, limit };
	}
	return best;
}
