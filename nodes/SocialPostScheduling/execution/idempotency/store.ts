import type { IContextObject } from 'n8n-workflow';
import {
	type Attempt,
	changeOutcome,
	knownPlaceOf,
	type Origin,
	type Outcome,
	outcomeSoFar,
	runOfAttempt,
} from './attempt';
import type { StoredResult } from './storedResult';
import type { AttemptLog } from './attemptLog';
import type { Fingerprint } from './fingerprint';
import { BegunValuesLog } from './begunValues';
import { KnownAttempts } from './knownAttempts';
import { OtherRetries } from './otherRetries';
import { runOf } from './place';
import type { RetriedAttempt, RetryLog } from './retryLog';
import { isDoubtOf, type StoredAttempt } from './storedAttempt';
import { StoredAttempts } from './storedAttempts';
import { StoredOperations } from './storedOperations';

/**
 * What the nodes of this package have begun in one execution, from the moment it began, by what it is. n8n stores it with the
 * execution, so it also holds when the execution goes on after a pause, on another worker, or is retried.
 */
export class IdempotencyStore {
	/** What is known of all that has begun. */
	readonly known: KnownAttempts;
	/** As what items were begun last, which may come as something else in a retry. */
	readonly begunValues: BegunValuesLog;
	/** What its operations have begun and done. */
	readonly operations: StoredOperations;
	/** What the other retries of the same execution have begun, where this is one of them. */
	readonly otherRetries: OtherRetries;
	private readonly stored: StoredAttempts;

	/**
	 * @param attempts what is known already, also of other executions that share it
	 * @param context n8n's context of the execution, which all its nodes share, or an empty object where n8n has none
	 * @param execution the id of the execution
	 * @param retries what the retries of the same execution have begun, where this is one of them
	 * @param firstExecution the ID of that execution
	 * @param firstBegunAt when that came to a node of this package first, in milliseconds since 1970; undefined where that is not known
	 */
	constructor(
		private readonly attempts: AttemptLog,
		context: IContextObject,
		private readonly execution: string,
		retries?: RetryLog,
		private readonly firstExecution = execution,
		readonly firstBegunAt?: number,
	) {
		this.known = new KnownAttempts(attempts);
		this.begunValues = new BegunValuesLog(context);
		this.stored = new StoredAttempts(context, execution);
		this.operations = new StoredOperations(this.stored, execution);
		this.otherRetries = new OtherRetries(retries, execution);
		attempts.addStored(context, execution);
	}

	/**
	 * What the execution that this one is a retry of has left in doubt was not done, as a look at the service has shown. That its items
	 * have begun beside each other stays known.
	 */
	settleAbsent({ identity }: Fingerprint): void {
		this.attempts.doubtsBefore.forget(identity);
		this.stored.settleEarlierDoubts(identity);
	}

	/**
	 * What that one has left in doubt was done, as a look has shown, with the details that it had there. That it has come with others since
	 * is forgotten: they have not begun beside each other.
	 */
	settleDone(fingerprint: Fingerprint, origin: Origin, result: StoredResult): void {
		const { identity } = fingerprint;
		this.attempts.details.forget(identity, fingerprint.details);
		this.stored.removeRepeatable(identity, fingerprint.details);
		const takenAt = Date.now();
		for (const { details, time } of this.attempts.doubtsBefore.of(identity)) {
			const known = { state: 'succeeded', result } as const;
			const timed = time && { time };
			this.attempts.begin(identity, {
				firstExecution: this.firstExecution,
				firstBegunAt: this.firstBegunAt,
				origin: undefined,
				item: null,
				claimant: origin,
				takenAt,
				details,
				outcome: Promise.resolve(known),
				...timed,
			});
			this.store(identity, { details, execution: this.execution, ...known, ...timed, takenAt });
		}
		this.attempts.doubtsBefore.forget(identity);
		this.stored.removeEarlierDoubts(identity);
	}

	/** Whether it is a doubt of the execution that this one is a retry of: that one has asked the person to look first. */
	isOfRetried({ identity }: Fingerprint, { execution }: RetriedAttempt): boolean {
		return this.stored.of(identity).some((stored) => isDoubtOf(stored, execution));
	}

	/** What another retry has left in doubt is not for this one to ask for again. */
	leave({ takenBy }: RetriedAttempt): void {
		takenBy.add(this.execution);
	}

	/** What another retry has begun is this item from now on. Gives what settles its outcome here. */
	take(fingerprint: Fingerprint, origin: Origin, { attempt, takenBy }: RetriedAttempt): (outcome: Outcome) => void {
		takenBy.add(this.execution);
		return this.remember(fingerprint, origin, Date.now(), attempt).end;
	}

	/** What another retry has left in doubt is known here as what an earlier execution has left so. */
	takeDoubt({ identity, details }: Fingerprint, { attempt: { time }, execution, takenBy }: RetriedAttempt): void {
		takenBy.add(this.execution);
		this.attempts.doubtsBefore.add(identity, { details, time, place: time?.place ?? null });
		this.store(identity, { details, execution, state: 'uncertain', result: {}, ...(time && { time }) });
	}

	/** Remembers that something begins. Must be called before it does. Gives what settles its outcome. */
	begin(fingerprint: Fingerprint, origin: Origin, now = Date.now()): (outcome: Outcome) => void {
		const { attempt, end } = this.remember(fingerprint, origin, now);
		const removeFromRetries = this.otherRetries.add(fingerprint, origin, attempt);
		return (outcome) => {
			if (outcome.state === 'repeatable') removeFromRetries();
			end(outcome);
		};
	}

	private remember(fingerprint: Fingerprint, origin: Origin, now: number, takenFrom?: Attempt) {
		const { identity, details, timed } = fingerprint;
		let resolve: (outcome: Outcome) => void = () => {};
		const begun = takenFrom?.time ?? (timed && { ...timed, readAt: origin.readAt, begunAt: now });
		const time = begun && { ...begun, place: origin.place };
		const settled = new Promise<Outcome>((settle) => (resolve = settle));
		const attempt: Attempt = {
			origin,
			item: origin.item,
			details,
			firstExecution: this.firstExecution,
			firstBegunAt: this.firstBegunAt,
			outcome: settled,
			...(takenFrom && { takenFrom, takenAt: now }),
			...(time && { time }),
		};
		const forgotten = this.attempts.forgetOthers(identity, origin, timed?.timeless);
		this.attempts.begin(identity, attempt);
		const stored: StoredAttempt = {
			details,
			execution: this.execution,
			state: 'started',
			result: {},
			...(time === undefined ? { place: origin.place } : { time }),
			...(takenFrom && { takenAt: now }),
		};
		this.store(identity, stored, forgotten);
		const forgetValues = this.begunValues.begin(fingerprint, origin.place);
		const end = (outcome: Outcome) => {
			if (outcome.state === 'repeatable') {
				forgetValues();
				this.forget(identity, attempt, stored);
			} else {
				for (const [item, equal] of origin.equalItems) {
					if (item !== origin.item) this.begunValues.join(equal, origin.item);
				}
				stored.state = outcome.state;
				if (outcome.state === 'succeeded') stored.result = outcome.result;
			}
			attempt.state = outcome.state;
			resolve(outcome);
		};
		return { attempt, end };
	}

	/**
	 * What was done has been changed in the service since, as by a deletion: its result is another one from now on.
	 *
	 * @param by the account in which it was changed, by its key or its credential: another one may have another thing with the same ID
	 * @param isChanged whether it is what a result tells of
	 */
	async amend(
		by: Pick<Origin, 'account' | 'credential'>,
		isChanged: (result: StoredResult) => boolean,
		amended: (result: StoredResult) => StoredResult,
	): Promise<void> {
		for (const [identity, attempts] of this.attempts.all()) {
			const ofAccount = attempts.filter(
				({ origin }) => origin === undefined || origin.account === by.account || origin.credential === by.credential,
			);
			for (const attempt of ofAccount) {
				const known = await outcomeSoFar(attempt);
				if (known?.state !== 'succeeded' || !isChanged(known.result)) continue;
				changeOutcome(attempt, { state: 'succeeded', result: amended(known.result) });
				this.stored.amend(identity, isChanged, amended);
			}
		}
	}

	/** What was in doubt is done, as a look at the service has shown. */
	settleDoubt(identity: string, attempt: Attempt, result: StoredResult): void {
		changeOutcome(attempt, { state: 'succeeded', result });
		noteMet(attempt);
		// Behind a pause, only what is stored tells where this execution has begun it.
		const place =
			this.placeOf(attempt) ?? (attempt.isOfThis ? this.stored.placeOfDoubt(identity, attempt.details) : null);
		this.stored.removeUnsettled(identity, attempt.details);
		this.storeAt(place, identity, attempt, { state: 'succeeded', result });
	}

	/**
	 * Stores what came of an attempt that an item has met, once for each place: another execution may have begun it, with which this one
	 * shares its memory, or another place, and this one may be retried alone and from here. An attempt with other details may be another
	 * item's: it keeps its own place. What has come to nothing with the item's own details, or was left in doubt, may be what another call
	 * has done with others.
	 *
	 * @param origin the item that has met it
	 */
	storeMet(fingerprint: Fingerprint, attempt: Attempt, outcome: Outcome, origin: Origin): void {
		const { identity, details } = fingerprint;
		const { state } = outcome;
		if (state === 'repeatable') return;
		if (state === 'succeeded') noteMet(attempt);
		const isOfRun = runOfAttempt(attempt) === runOf(origin.place);
		const here = attempt.details === details ? origin.place : undefined;
		const isOfEqual = here !== undefined && isOfRun && attempt.item !== origin.item;
		if (
			this.isElsewhere(attempt) &&
			attempt.details !== details &&
			!this.attempts.details.isDistinct(identity, details)
		)
			this.stored.removeNotDone(identity, details);
		const isLacking = this.stored.lacks(identity, attempt, state, here);
		if (here !== undefined) {
			const equalTo = isOfEqual ? (attempt.item ?? undefined) : undefined;
			if (isOfRun || isLacking) this.begunValues.begin(fingerprint, here, equalTo);
			else this.begunValues.meet(fingerprint, here);
		}
		if (!isLacking) return;
		const item = isOfEqual ? attempt.item : null;
		const result = state === 'succeeded' ? outcome.result : {};
		this.storeAt(here ?? this.placeOf(attempt), identity, attempt, { state, result, ...(item !== null && { item }) });
	}

	/** Where an attempt was; null where that is not known, or was in another execution, whose places have other items. */
	private placeOf(attempt: Attempt): string | null {
		return this.isElsewhere(attempt) ? null : knownPlaceOf(attempt);
	}

	/** Whether another execution has begun an attempt that is no retry of the same one. */
	private isElsewhere({ firstExecution = this.firstExecution }: Attempt): boolean {
		return firstExecution !== this.firstExecution;
	}

	private storeAt(
		place: string | null,
		identity: string,
		{ details, time, takenAt }: Pick<Attempt, 'details' | 'time' | 'takenAt'>,
		known: Pick<StoredAttempt, 'state' | 'result' | 'item'>,
	): void {
		const where = time === undefined ? place !== null && { place } : { time: { ...time, place } };
		const taken = takenAt !== undefined && { takenAt };
		this.store(identity, { details, execution: this.execution, ...known, ...where, ...taken });
	}

	private store(identity: string, attempt: StoredAttempt, forgotten: ReadonlySet<string> = new Set()): void {
		this.stored.add(identity, attempt, forgotten, (details) => this.attempts.details.isDistinct(identity, details));
	}

	/** It may be done again. That these details are a thing of their own stays known. */
	private forget(identity: string, attempt: Attempt, stored: StoredAttempt): void {
		this.attempts.remove(attempt);
		stored.state = 'repeatable';
		this.stored.removeOtherRepeatable(identity, stored);
	}
}

/** From the moment when an item comes to what another execution has begun, this one may repeat it at once. */
function noteMet(attempt: Attempt): void {
	const { origin, isOfThis, isOfOtherCall } = attempt;
	if (isOfOtherCall === true || (origin === undefined && isOfThis !== true)) attempt.takenAt ??= Date.now();
}
