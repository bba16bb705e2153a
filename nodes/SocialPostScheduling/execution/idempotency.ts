import { createHash } from 'crypto';
import type { IContextObject } from 'n8n-workflow';
import { field, isRecord, textField } from '../utils/json';
import type { ItemFailure } from './itemResult';

/** What makes two items the same one, for what must not happen twice in an execution. */
export interface IdempotencyKey {
	/** The same for the same thing, whatever try, run or tool call it comes by. */
	readonly identity: unknown;
	/** Where several items of one run have the same identity, those with other details are other things. */
	readonly details: unknown;
}

/** Where an item comes from: the run of the node that it belongs to, with all its tries, and its place in it. */
export interface Place {
	readonly run: object;
	readonly item: number;
	/** The account, where a credential gives each item one of its own. */
	readonly account: string;
}

/** What is remembered of a success: small, because n8n stores it with the execution. */
export type Kept = Readonly<Record<string, string | undefined>>;

/** What came of a thing that must not happen twice. */
export type Outcome =
	| { readonly state: 'succeeded'; readonly kept: Kept }
	/** It may have happened. Without a failure, that was seen by another process, or by this one before it was restarted. */
	| { readonly state: 'uncertain'; readonly failure?: ItemFailure }
	/** It did not happen, or may happen any number of times: it may be done again. */
	| { readonly state: 'repeatable' };

/** A thing that has begun, and what came of it. */
interface Claim {
	readonly place: Place | undefined;
	readonly details: string;
	readonly outcome: Promise<Outcome>;
}

/** The same as n8n stores it with the execution: small, and without any text of the user. */
interface StoredClaim {
	readonly details: string;
	readonly execution: string;
	/** `repeatable` keeps only that these details are a thing of their own. */
	state: 'started' | 'succeeded' | 'uncertain' | 'repeatable';
	kept: Kept;
}

/** Under which name the claims stand in the node's context, which n8n stores with the execution. */
const STORED_CLAIMS = 'idempotency';

/** What is to be done about an item that may be the same as one that has begun. */
export type Decision = { readonly type: 'begin' } | { readonly type: 'wait'; readonly outcome: Promise<Outcome> };

/** What was begun, in the memory of this process, by its identity. */
export class Claims {
	private readonly byIdentity = new Map<string, readonly Claim[]>();
	private readonly read = new WeakSet<IContextObject>();
	/** Of identities, the details that are a thing of their own beside the others, and where they last began. */
	private readonly own = new Map<string, Map<string, Place | undefined>>();

	isOwn(identity: string, details: string): boolean {
		return this.own.get(identity)?.has(details) === true;
	}

	/**
	 * An item begins: details that no other item of its run has begun, and that came to nothing, are no thing of their own beside it.
	 *
	 * @returns those that are none any longer
	 */
	disown(identity: string, { run, item }: Place): ReadonlySet<string> {
		const own = this.own.get(identity) ?? new Map<string, Place | undefined>();
		const claimed = new Set(this.of(identity).map(({ details }) => details));
		const isSibling = (last: Place | undefined) => last?.run === run && last.item !== item;
		const others = [...own].filter(([details, last]) => !isSibling(last) && !claimed.has(details));
		for (const [details] of others) own.delete(details);
		return new Set(others.map(([details]) => details));
	}

	of(identity: string): readonly Claim[] {
		return this.byIdentity.get(identity) ?? [];
	}

	add(identity: string, claim: Claim): void {
		this.byIdentity.set(identity, [...this.of(identity), claim]);
		this.addOwn(identity, claim.details, claim.place);
	}

	private addOwn(identity: string, details: string, place: Place | undefined): void {
		const own = this.own.get(identity) ?? new Map<string, Place | undefined>();
		this.own.set(identity, own.set(details, place));
	}

	remove(identity: string, claim: Claim): void {
		const others = this.of(identity).filter((other) => other !== claim);
		if (others.length > 0) this.byIdentity.set(identity, others);
		else this.byIdentity.delete(identity);
	}

	/** Adds what n8n has stored with an execution, once. */
	addStored(context: IContextObject, execution: string): void {
		if (this.read.has(context)) return;
		this.read.add(context);
		for (const [identity, stored] of storedIn(context)) {
			for (const claim of stored) {
				const details = textField(claim, 'details');
				if (details !== null) this.addOwn(identity, details, undefined);
				const known = restore(claim, execution);
				if (known !== undefined) this.add(identity, known);
			}
		}
	}
}

/**
 * What a node has begun in one execution, from the moment it began, by what it is. n8n stores it with the execution, so it
 * also holds when the execution goes on after a pause, on another worker, or is retried.
 */
export class IdempotencyStore {
	/**
	 * @param claims what is known already, also of other executions that share it
	 * @param context the node's context of the execution, or an empty object where n8n has none
	 * @param execution the id of the execution
	 */
	constructor(
		private readonly claims: Claims,
		private readonly context: IContextObject,
		private readonly execution: string,
	) {
		claims.addStored(context, execution);
	}

	/**
	 * Whether something may begin. Where the same thing has begun already, its outcome must be waited for and looked at first.
	 *
	 * @param repeatable whether it may happen again after it has succeeded
	 * @param looked outcomes that have been looked at, and stand in the way no longer
	 */
	decide(key: IdempotencyKey, place: Place, repeatable: boolean, looked: ReadonlySet<Promise<Outcome>>): Decision {
		const details = digest(key.details);
		const isOwn = this.claims.isOwn(digest(key.identity), details);
		const earlier = this.claims.of(digest(key.identity)).find((claim) => {
			if (looked.has(claim.outcome)) return false;
			// What has begun beside it once is another thing, in every run.
			if (claim.details !== details && isOwn) return false;
			if (claim.place !== undefined && claim.place.account !== place.account) return false;
			const isOtherItem = claim.place?.run === place.run && claim.place.item !== place.item;
			return !isOtherItem || (!repeatable && claim.details === details);
		});
		return earlier === undefined ? { type: 'begin' } : { type: 'wait', outcome: earlier.outcome };
	}

	/** Whether an outcome that was waited for has the same details as an item, not only the same identity. */
	isSame(key: IdempotencyKey, outcome: Promise<Outcome>): boolean {
		const details = digest(key.details);
		return this.claims.of(digest(key.identity)).some((claim) => claim.outcome === outcome && claim.details === details);
	}

	/** Remembers that something begins. Must be called before it does. Gives what tells its outcome. */
	begin(key: IdempotencyKey, place: Place): (outcome: Outcome) => void {
		const identity = digest(key.identity);
		let tell: (outcome: Outcome) => void = () => {};
		const outcome = new Promise<Outcome>((resolve) => (tell = resolve));
		const claim: Claim = { place, details: digest(key.details), outcome };
		const disowned = this.claims.disown(identity, place);
		this.claims.add(identity, claim);
		const stored: StoredClaim = { details: claim.details, execution: this.execution, state: 'started', kept: {} };
		this.store(identity, stored, disowned);
		return (result) => {
			if (result.state === 'repeatable') {
				this.forget(identity, claim, stored);
			} else {
				stored.state = result.state;
				if (result.state === 'succeeded') stored.kept = result.kept;
			}
			tell(result);
		};
	}

	/**
	 * A success that another execution has begun, with which this one shares its memory, is stored with this one as well: when it is
	 * retried, it is alone.
	 */
	adopt(key: IdempotencyKey, kept: Kept): void {
		const identity = digest(key.identity);
		const details = digest(key.details);
		const known: unknown = field(this.context[STORED_CLAIMS], identity);
		const isStored = (other: unknown) => field(other, 'details') === details && field(other, 'state') === 'succeeded';
		if (Array.isArray(known) && known.some(isStored)) return;
		this.store(identity, { details, execution: this.execution, state: 'succeeded', kept }, new Set());
	}

	private store(identity: string, claim: StoredClaim, disowned: ReadonlySet<string>): void {
		const all: unknown = this.context[STORED_CLAIMS];
		const stored = isRecord(all) ? all : (this.context[STORED_CLAIMS] = {});
		const known: unknown = field(stored, identity);
		const kept = (Array.isArray(known) ? known : []).filter(
			(other) => !disowned.has(textField(other, 'details') ?? ''),
		);
		Object.assign(stored, { [identity]: [...kept, claim] });
	}

	/** It may be done again. That these details are a thing of their own stays known. */
	private forget(identity: string, claim: Claim, stored: StoredClaim): void {
		this.claims.remove(identity, claim);
		stored.state = 'repeatable';
		const all: unknown = this.context[STORED_CLAIMS];
		const known: unknown = field(all, identity);
		if (!isRecord(all) || !Array.isArray(known)) return;
		const isSameAgain = (other: unknown) =>
			other !== stored && field(other, 'state') === 'repeatable' && field(other, 'details') === stored.details;
		all[identity] = known.filter((other) => !isSameAgain(other));
	}
}

/** A short text that is the same for the same value, and tells nothing of it. */
function digest(value: unknown): string {
	return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, DIGEST_CHARACTERS);
}

/** 128 bits: n8n stores it for each post, and no two things of an execution have the same by chance. */
const DIGEST_CHARACTERS = 22;

function storedIn(context: IContextObject): Array<[string, unknown[]]> {
	const all: unknown = context[STORED_CLAIMS];
	if (!isRecord(all)) return [];
	return Object.entries(all).map(([identity, claims]) => [identity, Array.isArray(claims) ? claims : []]);
}

/**
 * A claim of an earlier part of the execution, or of the execution that this one is a retry of. What succeeded there stays as
 * it is; what was in doubt there is retried by a person, whom the error had asked to look first.
 */
function restore(stored: unknown, execution: string): Claim | undefined {
	const details = textField(stored, 'details');
	const state = textField(stored, 'state');
	const kept = field(stored, 'kept');
	if (details === null || state === null) return undefined;
	if (state === 'succeeded') {
		const outcome: Outcome = { state, kept: textsOf(kept) };
		return { place: undefined, details, outcome: Promise.resolve(outcome) };
	}
	if (state === 'repeatable' || textField(stored, 'execution') !== execution) return undefined;
	return { place: undefined, details, outcome: Promise.resolve({ state: 'uncertain' }) };
}

function textsOf(kept: unknown): Kept {
	const texts: Record<string, string> = {};
	for (const [name, value] of Object.entries(isRecord(kept) ? kept : {})) {
		if (typeof value === 'string') texts[name] = value;
	}
	return texts;
}
