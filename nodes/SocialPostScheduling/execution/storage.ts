import { isRecord, type JsonRecord } from '../utils/json';

/**
 * A record in the context of an execution, or in a record there. n8n stores it with the execution: it is also there after a pause, on another
 * worker, and in a retry from the list of executions. Its values may come out of n8n's database, so they must be parsed.
 */
export function recordIn(context: JsonRecord, name: string): JsonRecord {
	const known = context[name];
	if (isRecord(known)) return known;
	const made = {};
	context[name] = made;
	return made;
}
