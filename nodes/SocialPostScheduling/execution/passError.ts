import type { NodeApiError, NodeOperationError } from 'n8n-workflow';

export type ItemError = NodeApiError | NodeOperationError;

/**
 * The error that ends a pass. Of several items that fail, n8n shows the first one by its place and drops the others, so only that
 * one's is made, and only once: it names all other items.
 */
export class PassError {
	private item = Number.POSITIVE_INFINITY;
	private make: (() => Promise<ItemError>) | undefined;
	private made: Promise<ItemError> | undefined;

	/** Must be called for each item that fails before the pass is over. */
	offer(item: number, make: () => Promise<ItemError>): void {
		if (item >= this.item) return;
		this.item = item;
		this.make = make;
	}

	/** The error, when the pass is over. */
	async get(): Promise<ItemError | undefined> {
		this.made ??= this.make?.();
		return await this.made;
	}
}
