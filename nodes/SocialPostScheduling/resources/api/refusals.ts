import { type GroupedDocument, placesNamedIn } from './groupedDocument';
import type { DocumentError } from './groupReply';
import { missingIn } from './missing';
import type { Probe } from './probe';

/**
 * Which documents of a group the errors of the service are about: by their lines, by an alias or a variable that they name, or by
 * the name of what is missing. Errors that tell none of it are left out.
 *
 * @returns the messages, by the place of the probe
 */
export function refusalsIn(
	errors: readonly DocumentError[],
	group: Pick<GroupedDocument, 'lines'>,
	probes: readonly Probe[],
): Map<number, string[]> {
	const refusals = new Map<number, string[]>();
	for (const error of errors) {
		for (const place of placesOf(error, group, probes)) {
			refusals.set(place, [...(refusals.get(place) ?? []), error.message]);
		}
	}
	return refusals;
}

function placesOf(
	{ message, lines }: DocumentError,
	group: Pick<GroupedDocument, 'lines'>,
	probes: readonly Probe[],
): number[] {
	const byLine = lines.flatMap((line) => group.lines.get(line) ?? []);
	if (byLine.length > 0) return onlyOne(byLine);
	const named = placesNamedIn(message).filter((place) => place < probes.length);
	return named.length > 0 ? onlyOne(named) : placesWithMissing(message, probes);
}

/** A field at the top and the type of a variable are missing wherever they stand; another name may stand for several things. */
function placesWithMissing(message: string, probes: readonly Probe[]): number[] {
	const missing = missingIn(message);
	if (missing === undefined) return [];
	const { name, field = name, isType } = missing;
	const placesWhere = (has: (probe: Probe) => boolean) =>
		[...probes.entries()].flatMap(([place, probe]) => (has(probe) ? place : []));
	if (isType) return placesWhere(({ declarations }) => declarations.includes(name));
	const atTop = placesWhere((probe) => probe.field === field);
	if (atTop.length > 0) return atTop;
	return onlyOne(placesWhere(({ rest, declarations }) => rest.includes(field) || declarations.includes(field)));
}

/** Places that are all the same; none where an error may be about several documents. */
const onlyOne = (places: readonly number[]): number[] => {
	const distinct = [...new Set(places)];
	return distinct.length === 1 ? distinct : [];
};
