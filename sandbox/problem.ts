import { isFields } from './parse';
import type { Reply } from './reply';

/** The message in an error of the upload storage. */
const STORAGE_MESSAGE = /<Message>([^<]*)<\/Message>/;

/** What an answer says went wrong, in its own words; null where it says nothing of the kind. */
export function problemIn({ body }: Reply): string | null {
	if (body.startsWith('<')) return STORAGE_MESSAGE.exec(body)?.[1] ?? null;
	const answer = readJson(body);
	if (!isFields(answer)) return null;
	const payloads = isFields(answer.data) ? Object.values(answer.data) : [];
	return [answer, ...payloads].map(problemOf).find((message) => message !== null) ?? null;
}

/** Of an answer, or of a payload. */
function problemOf(value: unknown): string | null {
	if (!isFields(value)) return null;
	const errors: unknown[] = Array.isArray(value.errors) ? value.errors : [];
	for (const item of [...errors, value.submissionError]) {
		if (isFields(item) && typeof item.message === 'string') return item.message;
	}
	return value.success === false ? 'success is false, without a reason.' : null;
}

function readJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
