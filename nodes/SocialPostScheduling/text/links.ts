import { isValidDomain, LATIN_ACCENTS, latinDomains } from './domainNames';
import { DOMAIN_RUN, type Label, readLabels } from './domains';

/** A link of a text. `start` and `end` are indices in UTF-16 code units. */
export interface Link {
	readonly start: number;
	readonly end: number;
}

/** The longest link that twitter-text takes, in UTF-16 code units: its scheme, or https where it has none, and the link itself. */
const MAX_LENGTH = 4096;
const DEFAULT_SCHEME = 'https://';

/** A scheme right before a domain. */
const SCHEME = /https?:\/\/$/i;

/** What cannot stand right before a link: the link would be a part of a word, a mention, a hashtag or a cashtag. */
const NOT_BEFORE = /[0-9A-Za-z@\uFF20$#\uFF03\uFFFE\uFEFF\uFFFF]/;

/** What cannot stand right before a link without a scheme, in addition. */
const NOT_BEFORE_DOMAIN = /[-_./]/;

const PATH_LETTERS = `a-z\\u0400-\\u04FF0-9${LATIN_ACCENTS}`;
const IN_PATH = `[${PATH_LETTERS}!*';:=+,.$/%#[\\]\\-\\u2013_~@|&]`;
/** Parentheses belong to a path where they are closed, one pair within another at most. */
const PARENTHESES = `\\((?:${IN_PATH}+|${IN_PATH}*\\(${IN_PATH}+\\)${IN_PATH}*)\\)`;
const PATH_END = `(?:[${PATH_LETTERS}+\\-=_#/]|${PARENTHESES})`;
const PATH = `/(?:${IN_PATH}*(?:${PARENTHESES}${IN_PATH}*)*${PATH_END}|@${IN_PATH}+/)*`;
const QUERY = "\\?[a-z0-9!?*'@();:&=+$/%#[\\]\\-_.,~|]*[a-z0-9\\-_&=#/]";

/** What follows the domain: port, path and query. It always matches, if only with nothing. */
const AFTER_DOMAIN = new RegExp(`(?::[0-9]+)?(${PATH})?(?:${QUERY})?`, 'iy');

/** The service's own short links end with their code, or with a query; a code has 40 characters at most. */
const SHORT_LINK = new RegExp(`^https?://t\\.co/([a-z0-9]+)(?:${QUERY})?`, 'i');
const MAX_SHORT_CODE = 40;

/** A place where a link is, with its parts. */
interface Candidate {
	readonly start: number;
	readonly scheme: string;
	readonly domain: string;
	readonly path: string | undefined;
	readonly end: number;
}

/**
 * The links of a text, in order, as twitter-text 3.1.0 finds them (`extractUrlsWithIndices`), also those without a scheme. The time
 * is in proportion to the length of the text.
 */
export function findLinks(text: string): Link[] {
	const links: Link[] = [];
	if (!text.includes('.')) return links;
	let from = 0;
	for (const { 0: run, index } of text.matchAll(DOMAIN_RUN)) {
		for (const label of readLabels(text, index, run)) {
			const candidate = findCandidate(text, label, label.start === index, from);
			if (candidate === undefined) continue;
			from = candidate.end;
			links.push(...linksOf(text, candidate));
		}
	}
	return links;
}

/** The first link that begins in a label, or with a scheme before it. `from` is where the last one ended: at least one character lies between. */
function findCandidate(text: string, label: Label, isFirst: boolean, from: number): Candidate | undefined {
	const canBegin = (index: number) =>
		index === 0 ? from === 0 : index > from && !NOT_BEFORE.test(text.charAt(index - 1));
	if (isFirst) {
		const scheme = SCHEME.exec(text.slice(Math.max(0, label.start - DEFAULT_SCHEME.length), label.start))?.[0];
		if (scheme !== undefined && canBegin(label.start - scheme.length)) {
			const candidate = readCandidate(text, label, label.start, scheme);
			if (candidate !== undefined) return candidate;
		}
	}
	for (let start = Math.max(label.start, from); start < label.dot; start++) {
		if (!canBegin(start)) continue;
		// A text that begins with a letter such as "é" is first tried without it.
		const candidate =
			(start === 0 && canBegin(1) && label.dot > 1 ? readCandidate(text, label, 1, '') : undefined) ??
			readCandidate(text, label, start, '');
		if (candidate !== undefined) return candidate;
	}
	return undefined;
}

function readCandidate(text: string, label: Label, first: number, scheme: string): Candidate | undefined {
	const endOfDomain = label.endOfDomain(first);
	if (endOfDomain === undefined) return undefined;
	AFTER_DOMAIN.lastIndex = endOfDomain;
	const path = AFTER_DOMAIN.exec(text)?.[1];
	return {
		start: first - scheme.length,
		scheme,
		domain: text.slice(first, endOfDomain),
		path,
		end: AFTER_DOMAIN.lastIndex,
	};
}

function linksOf(text: string, candidate: Candidate): Link[] {
	const { start, end, scheme, domain } = candidate;
	if ((scheme || DEFAULT_SCHEME).length + end - start > MAX_LENGTH || !isValidDomain(domain)) return [];
	return scheme === '' ? linksWithoutScheme(text, candidate) : linkWithScheme(text, candidate);
}

function linkWithScheme(text: string, { start, end }: Candidate): Link[] {
	const short = SHORT_LINK.exec(text.slice(start, end));
	if (short?.[1] === undefined) return [{ start, end }];
	return short[1].length > MAX_SHORT_CODE ? [] : [{ start, end: start + short[0].length }];
}

/** Only domains of Latin letters are links without a scheme; the last one has the path. */
function linksWithoutScheme(text: string, { start, end, domain, path }: Candidate): Link[] {
	if (start > 0 && NOT_BEFORE_DOMAIN.test(text.charAt(start - 1))) return [];
	const parts = latinDomains(domain);
	return parts.map((part, index) => {
		const hasPath = path !== undefined && index === parts.length - 1;
		return { start: start + part.start, end: start + part.end + (hasPath ? end - start - domain.length : 0) };
	});
}
