import { truncate } from '../utils/values';
import type { Failure } from '../transport/failure';

/** The longest part of a service's own text that is shown, in characters: some answer with a whole document. */
const MAX_CHARACTERS = 500;

/** A text of the service, short enough to be shown. Secrets must be out of it by then: half of one would not be found. */
export const shorten = (words: string): string => truncate(words, MAX_CHARACTERS);

/** The same failure with each text changed that the service or n8n wrote. */
export function mapServiceText(failure: Failure, change: (words: string) => string): Failure {
	const orNull = (words: string | null) => (words === null ? null : change(words));
	switch (failure.kind) {
		case 'refused':
			return {
				...failure,
				errors: failure.errors.map(({ field, code, message, suggestedFix }) => ({
					field: orNull(field),
					code: orNull(code),
					message: orNull(message),
					...(suggestedFix !== undefined && { suggestedFix: change(suggestedFix) }),
				})),
			};
		case 'graphqlErrors':
			return { ...failure, messages: failure.messages.map(change) };
		case 'deadlineExceeded':
		case 'doneTwice':
		case 'doubted':
			return { ...failure, last: mapServiceText(failure.last, change) };
		case 'sessionExpired':
			return {
				...failure,
				words: change(failure.words),
				...(failure.last !== undefined && { last: mapServiceText(failure.last, change) }),
			};
		default:
			return 'words' in failure && failure.words !== undefined ? { ...failure, words: change(failure.words) } : failure;
	}
}
