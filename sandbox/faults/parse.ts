import { validateHeaderName, validateHeaderValue } from 'node:http';
import { CALL_KINDS } from '../calls';
import type { CallKind } from '../calls';
import { BadInput, errorText, isFields, readBoolean, readFields, readInteger, readOneOf, readString } from '../parse';
import type { ErrorItem, Fault, FaultMoment, FaultRule } from './rules';

const MAX_COUNT = 1_000_000;
const MAX_SLOW_MS = 60 * 60 * 1000;
const FAULT_KINDS = [
	'reset',
	'hang',
	'slow',
	'status',
	'emptyBody',
	'cutJson',
	'body',
	'payload',
	'redirect',
	'expireSession',
] as const;
const ANY_MOMENT: readonly FaultMoment[] = ['before', 'during', 'after'];
const OUTER_MOMENTS = ['before', 'after'] as const;

/** Calls that answer with a payload of `success` and `errors`. */
const MUTATIONS: readonly CallKind[] = [
	'uploadMediaFromUrl',
	'startMediaUpload',
	'completeMediaUpload',
	'scheduleTweet',
];
/** Calls that belong to an upload session. */
const SESSION_CALLS: readonly CallKind[] = ['put', 'completeMediaUpload'];
/** Faults of a JSON answer; a PUT has none. */
const JSON_FAULTS: ReadonlyArray<Fault['kind']> = ['emptyBody', 'cutJson', 'body', 'payload'];

/** Reads a fault rule from anything. @throws BadInput that says which part is wrong */
export function parseRule(value: unknown): FaultRule {
	const rule = readFields(value, 'rule', ['on', 'nth', 'times', 'fault']);
	const on = readOneOf(rule.on, 'rule.on', CALL_KINDS);
	const fault = parseFault(rule.fault);
	if (on === 'put' && JSON_FAULTS.includes(fault.kind)) {
		throw new BadInput(`fault ${fault.kind} is about a JSON answer; a PUT has none (use "status" with a body)`);
	}
	if (fault.kind === 'payload' && !MUTATIONS.includes(on)) {
		throw new BadInput(`fault payload needs a mutation: ${MUTATIONS.join(', ')}`);
	}
	if (fault.kind === 'expireSession' && !SESSION_CALLS.includes(on)) {
		throw new BadInput(`fault expireSession needs a call with an upload session: ${SESSION_CALLS.join(', ')}`);
	}
	if (fault.kind === 'reset' && fault.afterBytes !== undefined && (on !== 'put' || fault.when !== 'during')) {
		throw new BadInput('fault.afterBytes belongs to a reset during a put');
	}
	return {
		on,
		fault,
		...(rule.nth === undefined ? {} : { nth: readInteger(rule.nth, 'rule.nth', 1, MAX_COUNT) }),
		...(rule.times === undefined ? {} : { times: readTimes(rule.times) }),
	};
}

function readTimes(value: unknown): number | 'always' {
	return value === 'always' ? value : readInteger(value, 'rule.times (or "always")', 1, MAX_COUNT);
}

function parseFault(value: unknown): Fault {
	if (!isFields(value)) throw new BadInput('rule.fault must be an object');
	const kind = readOneOf(value.kind, 'fault.kind', FAULT_KINDS);
	const fields = (...names: string[]) => readFields(value, `fault ${kind}`, ['kind', ...names]);
	switch (kind) {
		case 'reset': {
			const { when, afterBytes } = fields('when', 'afterBytes');
			const moment = readOneOf(when, 'fault.when', ANY_MOMENT);
			if (afterBytes === undefined) return { kind, when: moment };
			return {
				kind,
				when: moment,
				afterBytes: readInteger(afterBytes, 'fault.afterBytes', 1, Number.MAX_SAFE_INTEGER),
			};
		}
		case 'hang':
			return { kind, when: readOneOf(fields('when').when, 'fault.when', OUTER_MOMENTS) };
		case 'slow': {
			const { ms, when } = fields('ms', 'when');
			return { kind, ms: readInteger(ms, 'fault.ms', 1, MAX_SLOW_MS), ...readWhen(when) };
		}
		case 'status': {
			const { status, headers, body, when } = fields('status', 'headers', 'body', 'when');
			return {
				kind,
				status: readInteger(status, 'fault.status', 200, 599),
				...(headers === undefined ? {} : { headers: readHeaders(headers) }),
				...(body === undefined ? {} : { body }),
				...readWhen(when),
			};
		}
		case 'emptyBody':
			return { kind, ...readWhen(fields('when').when) };
		case 'cutJson':
			fields();
			return { kind };
		case 'body': {
			const { json, when } = fields('json', 'when');
			if (json === undefined) throw new BadInput('fault.json must be given (any JSON value)');
			return { kind, json, ...readWhen(when) };
		}
		case 'payload':
			return parsePayload(fields('success', 'errors', 'fields', 'when'));
		case 'redirect': {
			const { location, status } = fields('location', 'status');
			return {
				kind,
				location: readHeader('location', location, 'fault.location'),
				...(status === undefined ? {} : { status: readInteger(status, 'fault.status', 300, 399) }),
			};
		}
		case 'expireSession':
			fields();
			return { kind };
	}
}

function readWhen(value: unknown): { when?: 'before' | 'after' } {
	return value === undefined ? {} : { when: readOneOf(value, 'fault.when', OUTER_MOMENTS) };
}

function readHeaders(value: unknown): Record<string, string> {
	if (!isFields(value)) throw new BadInput('fault.headers must be an object of texts');
	return Object.fromEntries(
		Object.entries(value).map(([name, text]) => [name.toLowerCase(), readHeader(name, text, `fault.headers.${name}`)]),
	);
}

/** The value of a header, once it is known that it can be sent. */
function readHeader(name: string, value: unknown, where: string): string {
	const text = readString(value, where);
	try {
		validateHeaderName(name);
		validateHeaderValue(name, text);
	} catch (cause) {
		throw new BadInput(`${where} cannot be sent: ${errorText(cause)}`);
	}
	return text;
}

function parsePayload({ success, errors, fields, when }: Readonly<Record<string, unknown>>): Fault {
	if (fields !== undefined && !isFields(fields)) throw new BadInput('fault.fields must be an object');
	return {
		kind: 'payload',
		success: readBoolean(success, 'fault.success'),
		...(errors === undefined ? {} : { errors: readErrorItems(errors) }),
		...(fields === undefined ? {} : { fields }),
		...readWhen(when),
	};
}

function readErrorItems(value: unknown): ErrorItem[] {
	if (!Array.isArray(value)) throw new BadInput('fault.errors must be a list');
	return value.map((item: unknown, index) => {
		const where = `fault.errors.${index}`;
		const { field = null, code = null, message } = readFields(item, where, ['field', 'code', 'message']);
		return {
			field: field === null ? null : readString(field, `${where}.field`),
			code: code === null ? null : readString(code, `${where}.code`),
			message: readString(message, `${where}.message`),
		};
	});
}
