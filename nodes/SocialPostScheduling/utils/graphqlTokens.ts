/**
 * How long a part is at most that an expression is matched with, in characters: V8 keeps a place to go back to for each repetition, and
 * overflows after some millions. No name and no number is longer.
 */
const MAX_PART = 1_000;

/** A byte order mark, white space and commas mean nothing in GraphQL (GraphQL specification, section 2.1), and neither do comments. */
const IGNORED = new RegExp(`[\\ufeff\\t ,\\n\\r]{1,${MAX_PART}}`, 'y');
const END_OF_LINE = /[\n\r]|$/g;

/** Names, numbers and signs. */
const TOKEN = new RegExp(
	`[A-Za-z_]\\w{0,${MAX_PART}}(?!\\w)|-?\\d{1,${MAX_PART}}(?:\\.\\d{1,${MAX_PART}})?(?:[eE][+-]?\\d{1,${MAX_PART}})?(?!\\d)|\\.\\.\\.|[!$&()/:=@[\\]{|}]`,
	'y',
);

/**
 * Both kinds of texts, and of what parts they are: what stands in one is no word of the document. A text in three quotes may hold lines, and
 * `\"""` for its own end; one in single quotes ends with its line.
 */
const TEXTS = [
	{ quotes: '"""', part: new RegExp(`[^"\\\\]{1,${MAX_PART}}|\\\\(?:""")?|"(?!"")`, 'y') },
	{ quotes: '"', part: new RegExp(`[^"\\\\\\n\\r]{1,${MAX_PART}}|\\\\[^\\n\\r]`, 'y') },
];

/** The words and signs of a GraphQL document in their order, or null where a part of it is none. */
export function tokensOf(document: string): string[] | null {
	const tokens: string[] = [];
	let at = 0;
	while (at < document.length) {
		const ignored = document[at] === '#' ? commentAt(document, at) : matchAt(IGNORED, document, at);
		const token = ignored === null ? (textAt(document, at) ?? matchAt(TOKEN, document, at)) : null;
		if (token !== null) tokens.push(token);
		const found = ignored ?? token;
		if (found === null) return null;
		at += found.length;
	}
	return tokens;
}

const CLOSING: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };

/**
 * The place after the group in brackets that begins at a place, or null where it is not closed.
 *
 * @param at the place of the bracket that opens it
 */
export function endOfGroup(tokens: readonly string[], at: number): number | null {
	const open: string[] = [];
	for (let place = at; place < tokens.length; place++) {
		const token = tokens[place] ?? '';
		const closing = CLOSING[token];
		if (closing !== undefined) open.push(closing);
		else if (token === '}' || token === ')' || token === ']') {
			if (open.pop() !== token) return null;
		}
		if (open.length === 0) return place + 1;
	}
	return null;
}

function commentAt(document: string, at: number): string {
	END_OF_LINE.lastIndex = at;
	return document.slice(at, END_OF_LINE.exec(document)?.index);
}

/** The text in quotes that begins at a place, or null where none does, or where it has no end. */
function textAt(document: string, at: number): string | null {
	const kind = TEXTS.find(({ quotes }) => document.startsWith(quotes, at));
	if (kind === undefined) return null;
	let end = at + kind.quotes.length;
	for (let part = matchAt(kind.part, document, end); part !== null; part = matchAt(kind.part, document, end)) {
		end += part.length;
	}
	return document.startsWith(kind.quotes, end) ? document.slice(at, end + kind.quotes.length) : null;
}

function matchAt(expression: RegExp, text: string, at: number): string | null {
	expression.lastIndex = at;
	return expression.exec(text)?.[0] ?? null;
}
