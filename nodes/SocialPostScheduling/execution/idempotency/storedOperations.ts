import { field } from '../../utils/json';
import { nodeOf } from './place';
import { isDoubtOfEarlierExecution, storedPlaceOf } from './storedAttempt';
import type { StoredAttempts } from './storedAttempts';

/** What the operations of an execution have begun and done, of what n8n stores with it. */
export class StoredOperations {
	/** @param execution the ID of the execution */
	constructor(
		private readonly stored: StoredAttempts,
		private readonly execution: string,
	) {}

	/** What the execution that this one is a retry of has done, or may have done, by the places of its items. */
	knownPlaces(operation: string): Map<string, 'doneAtPlace' | 'inDoubt'> {
		const places = new Map<string, 'doneAtPlace' | 'inDoubt'>();
		for (const attempt of this.stored.ofOperation(operation)) {
			const place = storedPlaceOf(attempt);
			if (place === null) continue;
			if (hasSucceeded(attempt)) places.set(place, 'doneAtPlace');
			else if (isDoubtOfEarlierExecution(attempt, this.execution) && !places.has(place)) places.set(place, 'inDoubt');
		}
		return places;
	}

	/** Whether an operation has done something that a new execution would not know of. */
	hasDone(operation: string): boolean {
		return this.stored.ofOperation(operation).some(hasSucceeded);
	}

	/** The same of an operation in a node. */
	hasDoneIn(operation: string, node: string): boolean {
		return this.stored
			.ofOperation(operation)
			.some((stored) => hasSucceeded(stored) && isOfNode(storedPlaceOf(stored), node));
	}

	/** Whether an operation has begun something in a node, here or in the execution that this one is a retry of, also where nothing came of it. */
	hasBegunIn(operation: string, node: string): boolean {
		return this.stored.ofOperation(operation).some((stored) => isOfNode(storedPlaceOf(stored), node));
	}
}

const isOfNode = (place: string | null, node: string): boolean => place !== null && nodeOf(place) === node;

const hasSucceeded = (stored: unknown): boolean => field(stored, 'state') === 'succeeded';
