import { getOrCreate } from '../../utils/getOrCreate';
import type { AttemptTime } from './attempt';

/** Something that the execution that this one is a retry of has left in doubt. */
export interface Doubt {
	readonly details: string;
	readonly time: AttemptTime | undefined;
	/** Null where it is not known. */
	readonly place: string | null;
}

/** What the execution that this one is a retry of has left in doubt, by identity: once for each place where it was. */
export class DoubtsBefore {
	private readonly byIdentity = new Map<string, readonly Doubt[]>();
	/** The identities that differ only in their time. */
	private readonly byTimeless = new Map<string, Set<string>>();

	of(identity: string): readonly Doubt[] {
		return this.byIdentity.get(identity) ?? [];
	}

	/** All that differ only in their time. */
	ofTimeless(timeless: string): Doubt[] {
		return [...(this.byTimeless.get(timeless) ?? [])].flatMap((identity) => this.of(identity));
	}

	add(identity: string, doubt: Doubt): void {
		const { time } = doubt;
		this.byIdentity.set(identity, [...this.of(identity), doubt]);
		if (time !== undefined) getOrCreate(this.byTimeless, time.timeless, () => new Set<string>()).add(identity);
	}

	/** It is in doubt no longer. */
	forget(identity: string): void {
		this.byIdentity.delete(identity);
	}
}
