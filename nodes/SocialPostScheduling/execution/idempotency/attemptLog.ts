import type { IContextObject } from 'n8n-workflow';
import { getOrCreate } from '../../utils/getOrCreate';
import { field, textField } from '../../utils/json';
import type { Attempt, AttemptTime, Origin } from './attempt';
import { runOf } from './place';
import { isDoubtOfEarlierExecution, itemOf, restore, storedPlaceOf, timeOf } from './storedAttempt';
import { StoredAttempts } from './storedAttempts';

/** The details of an identity that have begun, with where they did so last. */
interface Begun {
	/** Those that are things of their own, because items of one run have begun them beside each other. */
	readonly distinct: Map<string, Origin | undefined>;
	readonly others: Map<string, Origin | undefined>;
}

/** Something that the execution that this one is a retry of has left in doubt. */
export interface Doubt {
	readonly details: string;
	readonly time: AttemptTime | undefined;
	/** Null where it is not known. */
	readonly place: string | null;
}

/** What was begun, in the memory of this process, by its identity. */
export class AttemptLog {
	private readonly byIdentity = new Map<string, Attempt[]>();
	/** The identities that differ only in their time. */
	private readonly byTimeless = new Map<string, Set<string>>();
	/** Of things that differ only in their time, the details that each run has begun, and the item that did so last. */
	private readonly begunInRun = new Map<string, Map<object | string, Map<string, number | null>>>();
	/** The runs that have begun them; undefined for what n8n had stored. */
	private readonly runs = new Map<string, Set<object | undefined>>();
	private readonly read = new WeakSet<IContextObject>();
	private readonly begun = new Map<string, Begun>();
	private readonly identities = new WeakMap<Attempt, string>();
	/** What the execution that this one is a retry of has left in doubt, by identity: once for each place where it was. */
	private readonly doubtedBefore = new Map<string, readonly Doubt[]>();
	/** The identities of these that differ only in their time. */
	private readonly doubtedByTimeless = new Map<string, Set<string>>();

	/** What the execution that this one is a retry of has left in doubt of it. */
	doubtsOf(identity: string): readonly Doubt[] {
		return this.doubtedBefore.get(identity) ?? [];
	}

	/** It is in doubt no longer. */
	forgetDoubt(identity: string): void {
		this.doubtedBefore.delete(identity);
	}

	/** Something was left in doubt there. */
	addDoubt(identity: string, doubt: Doubt): void {
		const { time } = doubt;
		this.doubtedBefore.set(identity, [...this.doubtsOf(identity), doubt]);
		if (time !== undefined) getOrCreate(this.doubtedByTimeless, time.timeless, () => new Set<string>()).add(identity);
	}

	/** What was left in doubt there, and differs only in its time. */
	doubtsOfTimeless(timeless: string): Doubt[] {
		return [...(this.doubtedByTimeless.get(timeless) ?? [])].flatMap((identity) => this.doubtsOf(identity));
	}

	hasBegun(identity: string, details: string): boolean {
		const { distinct, others } = this.begunOf(identity);
		return distinct.has(details) || others.has(details);
	}

	/** Whether it has begun, but for other items of a run: also where nothing came of it. */
	hasBegunBut(identity: string, { run, equalItems }: Pick<Origin, 'run' | 'equalItems'>): boolean {
		const { distinct, others } = this.begunOf(identity);
		return [...distinct.values(), ...others.values()].some(
			(origin) => origin?.run !== run || equalItems.has(origin.item),
		);
	}

	/** Whether another item of a run has begun these details. */
	isBegunByOther(identity: string, details: string, { run, item }: Pick<Origin, 'run' | 'item'>): boolean {
		const { distinct, others } = this.begunOf(identity);
		const origin = distinct.get(details) ?? others.get(details);
		return origin?.run === run && origin.item !== item;
	}

	/** Whether details are a thing of their own. */
	isDistinct(identity: string, details: string): boolean {
		return this.begunOf(identity).distinct.has(details);
	}

	/**
	 * An item begins: details that stood alone in another run, and came to nothing there, are forgotten. They may be the same thing.
	 *
	 * @param timeless what the item is but for its time, where an expression gives that
	 * @returns those that are forgotten
	 */
	forgetOthers(identity: string, { run, item }: Origin, timeless: string | undefined): ReadonlySet<string> {
		const { others } = this.begunOf(identity);
		const isAttempted = (details: string) => this.of(identity).some((attempt) => attempt.details === details);
		const hasStoodAlone = (details: string, origin: Origin | undefined) =>
			timeless === undefined || origin === undefined || !this.hasOther(timeless, origin.run, details, origin.item);
		const forgotten = [...others]
			.filter(([details, origin]) => !(origin?.run === run && origin.item !== item) && !isAttempted(details))
			.filter(([details, origin]) => hasStoodAlone(details, origin))
			.map(([details]) => details);
		for (const details of forgotten) others.delete(details);
		return new Set(forgotten);
	}

	/** These details have come to nothing, and are no thing of their own. */
	forgetDetails(identity: string, details: string): void {
		const { distinct, others } = this.begunOf(identity);
		distinct.delete(details);
		others.delete(details);
	}

	private begunOf(identity: string): Begun {
		return getOrCreate(this.begun, identity, () => ({ distinct: new Map(), others: new Map() }));
	}

	of(identity: string): readonly Attempt[] {
		return this.byIdentity.get(identity) ?? [];
	}

	all(): Array<[identity: string, attempts: readonly Attempt[]]> {
		return [...this.byIdentity].map(([identity, attempts]) => [identity, [...attempts]]);
	}

	/** All that differ only in their time. */
	ofTimeless(timeless: string): readonly Attempt[] {
		return [...(this.byTimeless.get(timeless) ?? [])].flatMap((identity) => this.of(identity));
	}

	/** Whether a run alone has begun what differs only in its time, if anything has. */
	isOfRun(timeless: string, run: object): boolean {
		const runs = this.runs.get(timeless);
		return runs === undefined || (runs.size === 1 && runs.has(run));
	}

	add(identity: string, attempt: Attempt): void {
		if (attempt.time !== undefined) {
			getOrCreate(this.byTimeless, attempt.time.timeless, () => new Set<string>()).add(identity);
			getOrCreate(this.runs, attempt.time.timeless, () => new Set<object | undefined>()).add(attempt.origin?.run);
			this.addInRun(attempt.time.timeless, attempt.storedRun ?? attempt.origin?.run, attempt);
		}
		this.identities.set(attempt, identity);
		getOrCreate(this.byIdentity, identity, (): Attempt[] => []).push(attempt);
		this.addDetails(identity, attempt.details, attempt.origin, false);
	}

	/** Whether an attempt is a thing of its own, so that an item with other details is none of it. */
	isAlone(attempt: Attempt): boolean {
		return this.hasSibling(attempt) || this.isDistinct(this.identities.get(attempt) ?? '', attempt.details);
	}

	/** Whether another item of its run has begun the same but for its time, with other details: then they are things of their own. */
	hasSibling({ time, storedRun, origin, details, item }: Omit<Attempt, 'outcome'>): boolean {
		const run = storedRun ?? origin?.run;
		return time !== undefined && run !== undefined && this.hasOther(time.timeless, run, details, item);
	}

	private hasOther(timeless: string, run: object | string, details: string, item: number | null): boolean {
		const isOther = ([other, of]: [string, number | null]) => other !== details && of !== item;
		return isAny(this.begunBy(timeless, run), isOther);
	}

	/** Of things that differ only in their time, the details that a run has begun, with the item that did so last. */
	begunBy(timeless: string, run: object | string): ReadonlyMap<string, number | null> {
		return this.begunInRun.get(timeless)?.get(run) ?? new Map<string, number | null>();
	}

	private addInRun(
		timeless: string,
		run: object | string | undefined,
		{ details, item }: Pick<Attempt, 'details' | 'item'>,
	): void {
		if (run === undefined) return;
		const runs = getOrCreate(this.begunInRun, timeless, () => new Map<object | string, Map<string, number | null>>());
		getOrCreate(runs, run, () => new Map<string, number | null>()).set(details, item);
	}

	private addDetails(identity: string, details: string, origin: Origin | undefined, isDistinct: boolean): void {
		const { distinct, others } = this.begunOf(identity);
		const isSibling = ([other, of]: [string, Origin | undefined]) =>
			other !== details && of !== undefined && of.run === origin?.run && of.item !== origin.item;
		const siblings = [...others].filter(isSibling);
		for (const [other, of] of siblings) {
			others.delete(other);
			distinct.set(other, of);
		}
		if (isDistinct || distinct.has(details) || siblings.length > 0 || isAny(distinct, isSibling)) {
			others.delete(details);
			distinct.set(details, origin);
		} else {
			others.set(details, origin);
		}
	}

	remove(identity: string, attempt: Attempt): void {
		const others = this.of(identity).filter((other) => other !== attempt);
		if (others.length > 0) this.byIdentity.set(identity, others);
		else this.byIdentity.delete(identity);
	}

	/** Adds what n8n has stored with an execution, once. */
	addStored(context: IContextObject, execution: string): void {
		if (this.read.has(context)) return;
		this.read.add(context);
		for (const [identity, stored] of new StoredAttempts(context, execution).all()) {
			for (const attempt of stored) {
				const details = textField(attempt, 'details');
				const time = timeOf(attempt);
				if (details !== null && time?.place != null) {
					this.addInRun(time.timeless, runOf(time.place), { details, item: itemOf(attempt) });
				}
				const known = restore(attempt, execution);
				if (known !== undefined) this.add(identity, known);
				if (isDoubtOfEarlierExecution(attempt, execution))
					this.addDoubt(identity, { details: details ?? '', time, place: storedPlaceOf(attempt) });
				if (details !== null) this.addDetails(identity, details, undefined, field(attempt, 'distinct') === true);
			}
		}
	}
}

/** Whether a condition holds for an entry of a map. It ends at the first one: in a run of thousands of items, that is soon. */
function isAny<K, V>(map: ReadonlyMap<K, V>, holds: (entry: [K, V]) => boolean): boolean {
	for (const entry of map) if (holds(entry)) return true;
	return false;
}
