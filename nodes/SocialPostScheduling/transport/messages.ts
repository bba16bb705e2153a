import { field, isRecord } from '../utils/json';

/** How many entries of a list of errors are read: nobody reads more, and a service may give one for each of thousands of values. */
export const MAX_READ_ERRORS = 100;

/** How much of a message is read to tell its kind, in characters: all that matters stands at its beginning. */
export const READ_CHARACTERS = 300;

/** Whether a body is markup. */
export const isPage = (body: unknown): boolean => typeof body === 'string' && /^\s*</.test(body);

/** What a person may read in a body that came with a failure: the messages of a JSON body, never the markup of a page. */
export function wordsOf(body: unknown): string {
	if (typeof body === 'string') return (messageInXml(body) ?? (isPage(body) ? '' : body)).trim();
	return messagesIn(field(body, 'errors') ?? body, 0).join('; ');
}

/** The message in the XML with which a storage refuses a file. */
function messageInXml(body: string): string | undefined {
	const [, literal, escaped] = /<Message>(?:<!\[CDATA\[(.*?)(?:\]\]>|$)|([^<]*))/is.exec(body) ?? [];
	return literal ?? escaped?.replace(/&(?:#(\d+|x[\da-fA-F]+)|(\w+));/g, characterOf);
}

/** A character that XML writes by its number or its name; as it is written, where there is none such. */
function characterOf(written: string, number: string | undefined, name: string): string {
	const code = Number(number?.replace(/^x/, '0x'));
	return code <= LAST_CHARACTER ? String.fromCodePoint(code) : (ENTITIES.get(name) ?? written);
}

/** The number of the last character that there is, of Unicode. */
const LAST_CHARACTER = 0x10ffff;

/** The characters that XML writes by a name. */
const ENTITIES: ReadonlyMap<string, string> = new Map([
	['amp', '&'],
	['lt', '<'],
	['gt', '>'],
	['quot', '"'],
	['apos', "'"],
]);

/** How deep messages stand in a body at most: `{ error: { message: ["..."] } }`. */
const MAX_DEPTH = 4;

function messagesIn(written: unknown, depth: number): string[] {
	if (typeof written === 'string') return written.trim() === '' ? [] : [written.trim()];
	if (depth >= MAX_DEPTH) return [];
	if (Array.isArray(written)) {
		return written.slice(0, MAX_READ_ERRORS).flatMap((entry: unknown) => messagesIn(entry, depth + 1));
	}
	if (!isRecord(written)) return [];
	for (const name of MESSAGE_NAMES) {
		const messages = messagesIn(written[name], depth + 1);
		if (messages.length > 0) return messages;
	}
	// The reasons by the names of their fields: `{ plan: ["..."] }`.
	const reasons: string[] = [];
	for (const name of Object.keys(written).slice(0, MAX_READ_ERRORS)) {
		if (Array.isArray(written[name])) reasons.push(...messagesIn(written[name], depth + 1));
	}
	return reasons.slice(0, MAX_READ_ERRORS);
}

/** Where servers put what went wrong, the most telling first. */
const MESSAGE_NAMES = ['message', 'Message', 'detail', 'error_description', 'reason', 'title', 'error'] as const;
