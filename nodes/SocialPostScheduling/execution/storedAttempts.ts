import type { IContextObject } from 'n8n-workflow';
import { field, isRecord, textField } from '../utils/json';
import type { Attempt, Outcome, StoredResult } from './attempt';

/** The same as n8n stores it with the execution: small, and without any text of the user. */
export interface StoredAttempt {
	readonly details: string;
	readonly execution: string;
	/** `repeatable` keeps only that these details are a thing of their own. */
	state: 'started' | 'succeeded' | 'uncertain' | 'repeatable';
	result: StoredResult;
	/** Set where another item of the same run has begun the same with other details: they are distinct in every run. */
	distinct?: boolean;
}

/** Under which name the attempts stand in the node's context, which n8n stores with the execution. */
const STORAGE_NAME = 'idempotency';

/** What stands in the node's context of an execution. It may come out of n8n's database, so it is parsed and not trusted. */
export class StoredAttempts {
	constructor(private readonly context: IContextObject) {}

	/** All attempts, by their identity. */
	all(): Array<[string, unknown[]]> {
		const all: unknown = this.context[STORAGE_NAME];
		return isRecord(all) ? Object.keys(all).map((identity) => [identity, this.of(identity)]) : [];
	}

	of(identity: string): unknown[] {
		const attempts: unknown = field(this.context[STORAGE_NAME], identity);
		return Array.isArray(attempts) ? attempts : [];
	}

	replace(identity: string, attempts: readonly unknown[]): void {
		const all: unknown = this.context[STORAGE_NAME];
		const stored = isRecord(all) ? all : (this.context[STORAGE_NAME] = {});
		Object.assign(stored, { [identity]: attempts });
	}
}

/**
 * An attempt of an earlier part of the execution, or of the execution that this one is a retry of. What succeeded there stays as
 * it is; what was in doubt there is retried by a person, whom the error had asked to look first.
 */
export function restore(stored: unknown, execution: string): Attempt | undefined {
	const details = textField(stored, 'details');
	const state = textField(stored, 'state');
	const result = field(stored, 'result');
	if (details === null || state === null) return undefined;
	if (state === 'succeeded') {
		const outcome: Outcome = { state, result: textsOf(result) };
		return { origin: undefined, details, outcome: Promise.resolve(outcome) };
	}
	if (state === 'repeatable' || textField(stored, 'execution') !== execution) return undefined;
	return { origin: undefined, details, outcome: Promise.resolve({ state: 'uncertain' }) };
}

function textsOf(result: unknown): StoredResult {
	const texts: Record<string, string> = {};
	for (const [name, value] of Object.entries(isRecord(result) ? result : {})) {
		if (typeof value === 'string') texts[name] = value;
	}
	return texts;
}
