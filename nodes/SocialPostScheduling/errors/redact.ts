import { cleanApiKey } from '../validation/apiKey';
import { knownType } from '../validation/mimeTypes';
import { cutLongValues } from '../utils/values';
import { expressionFor } from './spellings';

/** What stands where a secret stood. */
const KEY = '[API key]';
const ADDRESS = '[address]';
/** The same while a text is looked at word by word. */
const KEY_WITHOUT_BLANK = '[API-key]';

/** How much of a text is read, in characters: far more than is ever shown, and little enough for hundreds of texts in one response. */
const MAX_CHARACTERS = 2 ** 14;

/** How people call what is secret in a signed address. */
const SECRET_WORDS = 'sig|signature|token|credential|key|policy|secret';
/** The same, and what else only signed addresses have. */
const SIGNING_WORDS = `${SECRET_WORDS}|expires|date`;
/** Parameters of signed addresses whose values are secrets, however short. */
const SECRET_NAME = new RegExp(`(?:^|[-_])(?:${SECRET_WORDS})$`, 'i');
/** Parameters that say how an address is signed, and are no secret. */
const PUBLIC_NAME = /(?:^|[-_])(?:algorithm|signedheaders|headers|size|length|type|version)$/i;
/** Parameters that only signed addresses have. */
const SIGNING_NAME = new RegExp(`(?:^|[-_])(?:${SIGNING_WORDS})$`, 'i');
/** How the names of parameters of an address end that may be secret, such as `accessToken`. */
const SIGNING_NAME_IN_ADDRESS = new RegExp(
	`(?:${SIGNING_WORDS}|sign|keyid|auth|jwt|hmac|hash|password)(?:\\[\\])?$`,
	'i',
);
/** Ordinary words that end in the same way, alone or as the last one of a name such as `lastUpdate`. */
const ORDINARY_NAME =
	/(?:^|[^a-z])(?:assign|design|resign|candidate|mandate|update|validate|donkey|hockey|monkey|turkey)$|[a-z](?:Assign|Design|Resign|Candidate|Mandate|Update|Validate)$/;
/** How much of the name of a parameter is looked at, in characters. */
const NAME_CHARACTERS = 40;
/** A value of a parameter of this length, in characters, is taken for a secret. */
const LONG_VALUE = 20;
/** The same for one with letters and digits, as keys and digests have them. */
const LONG_MIXED_VALUE = 16;
/** A JSON Web Token: a storage may quote one of its three parts (RFC 7519). The name of a file has no two points with as much around them. */
const JWT = /^[\w-]{16,}\.[\w-]{16,}\.[\w-]{16,}$/;
/** An ordinary word of a path, such as `multipart`. */
const WORD = /^[a-z]{1,15}$/i;

/** How many parts of an address are looked for: signed ones have a fifth of that. Of more, no text is shown at all. */
const MAX_PARTS = 100;

/** Shorter texts are no secret, and replacing them would blank out ordinary words. */
const SHORTEST_KEY = 6;
/** Shorter parts of an address are names of folders and of parameters. */
const SHORTEST_PART = 8;
/** Shorter values of secret parameters are in too many words. */
const SHORTEST_SECRET = 4;

/** Gives a text without something. */
export type Replacer = (text: string) => string;

/** What must not stand in a text, in whatever spelling. */
export interface Secret {
	/** The same for equal ones. */
	readonly spelling: string;
	/** @param lower the text in small letters */
	readonly findIn: (text: string, lower: string) => readonly Finding[];
}

/** Where a secret begins and ends in a text, and what is to stand there. */
interface Finding {
	readonly start: number;
	readonly end: number;
	readonly replacement: string;
}

/**
 * Makes texts that are safe to show and to store: without API keys, in every form in which they travel, and without anything that
 * looks like a signed address or a Bearer token. The signed upload address is as secret as a key, and a service may quote
 * either in its answers.
 *
 * It costs as much as the text is long: a service may answer with megabytes.
 */
export function redactorOfKeys(apiKeys: readonly string[]): Replacer {
	const secrets = secretsOfKeys(apiKeys);
	return (text) => redact(secrets, text);
}

/** API keys, in every form in which they travel. */
export const secretsOfKeys = (apiKeys: readonly string[]): Secret[] =>
	apiKeys.flatMap(formsOfKey).map((form) => secretOf(form, KEY));

/**
 * Makes texts of data without API keys, in every form in which they travel. All else stays as it is: an item of the output may hold
 * any address, and a text of any length.
 */
export function redactorOfKeysInData(apiKeys: readonly string[]): Replacer {
	const forms = secretsOfKeys(apiKeys);
	return (text) => replaceIn(text, forms);
}

/** All parts of an address that is known: a storage may quote it cut, encoded, or without its scheme. */
export function secretsOfAddress(address: string): Secret[] {
	// A service may give megabytes: its parts would take seconds to make.
	if (!isReadWhole(address)) return [ALL_OF_IT];
	const parts = partsOfAddress(address);
	const canBeFound = parts.length <= MAX_PARTS && parts.every(isReadWhole);
	return canBeFound ? parts.map((part) => secretOf(part, ADDRESS)) : [ALL_OF_IT];
}

/** Whether it may stand in what is read of a text. Of one that is twice as long, Node makes no expression. */
const isReadWhole = (secret: string): boolean => secret.length <= MAX_CHARACTERS;

/** A text without some secrets, and without what looks like one. */
export function redact(secrets: readonly Secret[], text: string): string {
	const redacted = (part: string) => redactLooks(replaceIn(beginningOf(part), secrets));
	return redacted(cutLongValues(text, redacted));
}

/** Of a text that is longer, only the words that are whole: a part of a secret would not be found. */
function beginningOf(text: string): string {
	if (text.length <= MAX_CHARACTERS) return text;
	const end = Math.max(...[' ', '\n', '"'].map((blank) => text.lastIndexOf(blank, MAX_CHARACTERS)));
	return end <= 0 ? withoutWords(text) : text.slice(0, end);
}

/** A text of one word, which may be a secret as a whole. */
const withoutWords = (text: string): string => `[one word of ${text.length} letters]`;

/** What looks like a secret, whoever's it is. */
function redactLooks(text: string): string {
	return (
		text
			.replaceAll(KEY, KEY_WITHOUT_BLANK)
			.replace(/[^\s"<>]+/g, (word) => (spellingsOf(word).some(looksSigned) ? ADDRESS : word))
			.replaceAll(KEY_WITHOUT_BLANK, KEY)
			// A word without a digit, such as in "the Bearer scheme", is no token.
			.replace(/\bBearer\s+(?!\[API key\])\S*\d\S*/gi, `Bearer ${KEY}`)
	);
}

/** A word as it is, and as it was before it was escaped once or twice: by a library, and again by what quotes it. */
function spellingsOf(word: string): string[] {
	const once = unescaped(word);
	return distinct([word, once, unescaped(once)]);
}

/**
 * A word without the escapes of URLs, JSON, JavaScript and HTML, such as `%3D`, `\u003d`, `\x3d` or `&#61;`. One that is broken, as where a
 * word is cut, stays as it is, and the others are read all the same.
 */
const unescaped = (word: string): string =>
	word
		.replace(/&amp;/gi, '&')
		.replace(/&equals;/gi, '=')
		.replace(/(?:%|[%\\]u00|\\x)([2-7][0-9a-f])/gi, fromHex)
		.replace(/(?:\\u\{0{0,4}|&#x0{0,6})([2-7][0-9a-f])[;}]?/gi, fromHex)
		.replace(/&#0{0,6}(\d{2,3});?/g, (_, code: string) => String.fromCharCode(Number(code)));

const fromHex = (_: string, code: string): string => String.fromCharCode(Number.parseInt(code, 16));

/** Whether a word has parameters, as an address has them, of which one is a secret by its name, or in an address by its length. */
function looksSigned(word: string): boolean {
	const parts = word.split(/[?&;]/);
	const isPath = word.includes('/');
	return parts.length > 1 && parts.some((part) => isSecretPair(part, isPath));
}

/** @param isPath whether it is of an address, and not of other words */
function isSecretPair(part: string, isPath: boolean): boolean {
	const at = part.indexOf('=');
	if (at === -1) return false;
	const name = part.slice(Math.max(0, at - NAME_CHARACTERS), at);
	if (!isPath) return SIGNING_NAME.test(name);
	const length = part.length - at - 1;
	const isMixed = length >= LONG_MIXED_VALUE && /[a-z]/i.test(part.slice(at)) && /\d/.test(part.slice(at));
	const isSigning = SIGNING_NAME_IN_ADDRESS.test(name) && !ORDINARY_NAME.test(name);
	return isSigning || length >= LONG_VALUE || isMixed;
}

/** The key as the user entered it, as it is sent, and as addresses and headers encode it. */
function formsOfKey(apiKey: string): string[] {
	const plain = [apiKey, apiKey.trim(), cleanApiKey(apiKey)];
	const forms = plain.flatMap((key) => [key, ...base64Forms(key)]);
	return distinct(forms.filter((form) => form.length >= SHORTEST_KEY && isReadWhole(form)));
}

/** All of an address that may be secret: the host, the parts of the path, the values of the parameters, in every spelling. */
function partsOfAddress(address: string): string[] {
	if (!URL.canParse(address)) return distinct([address]);
	const { host, pathname, search, username, password } = new URL(address);
	const values = search.split(/[?&;]/).map((pair) => {
		const at = pair.indexOf('=');
		const name = pair.slice(0, Math.max(0, at));
		return { value: PUBLIC_NAME.test(name) ? '' : pair.slice(at + 1), isSecret: SECRET_NAME.test(name) };
	});
	const secrets = [username, password, ...values.filter(({ isSecret }) => isSecret).map(({ value }) => value)];
	const whole = [...pathname.split('/'), ...values.map(({ value }) => value)];
	const others = whole.flatMap((part) => (JWT.test(part) ? [part, ...part.split('.')] : [part]));
	const forms = (part: string) => [part, decode(part)];
	return distinct([
		address,
		...[address, pathname, search.slice(1)].filter((part) => part.length >= SHORTEST_PART).flatMap(base64Forms),
		host,
		...secrets.flatMap(forms).filter((part) => part.length >= SHORTEST_SECRET),
		...others
			.flatMap(forms)
			.filter((part) => part.length >= SHORTEST_PART && !WORD.test(part) && knownType(part) === undefined),
	]);
}

const distinct = (parts: readonly string[]): string[] => [...new Set(parts)].filter((part) => part !== '');

/**
 * A text that is found however it is spelled, in upper and lower case alike. No spelling changes letters and digits, so an expression is
 * made only where all its rows of them are in a text: to make one takes far longer than to look for these.
 */
function secretOf(spelling: string, replacement: string): Secret {
	const rows = rowsIn(spelling);
	let expression: RegExp | undefined;
	return {
		spelling,
		findIn: (text, lower) => {
			if (!rows.every((row) => lower.includes(row))) return [];
			expression ??= expressionFor(spelling);
			const matches = [...text.matchAll(expression)];
			return matches.map(({ 0: { length }, index }) => ({ start: index, end: index + length, replacement }));
		},
	};
}

/** Stands for more and longer parts than are looked for. */
const ALL_OF_IT: Secret = {
	spelling: '',
	findIn: (text) => (text === '' ? [] : [{ start: 0, end: text.length, replacement: '[not shown]' }]),
};

/** All secrets are looked for in the text as it is: what one takes out may be a part of another one. */
function replaceIn(text: string, secrets: readonly Secret[]): string {
	const lower = text.toLowerCase();
	const distinctSecrets = new Map(secrets.map((secret) => [secret.spelling, secret]));
	const found = [...distinctSecrets.values()].flatMap(({ findIn }) => findIn(text, lower));
	let at = 0;
	let result = '';
	for (const { start, end, replacement } of joinOverlapping(found)) {
		result += text.slice(at, start) + replacement;
		at = end;
	}
	return result + text.slice(at);
}

/** Of findings that overlap, one for all of them, with what stands for the longest one; in the order of the text. */
function joinOverlapping(found: readonly Finding[]): Finding[] {
	const joined: Finding[] = [];
	for (const finding of [...found].sort((a, b) => a.start - b.start || b.end - a.end)) {
		const last = joined.at(-1);
		if (last === undefined || finding.start >= last.end) {
			joined.push(finding);
			continue;
		}
		const { replacement } = finding.end - finding.start > last.end - last.start ? finding : last;
		joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, finding.end), replacement };
	}
	return joined;
}

/** The rows of letters and digits in a text, the longest first: it is the rarest. */
const rowsIn = (text: string): string[] =>
	(text.toLowerCase().match(/[a-z0-9]+/g) ?? []).sort((a, b) => b.length - a.length);

function decode(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}

/** A text as it stands in base64, alone or within another text: at each of the three places of a group, without what its neighbours change. */
function base64Forms(text: string): string[] {
	const bytes = Buffer.from(text);
	return [0, 1, 2]
		.flatMap((before) => {
			const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
			const form = encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
			return [form, form.replaceAll('+', '-').replaceAll('/', '_')];
		})
		.concat(bytes.toString('base64'));
}
