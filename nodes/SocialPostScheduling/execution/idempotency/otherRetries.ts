import type { Attempt, Origin } from './attempt';
import type { Fingerprint } from './fingerprint';
import { isMovedByClock, mayBeSameTime } from './movedTime';
import type { RetriedAttempt, RetryLog } from './retryLog';

/** What the other retries of the same execution have begun, as one of them knows it. */
export class OtherRetries {
	/**
	 * @param log what all of them have begun; undefined where the execution is no retry
	 * @param execution the ID of this one
	 */
	constructor(
		private readonly log: RetryLog | undefined,
		private readonly execution: string,
	) {}

	/**
	 * What another retry of the same execution, under way beside this one, has begun that is the same, or the same item with another time
	 * where that is evaluated: each of them does so anew. At the place of an item may also be another one: a loop reads other rows, an
	 * agent calls otherwise.
	 */
	underWay(fingerprint: Fingerprint, origin: Origin): RetriedAttempt | undefined {
		const { same, atPlace } = keysInRetries(fingerprint, origin);
		const find = (key: string) => this.log?.ofOthers(key, this.execution) ?? [];
		const { timed } = fingerprint;
		const others = timed === undefined ? [] : find(atPlace);
		return (
			others.find(({ attempt: { time } }) => time?.at === timed?.at) ??
			others.find(
				({ attempt: { time } }) => timed && time && mayBeSameTime(time, { ...timed, readAt: origin.readAt }),
			) ??
			find(same)[0]
		);
	}

	/**
	 * What another retry of the same execution that had ended before this one began has begun that is the same item, with a time that the
	 * clock has moved on since: that of the newest, which has found what the others had sent.
	 */
	ended(fingerprint: Fingerprint, origin: Origin): RetriedAttempt | undefined {
		const { timed } = fingerprint;
		if (timed === undefined) return undefined;
		const own = { ...timed, readAt: origin.readAt };
		return this.log
			?.ofEnded(keysInRetries(fingerprint, origin).atPlace, this.execution)
			.find(({ attempt: { time } }) => time !== undefined && time.at !== own.at && isMovedByClock(time, own));
	}

	/** An item of this retry begins. Gives what must be called where nothing came of it. */
	add(fingerprint: Fingerprint, origin: Origin, attempt: Attempt): () => void {
		const keys = Object.values(keysInRetries(fingerprint, origin));
		this.log?.add(keys, attempt, this.execution);
		return () => this.log?.remove(keys, attempt);
	}
}

/** By what retries know each other's items: as the same thing, and as the item at one place, whatever the clock has made of its time. */
function keysInRetries({ identity, details, timed, namesAccount }: Fingerprint, { place, account }: Origin) {
	const own = namesAccount ? details : `${details} ${account}`;
	return { same: `${identity} ${own}`, atPlace: `${timed?.timeless ?? identity} ${own} ${place}` };
}
