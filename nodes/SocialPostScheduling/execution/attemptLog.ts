import type { IContextObject } from 'n8n-workflow';
import { textField } from '../utils/json';
import type { Attempt, Origin } from './attempt';
import { restore, storedIn } from './storedAttempt';

/** What was begun, in the memory of this process, by its identity. */
export class AttemptLog {
	private readonly byIdentity = new Map<string, readonly Attempt[]>();
	private readonly read = new WeakSet<IContextObject>();
	/** Of identities, the details that are a thing of their own beside the others, and where they last began. */
	private readonly own = new Map<string, Map<string, Origin | undefined>>();

	isOwn(identity: string, details: string): boolean {
		return this.own.get(identity)?.has(details) === true;
	}

	/**
	 * An item begins: details that no other item of its run has begun, and that came to nothing, are no thing of their own beside it.
	 *
	 * @returns those that are none any longer
	 */
	disown(identity: string, { run, item }: Origin): ReadonlySet<string> {
		const own = this.own.get(identity) ?? new Map<string, Origin | undefined>();
		const attempted = new Set(this.of(identity).map(({ details }) => details));
		const isSibling = (last: Origin | undefined) => last?.run === run && last.item !== item;
		const others = [...own].filter(([details, last]) => !isSibling(last) && !attempted.has(details));
		for (const [details] of others) own.delete(details);
		return new Set(others.map(([details]) => details));
	}

	of(identity: string): readonly Attempt[] {
		return this.byIdentity.get(identity) ?? [];
	}

	add(identity: string, attempt: Attempt): void {
		this.byIdentity.set(identity, [...this.of(identity), attempt]);
		this.addOwn(identity, attempt.details, attempt.origin);
	}

	private addOwn(identity: string, details: string, origin: Origin | undefined): void {
		const own = this.own.get(identity) ?? new Map<string, Origin | undefined>();
		this.own.set(identity, own.set(details, origin));
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
		for (const [identity, stored] of storedIn(context)) {
			for (const attempt of stored) {
				const details = textField(attempt, 'details');
				if (details !== null) this.addOwn(identity, details, undefined);
				const known = restore(attempt, execution);
				if (known !== undefined) this.add(identity, known);
			}
		}
	}
}
