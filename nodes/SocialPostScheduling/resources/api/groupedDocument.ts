import type { JsonObject } from '../../utils/json';
import type { Probe } from './probe';

/** Several documents in one, whose fields have aliases of their own. */
export interface GroupedDocument {
	readonly document: string;
	readonly operationName: string;
	readonly variables: JsonObject;
	/** The place of the probe that a line of the document belongs to; lines count from 1. */
	readonly lines: ReadonlyMap<number, number>;
	/** The names under which data would hold the fields. */
	readonly keys: readonly string[];
}

const OPERATION_NAME = 'Check';

/** The alias of a probe by its place, and the beginning of its variables. */
const aliasOf = (place: number): string => `check${place}`;

/** Finds an alias in a text, with the name of a variable behind it if there is one. */
const ALIAS = /\bcheck(\d+)(?:_(\w+))?\b/g;

/**
 * Asks for several documents in one: each has a line for its variables, and one for its field, so that an error of the service can
 * be given to it.
 *
 * @param isSkipped whether the service is told to leave out every field: it then checks the document, and carries out nothing
 */
export function groupDocuments(probes: readonly Probe[], isSkipped: boolean): GroupedDocument {
	const type = probes[0]?.type ?? 'query';
	const lines = new Map<number, number>();
	const text: string[] = [];
	const write = (line: string, place?: number) => {
		text.push(line);
		if (place !== undefined) lines.set(text.length, place);
	};
	const hasVariables = probes.some(({ declarations }) => declarations.length > 0);
	write(`${type} ${OPERATION_NAME}${hasVariables ? '(' : ' {'}`);
	if (hasVariables) {
		for (const [place, { declarations }] of probes.entries()) {
			if (declarations.length > 0) write(renamed(declarations, place), place);
		}
		write(') {');
	}
	for (const [place, probe] of probes.entries()) write(fieldOf(probe, place, isSkipped), place);
	write('}');
	const variables = probes.flatMap((probe, place) =>
		Object.entries(probe.variables).map(([name, value]) => [`${aliasOf(place)}_${name}`, value] as const),
	);
	return {
		document: text.join('\n'),
		operationName: OPERATION_NAME,
		variables: Object.fromEntries(variables),
		lines,
		keys: probes.map((_, place) => aliasOf(place)),
	};
}

function fieldOf({ field, rest }: Probe, place: number, isSkipped: boolean): string {
	const selectionAt = rest[0] === '(' ? rest.indexOf(')') + 1 : 0;
	const given = renamed(rest.slice(0, selectionAt), place);
	const selection = rest.slice(selectionAt).join(' ');
	return `${aliasOf(place)}: ${field}${given}${isSkipped ? ' @skip(if: true)' : ''} ${selection}`.trimEnd();
}

/** Words and signs with the variables of a probe by the names that they have in the group. */
const renamed = (tokens: readonly string[], place: number): string =>
	tokens.map((token, at) => (tokens[at - 1] === '$' ? `${aliasOf(place)}_${token}` : token)).join(' ');

/** The places of the probes whose alias or variables a text names. */
export const placesNamedIn = (text: string): number[] => [...text.matchAll(ALIAS)].map(([, place]) => Number(place));

/** A text of the service in the words of the documents that a person may know: without the aliases. */
export const withoutAliases = (text: string, probes: readonly Probe[]): string =>
	text.replace(ALIAS, (alias, place: string, variable?: string) => variable ?? probes[Number(place)]?.field ?? alias);
