import type { IContextObject } from 'n8n-workflow';
import { field, isRecord, textField } from '../../utils/json';
import { recordIn } from '../storage';
import type { Attempt } from './attempt';
import { isOfOperation } from './fingerprint';
import { isDoubtOf, isDoubtOfEarlierExecution, type StoredAttempt, storedPlaceOf, textsOf } from './storedAttempt';
import type { StoredResult } from './storedResult';

/** How many entries of one thing are stored at most: a loop may come to it thousands of times, and n8n stores them with the execution. */
const MAX_STORED = 100;

/** Under which name the attempts stand in the context of the execution, which n8n stores with it. */
const STORAGE_NAME = 'socialPostSchedulingIdempotency';

/** What stands in the context of an execution. It may come out of n8n's database, so it is parsed and not trusted. */
export class StoredAttempts {
	/**
	 * @param context n8n's context of the execution, which all its nodes share
	 * @param execution the ID of the execution
	 */
	constructor(
		private readonly context: IContextObject,
		private readonly execution: string,
	) {}

	/** All attempts, by their identity. */
	all(): Array<[string, unknown[]]> {
		const all: unknown = this.context[STORAGE_NAME];
		return isRecord(all) ? Object.keys(all).map((identity) => [identity, this.of(identity)]) : [];
	}

	of(identity: string): unknown[] {
		const attempts: unknown = field(this.context[STORAGE_NAME], identity);
		return Array.isArray(attempts) ? attempts : [];
	}

	/** Those of an operation. */
	ofOperation(operation: string): unknown[] {
		return this.all().flatMap(([identity, attempts]) => (isOfOperation(identity, operation) ? attempts : []));
	}

	/**
	 * @param forgotten details that came to nothing; that they were left in doubt stays known
	 * @param isDistinct whether details are a thing of their own
	 */
	add(
		identity: string,
		attempt: StoredAttempt,
		forgotten: ReadonlySet<string>,
		isDistinct: (details: string) => boolean,
	): void {
		if (forgotten.size > 0) {
			this.keep(
				identity,
				(other) =>
					!forgotten.has(textField(other, 'details') ?? '') || isDoubtOfEarlierExecution(other, this.execution),
			);
		}
		const all = this.of(identity);
		all.push(attempt);
		for (const each of all) {
			if (isRecord(each) && each.distinct !== true && isDistinct(textField(each, 'details') ?? ''))
				each.distinct = true;
		}
		this.replace(identity, all);
	}

	/**
	 * Whether what is known of an attempt at a place is still to be stored: only the place tells a time from the clock hours later, and an
	 * item that a person has changed since.
	 *
	 * @param place left out where any will do
	 */
	lacks(identity: string, { details }: Attempt, state: StoredAttempt['state'], place?: string): boolean {
		const isStored = (other: unknown) =>
			field(other, 'details') === details &&
			(field(other, 'state') === 'succeeded' || (state !== 'succeeded' && field(other, 'state') !== 'repeatable')) &&
			(place === undefined || storedPlaceOf(other) === place);
		const stored = this.of(identity);
		return stored.length < MAX_STORED && !stored.some(isStored);
	}

	/** Where this execution has begun what is in doubt; null where that is not known. */
	placeOfDoubt(identity: string, details: string): string | null {
		const begun = this.of(identity).find(
			(other) => field(other, 'details') === details && isDoubtOf(other, this.execution),
		);
		return storedPlaceOf(begun);
	}

	/** What the execution that this one is a retry of has left in doubt has come to nothing. */
	settleEarlierDoubts(identity: string): void {
		for (const stored of this.of(identity).filter(isRecord)) {
			if (isDoubtOfEarlierExecution(stored, this.execution)) stored.state = 'repeatable';
		}
	}

	/** What the execution that this one is a retry of has left in doubt is so no longer. */
	removeEarlierDoubts(identity: string): void {
		this.keep(identity, (other) => !isDoubtOfEarlierExecution(other, this.execution));
	}

	/** What did not succeed with these details is settled. */
	removeUnsettled(identity: string, details: string): void {
		this.keep(identity, (other) => field(other, 'details') !== details || field(other, 'state') === 'succeeded');
	}

	/** These details have come to nothing, or an earlier execution has left them in doubt, and they are no thing of their own. */
	removeNotDone(identity: string, details: string): void {
		this.removeRepeatable(identity, details);
		this.keep(
			identity,
			(other) => field(other, 'details') !== details || !isDoubtOfEarlierExecution(other, this.execution),
		);
	}

	/** These details have come to nothing, and are no thing of their own. */
	removeRepeatable(identity: string, details: string): void {
		this.keep(identity, (other) => field(other, 'state') !== 'repeatable' || field(other, 'details') !== details);
	}

	/**
	 * Two entries of an execution, and one of a place, are enough for details that may be done again: the first one tells what was begun
	 * beside it, the last one where it is now.
	 */
	removeOtherRepeatable(identity: string, last: StoredAttempt): void {
		const isSame = (other: unknown) =>
			field(other, 'state') === 'repeatable' && field(other, 'details') === last.details;
		const isOfExecution = (other: unknown) => field(other, 'execution') === last.execution;
		const first = this.of(identity).find((other) => isSame(other) && isOfExecution(other));
		this.keep(
			identity,
			(other) =>
				other === last ||
				!isSame(other) ||
				(storedPlaceOf(other) !== storedPlaceOf(last) && (other === first || !isOfExecution(other))),
		);
	}

	/** The results that tell of what was changed since are others from now on. */
	amend(
		identity: string,
		isChanged: (result: StoredResult) => boolean,
		amended: (result: StoredResult) => StoredResult,
	): void {
		for (const stored of this.of(identity).filter(isRecord)) {
			const result = textsOf(stored.result);
			if (stored.state === 'succeeded' && isChanged(result)) stored.result = amended(result);
		}
	}

	private keep(identity: string, isKept: (attempt: unknown) => boolean): void {
		this.replace(identity, this.of(identity).filter(isKept));
	}

	private replace(identity: string, attempts: readonly unknown[]): void {
		recordIn(this.context, STORAGE_NAME)[identity] = attempts;
	}
}
