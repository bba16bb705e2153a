import { endOfTopLevelDomain } from './domains';
import { asciiLength } from './punycode';

/** Letters with accents that twitter-text takes in a link without a scheme and in a path, as a part of a character class. */
export const LATIN_ACCENTS =
	'\\u0300-\\u036F\\xC0-\\xD6\\xD8-\\xF6\\xF8-\\u024F\\u0253\\u0254\\u0256\\u0257\\u0259\\u025B\\u0263\\u0268\\u026F\\u0272' +
	'\\u0289\\u028B\\u02BB\\u1E00-\\u1EFF';

/** Latin labels and dots, beginning with a label. */
const LATIN_RUN = new RegExp(`[${LATIN_ACCENTS}0-9a-z-][${LATIN_ACCENTS}0-9a-z.-]*`, 'gi');

/** A part of a domain: indices in it, in UTF-16 code units. */
interface DomainPart {
	readonly start: number;
	readonly end: number;
}

/**
 * The domains of Latin letters within a domain: without a scheme, only these are links. In "見てexample.com" it is "example.com". Where
 * its text stands in the domain twice, twitter-text gives the first place, and so does this.
 */
export function latinDomains(domain: string): DomainPart[] {
	const parts: DomainPart[] = [];
	for (const { 0: run, index } of domain.matchAll(LATIN_RUN)) {
		let end: number | undefined;
		for (let dot = run.lastIndexOf('.'); dot > 0 && end === undefined; dot = run.lastIndexOf('.', dot - 1)) {
			end = endOfTopLevelDomain(domain, index + dot + 1);
		}
		if (end === undefined) continue;
		const name = domain.slice(index, end);
		const start = domain.indexOf(name, parts.at(-1)?.end);
		parts.push({ start, end: start + name.length });
	}
	return parts;
}

/** The longest label that the domain name system has, in ASCII characters. */
const MAX_LABEL_LENGTH = 63;

/** Whether twitter-text takes a domain that follows a scheme or stands alone, for the length of its labels and for how it is written. */
export function isValidDomain(domain: string): boolean {
	if (domain.startsWith('xn--') && latinDomains(domain).length === 0) return false;
	return domain.split('.').every((label) => {
		return [...label].length <= MAX_LABEL_LENGTH && asciiLength(label) <= MAX_LABEL_LENGTH;
	});
}
