import type { IContextObject } from 'n8n-workflow';
import { getOrCreate } from '../../utils/getOrCreate';
import { isAny } from '../../utils/isAny';
import { field, textField } from '../../utils/json';
import type { Attempt, Origin } from './attempt';
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

/** What was begun, in the memory of this process, by its identity. */
export class AttemptLog {
	/** With which details it was begun, also where nothing came of it. */
	readonly details = new BegunDetails();
	readonly doubtsBefore = new DoubtsBefore();
	private readonly byIdentity = new Map<string, Attempt[]>();
	private readonly byTimeless = new Map<string, SameButForTime>();
	private readonly read = new WeakSet<IContextObject>();
	private readonly identities = new WeakMap<Attempt, string>();
	/** What the calls of a sub-workflow have begun, where this is the retry of one of them. */
	private calls: AttemptLog | undefined;
	/** Those of the retries of the calls, where this one is of the calls: each gets what the others begin. */
	private readonly retries = new Set<AttemptLog>();
	/** What stands here for the attempts of other calls. */
	private readonly copies = new WeakMap<Attempt, Attempt>();
	/** The ID of the call that is retried. */
	private firstExecution: string | undefined;

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

	/** Adds what begins here, or has turned out to be done: further calls of the sub-workflow, and the retries of other ones, know it as well. */
	begin(identity: string, attempt: Attempt): void {
		this.add(identity, attempt);
		this.calls?.add(identity, attempt);
		// The retries of one call know each other by themselves.
		for (const retry of this.calls?.retries ?? []) {
			if (retry.firstExecution !== this.firstExecution) retry.addOfOtherCall(identity, attempt);
		}
	}

	/** Details that have come to nothing in this call may be the same thing. */
	private addOfOtherCall(identity: string, attempt: Attempt): void {
		const { origin, time } = attempt;
		if (origin !== undefined) this.forgetOthers(identity, origin, time?.timeless);
		const copy: Attempt = { ...attempt, isOfOtherCall: true };
		this.copies.set(attempt, copy);
		this.add(identity, copy);
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

	remove(identity: string, attempt: Attempt): void {
		this.calls?.remove(identity, attempt);
		for (const retry of this.retries) {
			const copy = retry.copies.get(attempt);
			if (copy !== undefined) retry.drop(identity, copy);
		}
		this.drop(identity, attempt);
	}

	private drop(identity: string, attempt: Attempt): void {
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
	forgetOthers(identity: string, origin: Origin, timeless: string | undefined): ReadonlySet<string> {
		const isAttempted = (details: string) => this.of(identity).some((attempt) => attempt.details === details);
		const hasStoodAlone = (details: string, begun: Origin | undefined) =>
			timeless === undefined || begun === undefined || !this.hasOther(timeless, begun.run, details, begun.item);
		return this.details.forgetOthers(
			identity,
			origin,
			(details, begun) => !isAttempted(details) && hasStoodAlone(details, begun),
		);
	}

	/**
	 * Adds what the other calls of a sub-workflow have begun, and their retries, in the retry of one of them. Of what that one was left in doubt
	 * of, it is what those retries have done, or are doing.
	 *
	 * @param calls what was begun in all of them
	 * @param retried the ID of the call that is retried: n8n has stored with it what it has begun, unless it was stopped
	 */
	addCalls(calls: AttemptLog, context: IContextObject, execution: string, retried: string | undefined): void {
		this.calls = calls;
		this.firstExecution = retried;
		calls.retries.add(this);
		const stored = new StoredAttempts(context, execution);
		this.addStored(context, execution);
		for (const [identity, attempts] of calls.all()) {
			if (this.of(identity).length > 0) continue;
			const isDoubted = this.doubtsBefore.of(identity).length > 0;
			const isStored = stored.of(identity).length > 0;
			for (const attempt of attempts) {
				const isOwn = isStored && attempt.firstExecution === retried;
				if (!isOwn && (!isDoubted || isOfRetry(attempt))) this.addOfOtherCall(identity, attempt);
			}
		}
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
					this.doubtsBefore.add(identity, { details: details ?? '', time, place: storedPlaceOf(attempt) });
				if (details !== null) this.details.add(identity, details, undefined, field(attempt, 'distinct') === true);
			}
		}
	}
}

/** Whether a retry has done it, or is doing it. */
const isOfRetry = ({ origin, claimant, state }: Attempt): boolean =>
	(origin ?? claimant)?.isRetried === true && state !== 'uncertain';
