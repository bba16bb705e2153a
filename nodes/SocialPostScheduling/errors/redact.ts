import { cleanApiKey } from '../validation/apiKey';
import { knownType } from '../validation/mimeTypes';

/** What stands where a secret stood. */
const KEY = '[API key]';
const ADDRESS = '[address]';
/** The same while a text is looked at word by word. */
const KEY_WITHOUT_BLANK = '[API-key]';

/**
 * How much of a text is read, in characters, about a million: far more than is ever shown. Node's expressions end with an error
 * at about ten times of that in one word.
 */
const MAX_CHARACTERS = 2 ** 20;

/** Parameters of signed addresses: their values are secrets, however short. */
const SECRET_PARAMETER =
	/(?:^|[?&;])(?:[\w-]*[-_])?(?:sig|signature|token|credential|key|policy|secret|expires|date)=/i;
const SECRET_NAME = /sig|token|credential|key|policy|secret/i;
/** An ordinary word of a path, such as `multipart`. */
const WORD = /^[a-z]{1,15}$/i;

/** Shorter texts are no secret, and replacing them would blank out ordinary words. */
const SHORTEST_KEY = 6;
/** Shorter parts of an address are names of folders and of parameters. */
const SHORTEST_PART = 8;
/** Shorter values of secret parameters are in too many words. */
const SHORTEST_SECRET = 4;

/**
 * A text that is safe to show and to store: without the API key, in every form in which it travels, and without anything that
 * looks like a signed address or a Bearer token. The signed upload address is as secret as the key, and a service may quote
 * either in its answers.
 *
 * It costs as much as the text is long: a service may answer with megabytes.
 */
export function redact(text: string, apiKey: string): string {
	return redactLooks(replaceAll(beginningOf(text), formsOfKey(apiKey), KEY));
}

/** A text without any part of an address that is known: a storage may quote it cut, encoded, or without its scheme. */
export function redactAddress(text: string, address: string): string {
	return redactLooks(replaceAll(beginningOf(text), partsOfAddress(address), ADDRESS));
}

/** Of a text that is longer, only the words that are whole: a part of a secret would not be found. */
function beginningOf(text: string): string {
	if (text.length <= MAX_CHARACTERS) return text;
	const end = Math.max(...[' ', '\n', '"'].map((blank) => text.lastIndexOf(blank, MAX_CHARACTERS)));
	return end === -1 ? withoutWords(text) : text.slice(0, end);
}

/** A text of one word, which may be a secret as a whole. */
const withoutWords = (text: string): string => `[${text.length} characters without a blank]`;

/** What looks like a secret, whoever's it is. */
function redactLooks(text: string): string {
	return text
		.replaceAll(KEY, KEY_WITHOUT_BLANK)
		.replace(/[^\s"<>]+/g, (word) => (looksSigned(word) || looksSigned(decode(word)) ? ADDRESS : word))
		.replaceAll(KEY_WITHOUT_BLANK, KEY)
		.replace(/\bBearer\s+(?!\[API key\])\S+/gi, `Bearer ${KEY}`);
}

/** Whether a word is an address with parameters, with its scheme or with a parameter that is a secret by its name or its length. */
function looksSigned(word: string): boolean {
	if (!/[?&]/.test(word)) return false;
	return (
		/https?:\/\//i.test(word) ||
		(word.includes('/') && (SECRET_PARAMETER.test(word) || /[?&][^=&]*=[^&]{20}/.test(word)))
	);
}

/** The key as the user entered it, as it is sent, and as addresses and headers encode it. */
function formsOfKey(apiKey: string): string[] {
	const plain = [apiKey, apiKey.trim(), cleanApiKey(apiKey)];
	const forms = plain.flatMap((key) => [...spellings(key), base64(key)]);
	return forms.filter((form) => form.length >= SHORTEST_KEY);
}

/** All of an address that may be secret: the host, the parts of the path, the values of the parameters, in every spelling. */
function partsOfAddress(address: string): string[] {
	if (!URL.canParse(address)) return [address];
	const { host, pathname, search, username, password } = new URL(address);
	const values = search.split(/[?&;]/).map((pair) => {
		const at = pair.indexOf('=');
		return { value: pair.slice(at + 1), isSecret: SECRET_NAME.test(pair.slice(0, at)) };
	});
	const secrets = [username, password, ...values.filter(({ isSecret }) => isSecret).map(({ value }) => value)];
	const others = [...pathname.split('/'), ...values.map(({ value }) => value)];
	const forms = (part: string) => [...spellings(part), ...spellings(decode(part))];
	return [
		address,
		...spellings(host),
		...secrets.flatMap(forms).filter((part) => part.length >= SHORTEST_SECRET),
		...others
			.flatMap(forms)
			.filter((part) => part.length >= SHORTEST_PART && !WORD.test(part) && knownType(part) === undefined),
	];
}

/** A text as it is, and as addresses, JSON and HTML write it. */
function spellings(text: string): string[] {
	const inHtml = text.replace(/[&<>"']/g, (character) => HTML_NAMES[character] ?? character);
	return [text, encodeURIComponent(wellFormed(text)), JSON.stringify(text).slice(1, -1), inHtml];
}

const HTML_NAMES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

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
