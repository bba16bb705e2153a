/** A byte order mark, white space, commas and comments mean nothing in GraphQL (GraphQL specification, section 2.1). */
const IGNORED = /[\ufeff\t ,\n\r]+|#[^\n\r]*/y;

/** Names, numbers and signs. */
const TOKEN = /[A-Za-z_]\w*|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\.\.\.|[!$&()/:=@[\]{|}]/y;

/**
 * Both kinds of texts, and of what parts they are: what stands in one is no word of the document. A text in three quotes may hold lines, and
 * `\"""` for its own end; one in single quotes ends with its line. They are read part by part, because an expression for all of a long text
 * overflows the stack.
 */
const TEXTS = [
	{ quotes: '"""', part: /[^"\\]+|\\(?:""")?|"(?!"")/y },
	{ quotes: '"', part: /[^"\\\n\r]+|\\[^\n\r]/y },
];

/** The words and signs of a GraphQL document in their order, or null where a part of it is none. */
export function tokensOf(document: string): string[] | null {
	const tokens: string[] = [];
	let at = 0;
	while (at < document.length) {
		const ignored = matchAt(IGNORED, document, at);
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
