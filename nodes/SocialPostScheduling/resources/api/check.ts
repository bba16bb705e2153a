import type { IDataObject } from 'n8n-workflow';
import { explain } from '../../errors/errorMessages';
import { redactorOfKeys } from '../../errors/redact';
import { mapServiceText, shorten } from '../../errors/serviceMessage';
import { apiKeysOf } from '../../execution/credential';
import { createItemHandler } from '../../execution/itemHandler';
import type { Failure } from '../../transport/failure';
import { callService } from '../../transport/graphql';
import type { GraphQlRequest } from '../../transport/request';
import type { JsonObject } from '../../utils/json';
import { ok, type Result } from '../../utils/result';
import type { OperationDefinition, ResourceDefinition } from '../definition';
import { CANARY } from './canary';
import { readGroupReply } from './groupReply';
import { missingIn } from './missing';
import { type Probe, probeOf } from './probe';
import { type Finding, findAccepted } from './search';

/** How many requests a check sends at most, so that it leaves room in the budget of a free account: 25 in 10 minutes. */
export const MAX_REQUESTS = 8;

/** What is known of an operation, as an item of the output. */
export interface OperationCheck extends IDataObject {
	/** As the panel calls it: `Tweet: Schedule`. */
	operation: string;
	/** Null where it is not known. */
	offered: 'yes' | 'partly' | 'no' | null;
	/** What the service says that it does not know, as GraphQL writes places of a schema: `Type.field`. */
	missing: string[];
	/** The service's own words; why it is not known, where it is not. */
	says: string;
}

/** Sends a request and reads the reply. */
export type Send = <T>(request: GraphQlRequest<T>, variables: JsonObject) => Promise<Result<T, Failure>>;

/**
 * Finds out which operations a service offers, without a change there. A failure is one of the first request.
 *
 * @param readApiKeys gives the keys with which it was sent: one may be replaced meanwhile
 */
export async function checkOperations(
	resources: readonly ResourceDefinition[],
	send: Send,
	readApiKeys: () => Promise<readonly string[]>,
): Promise<Result<OperationCheck[], Failure>> {
	const proof = await send(CANARY, {});
	if (!proof.ok) return proof;
	const isSkipped = proof.value;
	const operations = resources.flatMap((resource) =>
		resource.operations.map(({ name, requests }) => ({
			name: `${resource.name}: ${name}`,
			probes: requests.flatMap((request) => probeOf(request) ?? []),
		})),
	);
	const findings = await findAccepted(
		distinct(operations.flatMap(({ probes }) => probes)),
		async ({ document, operationName, variables, keys }) =>
			await send(
				{ ...CANARY, document, operationName, read: (reply) => readGroupReply(reply, keys, isSkipped) },
				variables,
			),
		{ isSkipped, maxRequests: MAX_REQUESTS - 1 },
	);
	const byDocument = new Map([...findings].map(([{ document }, finding]) => [document, finding]));
	const redactKeys = redactorOfKeys(await readApiKeys());
	const safe = (words: string) => shorten(redactKeys(words));
	return ok(
		operations
			.filter(({ probes }) => probes.length > 0)
			.map(({ name, probes }) => {
				const checked = probes.flatMap((probe) => {
					const finding = byDocument.get(probe.document);
					return finding === undefined ? [] : [{ probe, finding }];
				});
				return summaryOf(name, checked, safe);
			}),
	);
}

/** Each document once: several operations may send the same one. */
const distinct = (probes: readonly Probe[]): Probe[] => [
	...new Map(probes.map((probe) => [probe.document, probe])).values(),
];

interface Checked {
	readonly probe: Probe;
	readonly finding: Finding;
}

/**
 * `partly` where the service has something of it: one of its requests, or a field, of which something below is missing. `no` where
 * it has nothing of it.
 */
function summaryOf(operation: string, checked: readonly Checked[], safe: (words: string) => string): OperationCheck {
	const findings = checked.map(({ finding }) => finding);
	const unknown = findings.find((finding) => finding.type === 'notChecked');
	if (unknown?.type === 'notChecked') {
		return { operation, offered: null, missing: [], says: safe(wordsOf(unknown.reason, safe)) };
	}
	const messages = new Set(findings.flatMap((finding) => (finding.type === 'refused' ? finding.messages : [])));
	const missing = new Set([...messages].flatMap((message) => missingIn(message)?.name ?? []));
	return {
		operation,
		offered: messages.size === 0 ? 'yes' : checked.some(hasSome) ? 'partly' : 'no',
		missing: [...missing].map(safe),
		says: safe([...messages].join(' ')),
	};
}

/** Whether the service has the field of a document, as far as its words tell. */
function hasSome({ probe, finding }: Checked): boolean {
	if (finding.type !== 'refused') return finding.type === 'accepted';
	const missing = finding.messages.flatMap((message) => missingIn(message) ?? []);
	return missing.length > 0 && !missing.some(({ field, isType }) => isType === true || field === probe.field);
}

const wordsOf = (reason: string | Failure, safe: (words: string) => string): string =>
	typeof reason === 'string' ? `Not checked: ${reason}.` : explain(mapServiceText(reason, safe), CANARY).message;

/** The check of the operations of other resources. */
export const createCheck = (resources: readonly ResourceDefinition[]): OperationDefinition => ({
	name: 'Check',
	value: 'check',
	action: 'Check which operations the service offers',
	description: 'Check which operations of this node the service offers, without changing anything there',
	fields: [],
	requests: [CANARY],
	handler: createItemHandler<null>({
		request: CANARY,
		concurrency: 1,
		pastTense: 'checked',
		validate: () => ok(null),
		execute: async ({ functions, connection }) => {
			const send: Send = async (request, variables) => await callService(connection, request, variables);
			const checks = await checkOperations(resources, send, async () => await apiKeysOf(functions));
			return checks.ok ? { ok: true, output: checks.value } : { ok: false, request: CANARY, failure: checks.error };
		},
	}),
});
