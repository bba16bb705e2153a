/** A byte order mark, white space, commas and comments mean nothing in GraphQL (GraphQL specification, section 2.1). */
const IGNORED = /[\ufeff\t ,\n\r]+|#[^\n\r]*/y;

/**
 * Texts first: what stands in one is no word of the document. A text in three quotes may hold lines, and `\"""` for its own end; one
 * in single quotes ends with its line. Then names, numbers and signs.
 */
const TOKEN =
	/"""(?:\\"""|(?!""")[\s\S])*"""|"(?!"")(?:\\[^\n\r]|[^"\\\n\r])*"|[A-Za-z_]\w*|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\.\.\.|[!$&()/:=@[\]{|}]/y;

/** The words and signs of a GraphQL document in their order, or null where a part of it is none. */
export function tokensOf(document: string): string[] | null {
	const tokens: string[] = [];
	let at = 0;
	while (at < document.length) {
		const ignored = matchAt(IGNORED, document, at);
		const token = ignored === null ? matchAt(TOKEN, document, at) : null;
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

function matchAt(expression: RegExp, text: string, at: number): string | null {
	expression.lastIndex = at;
	return expression.exec(text)?.[0] ?? null;
}
