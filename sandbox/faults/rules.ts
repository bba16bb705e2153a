import type { CallKind } from '../calls';

/** When a fault strikes: before the call is handled, while it is, or after it was handled in full. */
export type FaultMoment = 'before' | 'during' | 'after';

/** An item of `errors` in a payload (specification, section 2). */
export interface ErrorItem {
	readonly field: string | null;
	readonly code: string | null;
	readonly message: string;
}

/** What goes wrong with one call. `before` means that the service never handled the call; `after`, that it did. */
export type Fault =
	/** The connection is torn down. `during` a PUT: after `afterBytes` bytes; `during` an API call: half-way through the answer. */
	| { readonly kind: 'reset'; readonly when: FaultMoment; readonly afterBytes?: number }
	/** No answer ever comes. */
	| { readonly kind: 'hang'; readonly when: 'before' | 'after' }
	/** The answer comes late by `ms`, on the service's clock; handled before (`after`, the default) or after the wait. */
	| { readonly kind: 'slow'; readonly ms: number; readonly when?: 'before' | 'after' }
	/** Any HTTP status. The body may be a text or a JSON value. */
	| {
			readonly kind: 'status';
			readonly status: number;
			readonly headers?: Readonly<Record<string, string>>;
			readonly body?: unknown;
			readonly when?: 'before' | 'after';
	  }
	/** HTTP 200 with nothing in it. */
	| { readonly kind: 'emptyBody'; readonly when?: 'before' | 'after' }
	/** The real answer, cut in the middle of its JSON but whole for HTTP. */
	| { readonly kind: 'cutJson' }
	/** HTTP 200 with any JSON value as its body. */
	| { readonly kind: 'body'; readonly json: unknown; readonly when?: 'before' | 'after' }
	/** A mutation's payload: `success` and `errors` as told, every other field null unless `fields` gives it. */
	| {
			readonly kind: 'payload';
			readonly success: boolean;
			readonly errors?: readonly ErrorItem[];
			readonly fields?: Readonly<Record<string, unknown>>;
			readonly when?: 'before' | 'after';
	  }
	/** A redirect; the call is not handled. */
	| { readonly kind: 'redirect'; readonly location: string; readonly status?: number }
	/** The upload session of the call expires just before the call is handled. */
	| { readonly kind: 'expireSession' };

/** Which calls a fault strikes. */
export interface FaultRule {
	readonly on: CallKind;
	/** The first call that it strikes, counted among calls of its kind since the rule was set; 1 is the next one. */
	readonly nth?: number;
	/** How many calls in a row it strikes; 1 by default. */
	readonly times?: number | 'always';
	readonly fault: Fault;
}
