/** The longest expression, in characters: Node takes several times of that. A longer text is looked for as it is. */
const PATTERN_CHARACTERS = 2 ** 15;

/** Finds a text in all of its spellings, in upper and lower case alike; as it is, where an expression for them would be too long for Node. */
export function expressionFor(part: string): RegExp {
	const pattern = patternOf(part);
	return new RegExp(pattern.length > PATTERN_CHARACTERS ? escape(part) : pattern, 'gi');
}

/** The names that HTML has for signs (HTML standard, named character references), in small letters. */
const HTML_NAMES: Readonly<Record<string, readonly string[]>> = {
	'&': ['amp'],
	'<': ['lt'],
	'>': ['gt'],
	'"': ['quot'],
	"'": ['apos'],
	'/': ['sol'],
	'+': ['plus'],
	'=': ['equals'],
	_: ['lowbar', 'underbar'],
	'.': ['period'],
	':': ['colon'],
	';': ['semi'],
	',': ['comma'],
	'?': ['quest'],
	'%': ['percnt'],
	'#': ['num'],
	'@': ['commat'],
	'!': ['excl'],
	$: ['dollar'],
	'*': ['ast', 'midast'],
	'(': ['lpar'],
	')': ['rpar'],
	'[': ['lsqb', 'lbrack'],
	']': ['rsqb', 'rbrack'],
	'{': ['lcub', 'lbrace'],
	'}': ['rcub', 'rbrace'],
	'|': ['vert', 'verbar', 'verticalline'],
	'^': ['hat'],
	'`': ['grave', 'diacriticalgrave'],
};

const htmlNames = (sign: string): string[] => (HTML_NAMES[sign] ?? []).map((name) => `${AMPERSAND}${name};`);

/**
 * An expression for a text in whatever spelling each of its signs has: as it is, or as addresses, JSON (with a backslash, or with its
 * number) and HTML write it, also one within the other, and addresses and HTML up to three times.
 */
const patternOf = (text: string): string =>
	// A row of backslashes is one sign: of several, each could take any part of a row, which costs more than the text is long.
	Array.from(text.replace(/\\+/g, '\\'))
		.map((sign, at, signs) => {
			if (sign !== '\\') return patternOfSign(sign, signs[at - 1] === '\\');
			return at === 0 ? `${ROW_BEGINS}${BACKSLASHES}` : BACKSLASHES;
		})
		.join('');

/** How the code of a sign begins in an address, also where that was encoded up to two times more. */
const PERCENT = '%(?:25){0,2}';

/** How the name or the number of a sign begins in HTML, also where that was written as HTML up to two times more. */
const AMPERSAND = '&(?:amp;){0,2}';

/** The end of a number in HTML, which may leave it out. One that is there belongs to it: else a row of them would have countless readings. */
const SEMICOLON = '(?:;|(?!;))';

/** The spellings of a sign by its number in HTML. */
const htmlNumbers = (number: number): string[] => [
	`${AMPERSAND}#0{0,6}${number}${SEMICOLON}`,
	`${AMPERSAND}#x0{0,6}${number.toString(16)}${SEMICOLON}`,
];

/** The spellings of a backslash but for itself. */
const CODED_BACKSLASHES = [`${PERCENT}5c`, ...htmlNumbers(92), `${AMPERSAND}bsol;`];

/** Not within a row of backslashes: to look for one from each of its signs would take as long as the row is, squared. */
const ROW_BEGINS = `(?<!\\\\|${CODED_BACKSLASHES.join('|')})`;

/** A row of backslashes, in each of its spellings. */
const BACKSLASHES = `(?:\\\\+|${CODED_BACKSLASHES.map((spelling) => `(?:${spelling})+`).join('|')})`;

const escape = (text: string): string => text.replace(/[$()*+./?[\\\]^{|}-]/g, '\\$&');

/** @param endsRow whether a row of backslashes stands before it, which takes those of its own spelling as well */
function patternOfSign(sign: string, endsRow: boolean): string {
	if (/[a-z0-9]/i.test(sign)) return sign;
	const literal = escape(sign);
	const number = sign.codePointAt(0) ?? 0;
	const hex = number.toString(16);
	const bytes = Array.from(Buffer.from(sign), (byte) => `${PERCENT}${byte.toString(16).padStart(2, '0')}`).join('');
	const inHtml = [...htmlNumbers(number), ...htmlNames(sign)];
	return `(?:${[
		...[literal, ...inHtml].map((spelling) => (endsRow ? spelling : `\\\\{0,4}${spelling}`)),
		bytes,
		`${endsRow ? '' : '\\\\{1,4}'}u${hex.padStart(4, '0')}`,
		...(sign === '+' ? [' '] : []),
	].join('|')})`;
}
