import { TOP_LEVEL_DOMAINS } from './topLevelDomains';

/** What no domain holds, for twitter-text: most of ASCII's punctuation, white space, marks of direction. All else may be in one. */
const NOT_IN_DOMAIN =
	"!'#%&()*+,\\\\/:;<=>?@\\[\\]^{|}~$\\t-\\r \\x85\\xA0\\u061C\\u1680\\u180E\\u2000-\\u200A\\u200E\\u200F\\u2028-\\u202F\\u205F" +
	'\\u2066-\\u2069\\u3000\\uFEFF\\uFFFE\\uFFFF';

/** Characters that domains are made of, as many as stand together. */
export const DOMAIN_RUN = new RegExp(`[^${NOT_IN_DOMAIN}]+`, 'g');

const LATIN_NAMES: ReadonlySet<string> = new Set(TOP_LEVEL_DOMAINS.filter((name) => /^[a-z]+$/.test(name)));

/** Those of other scripts, the longer one first where one begins like another. */
const OTHER_NAMES = TOP_LEVEL_DOMAINS.filter((name) => !LATIN_NAMES.has(name)).toReversed();

/** What follows may be of another script, as in "example.comです". */
const TOP_LEVEL_DOMAIN = new RegExp(`(?:${OTHER_NAMES.join('|')}|([a-z]+))(?![0-9A-Za-z@+-])|xn--[-0-9a-z]+`, 'iy');

/** Where the top-level domain ends that begins at an index; undefined where none begins there. */
export function endOfTopLevelDomain(text: string, index: number): number | undefined {
	TOP_LEVEL_DOMAIN.lastIndex = index;
	const found = TOP_LEVEL_DOMAIN.exec(text);
	if (found === null || (found[1] !== undefined && !LATIN_NAMES.has(found[1].toLowerCase()))) return undefined;
	return TOP_LEVEL_DOMAIN.lastIndex;
}

/** One label of the domains in a run, with a dot after it. Numbers are indices in the text, in UTF-16 code units. */
export interface Label {
	readonly start: number;
	readonly dot: number;
	/** Where the domain ends that begins at an index of this label: as late as possible; undefined where none begins there. */
	readonly endOfDomain: (first: number) => number | undefined;
}

/**
 * The labels of a run, in order. They are read from the last to the first, each knowing what follows it, so that the time is in
 * proportion to the length of the run, whatever stands in it.
 *
 * @param run what {@link DOMAIN_RUN} found at `index`
 */
export function readLabels(text: string, index: number, run: string): Label[] {
	const names = run.split('.').slice(0, -1);
	const labels: Label[] = [];
	let dot = index + run.lastIndexOf('.');
	let followingEnd: number | undefined;
	for (const name of names.reverse()) {
		const start = dot - name.length;
		const endOfDomain = domainEnds(text, start, name, followingEnd);
		labels.push({ start, dot, endOfDomain });
		followingEnd = endOfDomain(start);
		dot = start - 1;
	}
	return labels.reverse();
}

/** The label right before the top-level domain has no underscore; the others may have one. */
function domainEnds(text: string, start: number, name: string, followingEnd: number | undefined): Label['endOfDomain'] {
	const isEdge = (index: number) => !/^[-_]?$/.test(name.charAt(index - start));
	const dot = start + name.length;
	if (!isEdge(dot - 1)) return () => undefined;
	const end = followingEnd ?? endOfTopLevelDomain(text, dot + 1);
	if (end === undefined) return () => undefined;
	const earliest = followingEnd === undefined ? start + name.lastIndexOf('_') + 1 : start;
	return (first) => (first >= earliest && isEdge(first) ? end : undefined);
}
