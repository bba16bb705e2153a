import { getOrCreate } from '../../utils/getOrCreate';
import { isAny } from '../../utils/isAny';
import type { Origin } from './attempt';

/** The details of an identity that have begun, with where they did so last; undefined for what n8n had stored. */
type Begun = Map<string, Origin | undefined>;

/**
 * With which details each identity has begun. Two with one identity may be one thing that a person has changed between two tries, or two
 * things: those that items of one run have begun beside each other are distinct.
 */
export class BegunDetails {
	private readonly byIdentity = new Map<string, { readonly distinct: Begun; readonly others: Begun }>();

	hasBegun(identity: string, details: string): boolean {
		const { distinct, others } = this.of(identity);
		return distinct.has(details) || others.has(details);
	}

	/** Whether it has begun, but for other items of a run: also where nothing came of it. */
	hasBegunBut(identity: string, { run, equalItems }: Pick<Origin, 'run' | 'equalItems'>): boolean {
		const { distinct, others } = this.of(identity);
		return [...distinct.values(), ...others.values()].some(
			(origin) => origin?.run !== run || equalItems.has(origin.item),
		);
	}

	/** Whether another item of a run has begun these details. */
	isBegunByOther(identity: string, details: string, { run, item }: Pick<Origin, 'run' | 'item'>): boolean {
		const { distinct, others } = this.of(identity);
		const origin = distinct.get(details) ?? others.get(details);
		return origin?.run === run && origin.item !== item;
	}

	/** Whether details are a thing of their own. */
	isDistinct(identity: string, details: string): boolean {
		return this.of(identity).distinct.has(details);
	}

	add(identity: string, details: string, origin: Origin | undefined, isDistinct = false): void {
		const { distinct, others } = this.of(identity);
		const isSibling = ([other, of]: [string, Origin | undefined]) =>
			other !== details && of !== undefined && of.run === origin?.run && of.item !== origin.item;
		const siblings = [...others].filter(isSibling);
		for (const [other, of] of siblings) {
			others.delete(other);
			distinct.set(other, of);
		}
		if (isDistinct || distinct.has(details) || siblings.length > 0 || isAny(distinct, isSibling)) {
			others.delete(details);
			distinct.set(details, origin);
		} else {
			others.set(details, origin);
		}
	}

	/** These details have come to nothing, and are no thing of their own. */
	forget(identity: string, details: string): void {
		const { distinct, others } = this.of(identity);
		distinct.delete(details);
		others.delete(details);
	}

	/**
	 * Forgets details that are no thing of their own, but for those that other items of a run have begun.
	 *
	 * @param isToForget of details, and where they began
	 * @returns those that are forgotten
	 */
	forgetOthers(
		identity: string,
		{ run, item }: Pick<Origin, 'run' | 'item'>,
		isToForget: (details: string, origin: Origin | undefined) => boolean,
	): ReadonlySet<string> {
		const { others } = this.of(identity);
		const forgotten = [...others]
			.filter(([, origin]) => !(origin?.run === run && origin.item !== item))
			.filter(([details, origin]) => isToForget(details, origin))
			.map(([details]) => details);
		for (const details of forgotten) others.delete(details);
		return new Set(forgotten);
	}

	private of(identity: string): { readonly distinct: Begun; readonly others: Begun } {
		return getOrCreate(this.byIdentity, identity, () => ({ distinct: new Map(), others: new Map() }));
	}
}
