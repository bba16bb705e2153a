import type { Cause } from './cause';

/** The longest part of a service's own text that is shown, in characters: some answer with a whole document. */
const MAX_CHARACTERS = 500;

/** A text of the service, short enough to be shown. Secrets must be out of it by then: half of one would not be found. */
export function clip(words: string): string {
	return words.length <= MAX_CHARACTERS ? words : `${words.slice(0, MAX_CHARACTERS)}...`;
}

/** The same cause with each text changed that the service or n8n wrote. */
export function mapWords(cause: Cause, change: (words: string) => string): Cause {
	const orNull = (words: string | null) => (words === null ? null : change(words));
	switch (cause.kind) {
		case 'refused':
			return {
				...cause,
				errors: cause.errors.map(({ field, code, message }) => ({
					field: orNull(field),
					code: orNull(code),
					message: orNull(message),
				})),
			};
		case 'graphqlErrors':
			return { ...cause, messages: cause.messages.map(change) };
		case 'gaveUp':
			return { ...cause, last: mapWords(cause.last, change) };
		case 'sessionExpired':
			return cause.last === undefined ? cause : { ...cause, last: mapWords(cause.last, change) };
		default:
			return 'words' in cause ? { ...cause, words: change(cause.words) } : cause;
	}
}
