import type { IContextObject } from 'n8n-workflow';
import { isRecord, type JsonRecord } from '../utils/json';

/**
 * A record in the context of an execution, which n8n stores with it: it is also there after a pause, on another worker, and in a retry from
 * the list of executions. Its values may come out of n8n's database, so they must be parsed.
 */
export function recordIn(context: IContextObject, name: string): JsonRecord {
	const known: unknown = context[name];
	if (isRecord(known)) return known;
	const made = {};
	context[name] = made;
	return made;
}
