import { anyOf } from '../utils/patterns';
import { READ_CHARACTERS } from './messages';

/** One reason of a refusal, in the service's words. */
export interface Reason {
	readonly message: string;
	readonly code: string;
}

/** Words of a time that is over, as an expression: `timeout`, `timed out`. */
export const TIMED_OUT = 'time[ _-]?d?[ _-]?out';

/** Words and codes of trouble at the service itself: what it refuses with them may be done all the same. */
const TROUBLE_WORDS = anyOf(
	`\\b${TIMED_OUT}\\b(?![ -]of)`,
	'\\bdeadline exceeded\\b',
	"\\bdid(?: not|n't) (?:respond|answer)\\b",
	'\\bno response\\b',
	'\\binternal (?:server )?error\\b',
	'\\b(?:something|anything) went wrong\\b',
	'\\b(?:unexpected|unknown) error\\b',
	'\\b(?:temporarily|service) unavailable\\b',
	'\\b(?:request|operation|upload|service|scheduling|it) (?:took|takes|is taking) too long\\b',
	'\\b(?:request|post|thread|tweet) is still (?:being )?(?:processed|processing|in progress)\\b',
);
const TROUBLE_CODE = anyOf(
	'time[_-]?d?[_-]?out',
	'deadline[_-]?exceeded',
	'^internal$',
	'internal[_-]?(?:server[_-]?)?error',
	'(?:^|(?:service|server|system|api|backend|gateway|temporarily)[_-]?)unavailable$',
);

/** Whether a reason is trouble at the service, whatever field it names. */
export const saysTrouble = ({ message, code }: Reason): boolean =>
	TROUBLE_WORDS.test(withoutQuotes(message)) || TROUBLE_CODE.test(code);

/** The beginning of a message without what it quotes. An apostrophe within a word quotes nothing. */
export function withoutQuotes(message: string): string {
	return message
		.slice(0, READ_CHARACTERS)
		.replace(
			/"[^"]*"|`[^`]*`|(?<!\w)'[^']*'(?!\w)|\u201c[^\u201c\u201d]*\u201d|\u2018[^\u2018\u2019]*\u2019|\u00ab[^\u00ab\u00bb]*\u00bb/g,
			'',
		);
}
