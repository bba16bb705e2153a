import type { IContextObject } from 'n8n-workflow';
import { getOrCreate } from '../../utils/getOrCreate';
import { isAny } from '../../utils/isAny';
import { field, textField } from '../../utils/json';
import type { Attempt, AttemptTime, Origin } from './attempt';
import { BegunDetails } from './begunDetails';
import { DoubtsBefore } from './doubtsBefore';
import { runOf } from './place';
import { isDoubtOfEarlierExecution, itemOf, restore, storedPlaceOf, timeOf } from './storedAttempt';
import { StoredAttempts } from './storedAttempts';

/** What was begun and differs only in its time. */
class SameButForTime {
	readonly identities = new Set<string>();
	/** The runs that have begun it; undefined for what n8n had stored. */
	readonly runs = new Set<object | undefined>();
	/** The details that each run has begun, and the item that did so last. */
	readonly detailsInRun = new Map<object | string, Map<string, number | null>>();
}

/** Whoever else must know at once what begins. */
export interface AttemptListener {
	/** Something begins, or has turned out to be done. */
	begun(identity: string, attempt: Attempt): void;
	/** Nothing came of it. */
	removed(attempt: Attempt): void;
}

/** What was begun, in the memory of this process, by its identity. */
export class AttemptLog {
	/** With which details it was begun, also where nothing came of it. */
	readonly details = new BegunDetails();
	readonly doubtsBefore = new DoubtsBefore();
	private readonly byIdentity = new Map<string, Attempt[]>();
	private readonly byTimeless = new Map<string, SameButForTime>();
	private readonly read = new WeakSet<IContextObject>();
	private readonly identities = new WeakMap<Attempt, string>();
	/** The times that n8n has stored, also where nothing came of them, by what had them and its place. */
	private readonly storedTimes = new Map<string, AttemptTime[]>();

	/** @param listener is told of what begins here; not of what is added */
	constructor(private readonly listener?: AttemptListener) {}

	of(identity: string): readonly Attempt[] {
		return this.byIdentity.get(identity) ?? [];
	}

	all(): Array<[identity: string, attempts: readonly Attempt[]]> {
		return [...this.byIdentity].map(([identity, attempts]) => [identity, [...attempts]]);
	}

	/** All that differ only in their time. */
	ofTimeless(timeless: string): readonly Attempt[] {
		return [...(this.byTimeless.get(timeless)?.identities ?? [])].flatMap((identity) => this.of(identity));
	}

	/** Whether a run alone has begun what differs only in its time. */
	isOfRun(timeless: string, run: object): boolean {
		const runs = this.byTimeless.get(timeless)?.runs;
		return runs?.size === 1 && runs.has(run);
	}

	add(identity: string, attempt: Attempt): void {
		if (attempt.time !== undefined) {
			const same = this.sameButForTime(attempt.time.timeless);
			same.identities.add(identity);
			same.runs.add(attempt.origin?.run);
			this.addInRun(attempt.time.timeless, attempt.storedRun ?? attempt.origin?.run, attempt);
		}
		this.identities.set(attempt, identity);
		getOrCreate(this.byIdentity, identity, (): Attempt[] => []).push(attempt);
		this.details.add(identity, attempt.details, attempt.origin);
	}

	/** Adds what begins here, or has turned out to be done. */
	begin(identity: string, attempt: Attempt): void {
		this.add(identity, attempt);
		this.listener?.begun(identity, attempt);
	}

	/** Whether an attempt is a thing of its own, so that an item with other details is none of it. */
	isAlone(attempt: Attempt): boolean {
		return this.hasSibling(attempt) || this.details.isDistinct(this.identities.get(attempt) ?? '', attempt.details);
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
		return this.byTimeless.get(timeless)?.detailsInRun.get(run) ?? new Map<string, number | null>();
	}

	private addInRun(
		timeless: string,
		run: object | string | undefined,
		{ details, item }: Pick<Attempt, 'details' | 'item'>,
	): void {
		if (run === undefined) return;
		const { detailsInRun } = this.sameButForTime(timeless);
		getOrCreate(detailsInRun, run, () => new Map<string, number | null>()).set(details, item);
	}

	private sameButForTime(timeless: string): SameButForTime {
		return getOrCreate(this.byTimeless, timeless, () => new SameButForTime());
	}

	/** Nothing came of what has begun here. */
	remove(attempt: Attempt): void {
		this.listener?.removed(attempt);
		this.drop(attempt);
	}

	/** Takes it out of this log alone. */
	drop(attempt: Attempt): void {
		const identity = this.identities.get(attempt) ?? '';
		const others = this.of(identity).filter((other) => other !== attempt);
		if (others.length > 0) this.byIdentity.set(identity, others);
		else this.byIdentity.delete(identity);
	}

	/**
	 * An item begins: details that stood alone in another run, and came to nothing there, are forgotten. They may be the same thing.
	 *
	 * @param timeless what the item is but for its time, where an expression gives that
	 * @returns those that are forgotten
	 */
	forgetOthers(
		identity: string,
		origin: Pick<Origin, 'run' | 'item'>,
		timeless: string | undefined,
	): ReadonlySet<string> {
		const isAttempted = (details: string) => this.of(identity).some((attempt) => attempt.details === details);
		const hasStoodAlone = (details: string, begun: Origin | undefined) =>
			timeless === undefined || begun === undefined || !this.hasOther(timeless, begun.run, details, begun.item);
		return this.details.forgetOthers(
			identity,
			origin,
			(details, begun) => !isAttempted(details) && hasStoodAlone(details, begun),
		);
	}

	/** The times with which the item at a place began in the execution that this one is a retry of, and differs only in its time. */
	timesAt(timeless: string, place: string): readonly AttemptTime[] {
		return this.storedTimes.get(`${timeless} ${place}`) ?? [];
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
					getOrCreate(this.storedTimes, `${time.timeless} ${time.place}`, (): AttemptTime[] => []).push(time);
				}
				const known = restore(attempt, execution);
				if (known !== undefined) this.add(identity, known);
				if (isDoubtOfEarlierExecution(attempt, execution))
					this.doubtsBefore.add(identity, { details: details ?? '', time, place: storedPlaceOf(attempt) });
				if (details !== null) this.details.add(identity, details, undefined, field(attempt, 'distinct') === true);
			}
		}
	}
}
