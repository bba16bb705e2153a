import { cleanApiKey } from '../validation/apiKey';
import { knownType } from '../validation/mimeTypes';

/** What stands where a secret stood. */
const KEY = '[API key]';
const ADDRESS = '[address]';

/** Shorter texts are no secret, and replacing them would blank out ordinary words. */
const SHORTEST_KEY = 6;
/** Shorter parts of an address are names of folders and of parameters. */
const SHORTEST_PART = 8;

/**
 * A text that is safe to show and to store: without the API key, in every form in which it travels, and without anything that
 * looks like a signed address or a Bearer token. The signed upload address is as secret as the key, and a service may quote
 * either in its answers.
 *
 * It costs as much as the text is long: a service may answer with megabytes.
 */
export function redact(text: string, apiKey: string): string {
	return redactLooks(replaceAll(text, formsOfKey(apiKey), KEY));
}

/** A text without any part of an address that is known: a storage may quote it cut, encoded, or without its scheme. */
export function redactAddress(text: string, address: string): string {
	return redactLooks(replaceAll(text, partsOfAddress(address), ADDRESS));
}

/** What looks like a secret, whoever's it is. */
function redactLooks(text: string): string {
	return text
		.replace(/(?:\[API key\]|[^\s"<>])+/g, (word) => (looksSigned(word) ? ADDRESS : word))
		.replace(/\bBearer\s+(?!\[API key\])\S+/gi, `Bearer ${KEY}`);
}

/** Whether a word is an address with parameters, with or without its scheme. */
function looksSigned(word: string): boolean {
	const hasParameters = /[?&]/.test(word);
	return hasParameters && (/https?:\/\//i.test(word) || (word.includes('/') && word.includes('=')));
}

/** The key as the user entered it, as it is sent, and as addresses and headers encode it. */
function formsOfKey(apiKey: string): string[] {
	const plain = [apiKey, apiKey.trim(), cleanApiKey(apiKey)];
	const forms = plain.flatMap((key) => [key, encodeURIComponent(wellFormed(key)), base64(key)]);
	return forms.filter((form) => form.length >= SHORTEST_KEY);
}

/** All of an address that may be secret: the host, the parts of the path, the values of the parameters, in every spelling. */
function partsOfAddress(address: string): string[] {
	if (!URL.canParse(address)) return [address];
	const { host, pathname, search } = new URL(address);
	const written = [...pathname.split('/'), ...search.split(/[?&;]/).map((pair) => pair.slice(pair.indexOf('=') + 1))];
	const parts = written.flatMap((part) => {
		const decoded = decode(part);
		return [part, encodeURIComponent(part), decoded, encodeURIComponent(wellFormed(decoded))];
	});
	return [
		address,
		host,
		encodeURIComponent(host),
		...parts.filter((part) => part.length >= SHORTEST_PART && knownType(part) === undefined),
	];
}

/** A text with each of some texts replaced, in upper and lower case alike: percent-encoding has both. */
function replaceAll(text: string, wanted: readonly string[], replacement: string): string {
	const longestFirst = [...new Set(wanted)].filter((part) => part !== '').sort((a, b) => b.length - a.length);
	if (longestFirst.length === 0) return text;
	const pattern = longestFirst.map((part) => part.replace(/[$()*+./?[\\\]^{|}-]/g, '\\$&')).join('|');
	return text.replace(new RegExp(pattern, 'gi'), replacement);
}

function decode(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}

/** A text that can be encoded: half of a surrogate pair cannot. */
const wellFormed = (text: string): string => text.replace(/[\ud800-\udfff]/gu, '');

const base64 = (text: string): string => Buffer.from(text).toString('base64');
