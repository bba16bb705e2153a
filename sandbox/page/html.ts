const ESCAPES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Markup that needs no more escaping. */
export class Html {
	constructor(readonly markup: string) {}
}

/** What may stand between the braces of {@link html}. */
type Insert = string | number | Html | readonly Html[];

function insert(value: Insert): string {
	if (value instanceof Html) return value.markup;
	if (typeof value === 'object') return value.map(({ markup }) => markup).join('');
	return String(value).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/** Template tag for markup: every text that is put in is escaped. */
export function html(parts: TemplateStringsArray, ...values: readonly Insert[]): Html {
	return new Html(
		parts.map((part, index) => part + (index < values.length ? insert(values[index] ?? '') : '')).join(''),
	);
}
