import { type Reason, TIMED_OUT, withoutQuotes } from '../transport/refusalWords';
import { anyOf, oneOf } from '../utils/patterns';

/** What carries a file into the library, or asks for it. */
const CARRYING = '(?:upload|transfer|copy)(?:ing)?';
const COMPLETING = oneOf(
	'upload(?:ing)?',
	'transfer',
	'copy(?:ing)?',
	'completion',
	'processing',
	'request',
	'operation',
	'media',
	'file',
	'video',
	'image',
	'gateway',
	'server',
	'storage',
	'library',
);
const TOO_SLOW = oneOf(TIMED_OUT, 't(?:ook|akes?|aking) (?:too long|longer)');
const STILL_AT_IT = 'still (?:being )?(?:copied|copying|processed|processing|transferred|in progress)';

/**
 * The texts and codes of the upload timeout are not given (service API, section 7), so it is known by its words: they must be about
 * the upload, or about nothing else.
 */
const UPLOAD_TIMEOUT_WORDS = anyOf(
	`\\b${COMPLETING}\\b.{0,40}\\b${TOO_SLOW}\\b`,
	`\\b${COMPLETING}\\b(?!.{0,40}\\b(?:rejected|refused|claim)\\b).{0,40}\\b${STILL_AT_IT}\\b`,
	`\\b${TIMED_OUT}\\b.{0,20}\\b(?:upload|transferr?|copy|complet|process|sav)ing\\b`,
	`\\b${CARRYING}\\b.{0,40}\\b(?:exceeded the time limit\\b(?! for)|time limit exceeded\\b)`,
	`\\b${CARRYING}\\b.{0,10}\\b(?:took more than \\d+ seconds?|did(?: not|n't) finish in time)\\b`,
	'^\\W*(?:(?:context|upload|copy|transfer) )?deadline exceeded\\b',
	`^\\W*(?:error\\W+)?${TIMED_OUT}\\b`,
);
const UPLOAD_TIMEOUT_CODE =
	/^(?:(?:err|error|upload|media|file|video|image|request|gateway|transfer|copy|complete|completion|processing|library|server|storage)[_-]?)*(?:e?time[_-]?d?[_-]?out|deadline[_-]?exceeded)(?:[_-]?(?:error|exceeded))?$/i;

const HAS = '(?: has| have| is| was)?(?: already)?';

/** Likewise for an upload session that has expired: its words must name it, because accounts, trials, sign-ins and keys expire as well. */
const SESSION_EXPIRED_WORDS = anyOf(
	`(?<!\\b(?:your|user|login) )\\b(?:session|upload (?:token|url|link))${HAS} timed[ -]?out\\b`,
	`(?<!\\b(?:your|api|user|login) )\\b(?:upload|session|upload[ _-]?(?:session|token|url|link))${HAS}[ _-]expired\\b`,
);

/** What a storage says of a signed address that has expired; `ExpiredToken` and the like are codes of well-known ones. */
const ADDRESS_EXPIRED_WORDS = anyOf(
	`\\b(?:request|upload|session|token|url|link|address|signature|policy)(?: token| url| link| address| policy| signature)?${HAS} expired\\b`,
	'\\bexpired ?(?:request|upload|session|token|url|link|signature)\\b',
	'^\\W*(?:has )?expired\\W*$',
);

/** What a service says of anything at all that has expired. */
const EXPIRED_WORDS = /expired/i;

/** Whether a completion was refused because it took too long. */
export const saysUploadTimedOut = ({ message, code }: Reason): boolean =>
	(UPLOAD_TIMEOUT_WORDS.test(ownWords(message)) && !SESSION_EXPIRED_WORDS.test(ownWords(message))) ||
	[code, message].some((text) => UPLOAD_TIMEOUT_CODE.test(text));

export const saysSessionExpired = ({ message, code }: Reason): boolean =>
	SESSION_EXPIRED_WORDS.test(`${code} ${ownWords(message)}`);

export const saysAnythingExpired = ({ message, code }: Reason): boolean =>
	EXPIRED_WORDS.test(`${code} ${ownWords(message)}`);

/** @param words what the storage says */
export const saysAddressExpired = (words: string): boolean => ADDRESS_EXPIRED_WORDS.test(words);

/** Words of a name that is in use already: whatever else the sentence holds may be that name. */
const NAME_IN_USE = /\balready (?:taken|exists|used|in use|in the library)\b|\bis taken\b|\bduplicate name\b/i;

const FILE_NAME = /(?<!\S)\S+\.(?:png|jpe?g|webp|gif|heic|mp4|mov)\b/gi;

const END_OF_SENTENCE = /[.!?;](?:\s|$)/;

/** What a message says itself, without names such as that of a file. */
const ownWords = (message: string): string =>
	withoutQuotes(message)
		.replace(FILE_NAME, '')
		.split(END_OF_SENTENCE)
		.filter((sentence) => !NAME_IN_USE.test(sentence))
		.join('; ');
