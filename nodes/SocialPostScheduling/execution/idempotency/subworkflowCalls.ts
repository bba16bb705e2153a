import type { IContextObject } from 'n8n-workflow';
import type { Attempt } from './attempt';
import { AttemptLog } from './attemptLog';
import { isMovedByClock } from './movedTime';
import { StoredAttempts } from './storedAttempts';

/** The retry of one of the calls. */
interface RetryOfCall {
	/** It goes with the retry: it holds all that the calls have begun. */
	readonly log: WeakRef<AttemptLog>;
	/** The ID of the call. */
	readonly firstExecution: string | undefined;
	/** What stands in its log for the attempts of others. */
	readonly copies: WeakMap<Attempt, Attempt>;
}

/**
 * What the calls of a sub-workflow by one execution have begun, and the retries of those calls. The calls share one log. A retry has its
 * own, with what n8n has stored: a person has been asked to look first at what that has left in doubt. Each knows at once what the others
 * begin.
 */
export class SubworkflowCalls {
	/** The log of the calls, with what their retries have begun. */
	readonly attempts: AttemptLog = new AttemptLog({
		begun: (identity, attempt) => this.tellRetries(identity, attempt),
		removed: (attempt) => this.takeBack(attempt),
	});
	/** Those that n8n has in memory. */
	private readonly retries = new Set<RetryOfCall>();

	/**
	 * The log of a retry, with what the others have begun. Of what its call was left in doubt of, that is what the retries of other calls
	 * have done, or are doing.
	 *
	 * @param context what n8n has stored with the call: what that has begun, unless it was stopped
	 * @param execution the ID of the retry
	 * @param retried the ID of the call
	 */
	logOfRetry(context: IContextObject, execution: string, retried: string | undefined): AttemptLog {
		const attempts = new AttemptLog({
			begun: (identity, attempt) => {
				this.attempts.add(identity, attempt);
				this.tellRetries(identity, attempt);
				void this.settleDoubt(identity, attempt);
			},
			removed: (attempt) => this.attempts.remove(attempt),
		});
		const retry: RetryOfCall = { log: new WeakRef(attempts), firstExecution: retried, copies: new WeakMap() };
		const stored = new StoredAttempts(context, execution);
		attempts.addStored(context, execution);
		for (const [identity, begun] of this.attempts.all()) {
			const own = new Set(attempts.of(identity).map(({ details }) => details));
			const isDoubted = attempts.doubtsBefore.of(identity).length > 0;
			const isStored = stored.of(identity).length > 0;
			for (const attempt of begun) {
				if ((isStored && attempt.firstExecution === retried) || own.has(attempt.details)) continue;
				const isKnown = isDoubted ? isOfRetry(attempt) : own.size === 0 || attempt.state !== 'uncertain';
				if (isKnown) addCopy(attempts, retry, identity, attempt);
			}
		}
		this.retries.add(retry);
		return attempts;
	}

	/** The retries of one call know each other by themselves. */
	private tellRetries(identity: string, attempt: Attempt): void {
		for (const [log, retry] of this.inMemory()) {
			if (retry.firstExecution !== attempt.firstExecution) addCopy(log, retry, identity, attempt);
		}
	}

	private takeBack(attempt: Attempt): void {
		for (const [log, { copies }] of this.inMemory()) {
			const copy = copies.get(attempt);
			if (copy !== undefined) log.drop(copy);
		}
	}

	/**
	 * What a retry has done is no longer in doubt for its call: the same, or what was at the place of its item, with a time of which the clock
	 * has made the one that it has now. A call may come again with a time that a person has changed.
	 */
	private async settleDoubt(
		identity: string,
		{ outcome, time, origin, details, firstExecution }: Attempt,
	): Promise<void> {
		if ((await outcome).state !== 'succeeded') return;
		const isMoved = ({ time: earlier, origin: begun }: Attempt) =>
			begun?.place === origin?.place && earlier !== undefined && time !== undefined && isMovedByClock(earlier, time);
		const moved = this.attempts.ofTimeless(time?.timeless ?? '').filter(isMoved);
		const isDoubt = (other: Attempt) =>
			other.state === 'uncertain' && other.firstExecution === firstExecution && other.details === details;
		for (const doubt of [...this.attempts.of(identity), ...moved].filter(isDoubt)) this.attempts.drop(doubt);
	}

	private *inMemory(): Generator<[log: AttemptLog, retry: RetryOfCall]> {
		for (const retry of this.retries) {
			const log = retry.log.deref();
			if (log === undefined) this.retries.delete(retry);
			else yield [log, retry];
		}
	}
}

/** Details that have come to nothing in the retry may be the same thing. */
function addCopy(log: AttemptLog, { copies }: RetryOfCall, identity: string, attempt: Attempt): void {
	const item = begunBy(attempt);
	if (item !== undefined) log.forgetOthers(identity, item, attempt.time?.timeless);
	const copy: Attempt = { ...attempt, isOfOtherCall: true };
	delete copy.takenAt;
	copies.set(attempt, copy);
	log.add(identity, copy);
}

/** The item that has begun an attempt, or stands for it. */
const begunBy = ({ origin, claimant }: Attempt) => origin ?? claimant;

/** Whether a retry has done it, or is doing it. */
const isOfRetry = (attempt: Attempt): boolean => begunBy(attempt)?.isRetried === true && attempt.state !== 'uncertain';
