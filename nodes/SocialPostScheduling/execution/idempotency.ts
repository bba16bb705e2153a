import { createHash } from 'crypto';
import type { IContextObject } from 'n8n-workflow';
import { field, isRecord, textField } from '../utils/json';
import type { Attempt, Origin, Outcome, StoredResult } from './attempt';
import type { AttemptLog } from './attemptLog';
import { STORAGE_NAME, type StoredAttempt } from './storedAttempt';

/** What makes two items the same one, for what must not happen twice in an execution. */
export interface IdempotencyKey {
	/** The same for the same thing, whatever try, run or tool call it comes by. */
	readonly identity: unknown;
	/** Where several items of one run have the same identity, those with other details are other things. */
	readonly details: unknown;
}

/** What is to be done about an item that may be the same as one that has begun. */
export type Decision = { readonly type: 'begin' } | { readonly type: 'wait'; readonly outcome: Promise<Outcome> };

/**
 * What a node has begun in one execution, from the moment it began, by what it is. n8n stores it with the execution, so it
 * also holds when the execution goes on after a pause, on another worker, or is retried.
 */
export class IdempotencyStore {
	/**
	 * @param attempts what is known already, also of other executions that share it
	 * @param context the node's context of the execution, or an empty object where n8n has none
	 * @param execution the id of the execution
	 */
	constructor(
		private readonly attempts: AttemptLog,
		private readonly context: IContextObject,
		private readonly execution: string,
	) {
		attempts.addStored(context, execution);
	}

	/** Whether nothing at all has begun. */
	isEmpty(): boolean {
		return this.attempts.isEmpty();
	}

	/**
	 * Whether something may begin. Where the same thing has begun already, its outcome must be waited for and looked at first.
	 *
	 * @param repeatable whether it may happen again after it has succeeded
	 * @param seen outcomes that have been looked at, and stand in the way no longer
	 */
	decide(key: IdempotencyKey, origin: Origin, repeatable: boolean, seen: ReadonlySet<Promise<Outcome>>): Decision {
		const details = digest(key.details);
		const hasBegun = this.attempts.hasBegun(digest(key.identity), details);
		const earlier = this.attempts.of(digest(key.identity)).find((attempt) => {
			if (seen.has(attempt.outcome)) return false;
			// What has begun beside it once is another thing, in every run.
			if (attempt.details !== details && hasBegun) return false;
			if (attempt.origin !== undefined && attempt.origin.account !== origin.account) return false;
			const isOtherItem = attempt.origin?.run === origin.run && attempt.origin.item !== origin.item;
			return !isOtherItem || (!repeatable && attempt.details === details);
		});
		return earlier === undefined ? { type: 'begin' } : { type: 'wait', outcome: earlier.outcome };
	}

	/** Whether an outcome that was waited for has the same details as an item, not only the same identity. */
	isSame(key: IdempotencyKey, outcome: Promise<Outcome>): boolean {
		const details = digest(key.details);
		return this.attempts
			.of(digest(key.identity))
			.some((attempt) => attempt.outcome === outcome && attempt.details === details);
	}

	/** Remembers that something begins. Must be called before it does. Gives what tells its outcome. */
	begin(key: IdempotencyKey, origin: Origin): (outcome: Outcome) => void {
		const identity = digest(key.identity);
		let tell: (outcome: Outcome) => void = () => {};
		const outcome = new Promise<Outcome>((resolve) => (tell = resolve));
		const attempt: Attempt = { origin, details: digest(key.details), outcome };
		const forgotten = this.attempts.forgetOthers(identity, origin);
		this.attempts.add(identity, attempt);
		const stored: StoredAttempt = { details: attempt.details, execution: this.execution, state: 'started', result: {} };
		this.store(identity, stored, forgotten);
		return (result) => {
			if (result.state === 'repeatable') {
				this.forget(identity, attempt, stored);
			} else {
				stored.state = result.state;
				if (result.state === 'succeeded') stored.result = result.result;
			}
			tell(result);
		};
	}

	/**
	 * A success that another execution has begun, with which this one shares its memory, is stored with this one as well: when it is
	 * retried, it is alone.
	 *
	 * @param outcome the one that was waited for
	 */
	storeSuccess(key: IdempotencyKey, outcome: Promise<Outcome>, result: StoredResult): void {
		const identity = digest(key.identity);
		const details = this.attempts.of(identity).find((attempt) => attempt.outcome === outcome)?.details;
		if (details === undefined) return;
		const isStored = (other: unknown) => field(other, 'details') === details && field(other, 'state') === 'succeeded';
		if (this.storedOf(identity).some(isStored)) return;
		this.store(identity, { details, execution: this.execution, state: 'succeeded', result }, new Set());
	}

	/** An item gets a success that n8n had stored: it is that item from now on, and not others of its run. */
	takeOver(key: IdempotencyKey, outcome: Promise<Outcome>, origin: Origin): void {
		const known = this.attempts.of(digest(key.identity)).find((attempt) => attempt.outcome === outcome);
		if (known !== undefined) known.origin ??= origin;
	}

	private storedOf(identity: string): unknown[] {
		const known: unknown = field(this.context[STORAGE_NAME], identity);
		return Array.isArray(known) ? known : [];
	}

	private store(identity: string, attempt: StoredAttempt, forgotten: ReadonlySet<string>): void {
		const all: unknown = this.context[STORAGE_NAME];
		const stored = isRecord(all) ? all : (this.context[STORAGE_NAME] = {});
		const others = this.storedOf(identity).filter((other) => !forgotten.has(textField(other, 'details') ?? ''));
		const distinct = this.attempts.distinct(identity);
		for (const each of [...others, attempt]) {
			if (isRecord(each) && distinct.has(textField(each, 'details') ?? '')) each.distinct = true;
		}
		Object.assign(stored, { [identity]: [...others, attempt] });
	}

	/** It may be done again. That these details are a thing of their own stays known. */
	private forget(identity: string, attempt: Attempt, stored: StoredAttempt): void {
		this.attempts.remove(identity, attempt);
		stored.state = 'repeatable';
		const all: unknown = this.context[STORAGE_NAME];
		if (!isRecord(all)) return;
		const isSameAgain = (other: unknown) =>
			other !== stored && field(other, 'state') === 'repeatable' && field(other, 'details') === stored.details;
		all[identity] = this.storedOf(identity).filter((other) => !isSameAgain(other));
	}
}

/** A short text that is the same for the same value, and tells nothing of it. */
function digest(value: unknown): string {
	return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, DIGEST_CHARACTERS);
}

/** 128 bits: n8n stores it for each post, and no two things of an execution have the same by chance. */
const DIGEST_CHARACTERS = 22;
