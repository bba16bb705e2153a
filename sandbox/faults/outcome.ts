import { jsonReply } from '../reply';
import type { Reply } from '../reply';
import type { Fault } from './rules';

/** What is done with a call in the end. */
export type Outcome =
	| { readonly do: 'answer'; readonly reply: Reply }
	/** Tear the connection down, after the first half of `partOf` when there is one. */
	| { readonly do: 'reset'; readonly partOf?: Reply }
	| { readonly do: 'hang' };

/** Fields of the mutation payloads beside `success` and `errors`; a payload fault answers null for them. */
const PAYLOAD_FIELDS: Readonly<Record<string, readonly string[]>> = {
	uploadMediaFromUrl: ['media'],
	startMediaUpload: ['uploadToken', 'uploadUrl', 'expiresAt'],
	completeMediaUpload: ['media'],
	scheduleTweet: ['post'],
	submitPlatformPost: ['submissionError', 'post'],
	reschedulePlatformPost: ['post'],
};

/** What a fault needs to know about the call that it strikes. */
export interface StruckCall {
	readonly kind: string;
	/** The key under which the answer's `data` holds the result. */
	readonly responseKey: string;
}

/** What happens instead of handling the call; nothing when the call is handled first. */
export function outcomeBefore(fault: Fault | undefined, call: StruckCall): Outcome | undefined {
	switch (fault?.kind) {
		case 'reset':
			return fault.when === 'before' ? { do: 'reset' } : undefined;
		case 'hang':
			return fault.when === 'before' ? { do: 'hang' } : undefined;
		case 'redirect':
			return answer({ status: fault.status ?? 307, headers: { location: fault.location }, body: '' });
		case 'status':
		case 'body':
		case 'payload':
			return fault.when === 'after' ? undefined : answer(replacement(fault, call));
		case 'emptyBody':
			return fault.when === 'before' ? answer(EMPTY) : undefined;
		default:
			return undefined;
	}
}

/** What becomes of the real answer once the call was handled. */
export function outcomeAfter(fault: Fault | undefined, call: StruckCall, reply: Reply): Outcome {
	switch (fault?.kind) {
		case 'reset':
			return fault.when === 'during' ? { do: 'reset', partOf: reply } : { do: 'reset' };
		case 'hang':
			return { do: 'hang' };
		case 'status':
		case 'body':
		case 'payload':
			return answer(replacement(fault, call));
		case 'emptyBody':
			return answer(EMPTY);
		case 'cutJson':
			return answer({ ...reply, body: reply.body.slice(0, Math.ceil(reply.body.length / 2)) });
		default:
			return answer(reply);
	}
}

const EMPTY: Reply = { status: 200, headers: { 'content-type': 'application/json' }, body: '' };

function answer(reply: Reply): Outcome {
	return { do: 'answer', reply };
}

function replacement(fault: Extract<Fault, { kind: 'status' | 'body' | 'payload' }>, call: StruckCall): Reply {
	if (fault.kind === 'body') return jsonReply(200, fault.json);
	if (fault.kind === 'payload') {
		const fields = Object.fromEntries((PAYLOAD_FIELDS[call.kind] ?? []).map((name) => [name, null]));
		const payload = { success: fault.success, errors: fault.errors ?? [], ...fields, ...fault.fields };
		return jsonReply(200, { data: { [call.responseKey]: payload } });
	}
	const { status, headers = {}, body } = fault;
	if (body === undefined) return { status, headers, body: '' };
	if (typeof body !== 'string') return jsonReply(status, body, headers);
	return { status, headers: { 'content-type': body.startsWith('<') ? 'text/html' : 'text/plain', ...headers }, body };
}
