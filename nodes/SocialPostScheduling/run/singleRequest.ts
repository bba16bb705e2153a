import type { IDataObject } from 'n8n-workflow';
import { type Checked, invalid, valid } from '../shared/checked';
import { field, isRecord, type JsonRecord } from '../shared/json';
import type { Outcome } from '../transport/cause';
import type { Call } from '../transport/explain';
import { callService, type GraphQlRequest } from '../transport/graphql';
import type { Reply } from '../transport/reply';
import type { Effect } from '../transport/retry';
import { type Item, READ_WIDTH } from './operation';
import { program } from './program';

/** What there is to say of an operation that is one request: its document and variables stand in the routing of its fields. */
interface SingleRequest {
	readonly call: Call;
	readonly effect: Effect;
	/** The done items in a sentence: `Items 0 to 3 were <doneWord>.` */
	readonly doneWord: string;
	/** Checks the variables as the fields gave them, and gives them in the form that the service takes. */
	readonly check: (variables: JsonRecord) => Checked<IDataObject>;
	/** The item in a reply, or the reason why there is none. */
	readonly read: (reply: Reply) => Outcome<IDataObject>;
}

/**
 * The program that all operations of one request share: it sends the request that the engine assembled from the operation's
 * `routing.request.body` and the fields' `routing.send`.
 */
export function singleRequest({ call, effect, doneWord, check, read }: SingleRequest) {
	return program<GraphQlRequest>({
		call,
		width: READ_WIDTH,
		doneWord,
		atMostOnce: effect === 'counts',
		check: ({ assembled }) => readAssembled(assembled, check),
		perform: async ({ connection }, request) => {
			const outcome = await callService(connection, request, effect, read);
			return outcome.ok ? { ok: true, json: outcome.value } : { ok: false, call, cause: outcome.cause };
		},
	});
}

function readAssembled(assembled: Item['assembled'], check: SingleRequest['check']): Checked<GraphQlRequest> {
	const query = field(assembled.body, 'query');
	if (typeof query !== 'string') return invalid('Operation', 'has no document', 'Choose the operation from the list.');
	const written = field(assembled.body, 'variables');
	const variables = check(isRecord(written) ? written : {});
	return variables.ok ? valid({ query, variables: variables.value }) : variables;
}
