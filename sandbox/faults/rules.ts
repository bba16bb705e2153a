/** Fault rules: what they may say, with the types that come of it. */
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { z } from 'zod/v4';
import { CALL_KINDS } from '../calls';
import type { CallKind } from '../calls';
import { errorText, fields, flag, isFields, list, oneOf, read, text, whole } from '../parse';

const MAX_COUNT = 1_000_000;
const MAX_SLOW_MS = 60 * 60 * 1000;

/** When a fault strikes: `before` means that the service never handled the call; `after`, that it did. */
const outerMoment = oneOf(['before', 'after']);
const when = outerMoment.optional();
const jsonObject = z.custom<Readonly<Record<string, unknown>>>(isFields, 'must be an object');

/** Why a header cannot be sent; undefined when it can. */
function faultOfHeader(name: string, value: string): string | undefined {
	try {
		validateHeaderName(name);
		validateHeaderValue(name, value);
		return undefined;
	} catch (cause) {
		return `cannot be sent: ${errorText(cause)}`;
	}
}

const headers = z
	.record(z.string(), text, 'must be an object of texts')
	.superRefine((given, context) => {
		for (const [name, value] of Object.entries(given)) {
			const message = faultOfHeader(name, value);
			if (message !== undefined) context.addIssue({ code: 'custom', message, path: [name] });
		}
	})
	.transform((given) => Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value])));

const location = text.superRefine((value, context) => {
	const message = faultOfHeader('location', value);
	if (message !== undefined) context.addIssue({ code: 'custom', message });
});

const errorItem = fields({ field: text.nullable().default(null), code: text.nullable().default(null), message: text });

/** An item of `errors` in a payload (specification, section 2). */
export type ErrorItem = Readonly<z.infer<typeof errorItem>>;

const FAULTS = [
	/** The connection is torn down. `during` a PUT: after `afterBytes` bytes; `during` an API call: half-way through the answer. */
	fields({
		kind: z.literal('reset'),
		when: oneOf(['before', 'during', 'after']),
		afterBytes: whole(1, Number.MAX_SAFE_INTEGER).optional(),
	}),
	/** No answer ever comes. */
	fields({ kind: z.literal('hang'), when: outerMoment }),
	/** The answer comes late by `ms`, on the service's clock; handled before (`after`, the default) or after the wait. */
	fields({ kind: z.literal('slow'), ms: whole(1, MAX_SLOW_MS), when }),
	/** Any HTTP status. The body may be a text or a JSON value. */
	fields({
		kind: z.literal('status'),
		status: whole(200, 599),
		headers: headers.optional(),
		body: z.unknown().optional(),
		when,
	}),
	/** HTTP 200 with nothing in it. */
	fields({ kind: z.literal('emptyBody'), when }),
	/** The real answer, cut in the middle of its JSON but whole for HTTP. */
	fields({ kind: z.literal('cutJson') }),
	/** HTTP 200 with any JSON value as its body. */
	fields({
		kind: z.literal('body'),
		json: z.unknown().refine((value) => value !== undefined, 'must be given (any JSON value)'),
		when,
	}),
	/** A mutation's payload: `success` and `errors` as told, every other field null unless `fields` gives it. */
	fields({
		kind: z.literal('payload'),
		success: flag,
		errors: list(errorItem).optional(),
		fields: jsonObject.optional(),
		when,
	}),
	/** A redirect; the call is not handled. */
	fields({ kind: z.literal('redirect'), location, status: whole(300, 399).optional() }),
	/** The upload session of the call expires just before the call is handled. */
	fields({ kind: z.literal('expireSession') }),
] as const;

const FAULT_KINDS = FAULTS.map(({ shape }) => shape.kind.value);

const fault = z.discriminatedUnion('kind', FAULTS, {
	error: ({ code }) => (code === 'invalid_union' ? `must be one of ${FAULT_KINDS.join(', ')}` : 'must be an object'),
});

/** What goes wrong with one call. */
export type Fault = z.infer<typeof fault>;

/** Calls that answer with a payload of `success` and `errors`. */
const MUTATIONS: readonly CallKind[] = [
	'uploadMediaFromUrl',
	'startMediaUpload',
	'completeMediaUpload',
	'scheduleTweet',
	'submitPlatformPost',
	'reschedulePlatformPost',
	'deletePlatformPost',
];
/** Calls that belong to an upload session. */
const SESSION_CALLS: readonly CallKind[] = ['put', 'completeMediaUpload'];
/** Faults of a JSON answer; a PUT has none. */
const JSON_FAULTS: ReadonlyArray<Fault['kind']> = ['emptyBody', 'cutJson', 'body', 'payload'];

/** Why a fault makes no sense for calls of a kind; undefined when it does. */
function mismatch(on: CallKind, fault: Fault): string | undefined {
	const { kind } = fault;
	if (on === 'put' && JSON_FAULTS.includes(kind)) {
		return `fault ${kind} is about a JSON answer; a PUT has none (use "status" with a body)`;
	}
	if (kind === 'payload' && !MUTATIONS.includes(on)) {
		return `fault payload needs a mutation: ${MUTATIONS.join(', ')}`;
	}
	if (kind === 'expireSession' && !SESSION_CALLS.includes(on)) {
		return `fault expireSession needs a call with an upload session: ${SESSION_CALLS.join(', ')}`;
	}
	if (kind === 'reset' && fault.afterBytes !== undefined && (on !== 'put' || fault.when !== 'during')) {
		return 'fault.afterBytes belongs to a reset during a put';
	}
	return undefined;
}

const count = whole(1, MAX_COUNT);

const rule = fields({
	on: oneOf(CALL_KINDS),
	/** The first call that it strikes, counted among calls of its kind since the rule was set; 1 is the next one. */
	nth: count.optional(),
	/** How many calls in a row it strikes; 1 by default. */
	times: z.union([count, z.literal('always')], `must be "always" or a whole number from 1 to ${MAX_COUNT}`).optional(),
	fault,
}).superRefine(({ on, fault }, context) => {
	const message = mismatch(on, fault);
	if (message !== undefined) context.addIssue({ code: 'custom', message: `makes no sense: ${message}` });
});

/** Which calls a fault strikes. */
export type FaultRule = z.infer<typeof rule>;

/** Reads a fault rule from anything. @throws BadInput that says which part is wrong */
export function parseRule(value: unknown): FaultRule {
	return read(rule, value, 'rule');
}
