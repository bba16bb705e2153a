import { READ_CHARACTERS } from './messages';

/** One reason of a refusal, in the service's words. */
export interface Reason {
	readonly message: string;
	readonly code: string;
}

/**
 * The texts and codes of the upload timeout are not given (service API, section 7), so it is known by its words: they must be about
 * the upload, or about nothing else.
 */
const UPLOAD_TIMEOUT_WORDS = new RegExp(
	[
		'\\b(?:upload(?:ing)?|transfer|copy(?:ing)?|completion|processing|request|operation|media|file|video|image|gateway|server|storage|library)\\b.{0,40}\\b(?:time[ _-]?d?[ _-]?out|t(?:ook|akes?|aking) (?:too long|longer)|still (?:being )?(?:copied|copying|processed|processing|transferred|in progress))\\b',
		'\\btime[ _-]?d?[ _-]?out\\b.{0,20}\\b(?:upload|transferr?|copy|complet|process|sav)ing\\b',
		'\\b(?:upload|transfer|copy)(?:ing)?\\b.{0,40}\\b(?:exceeded the time limit\\b(?! for)|time limit exceeded\\b)',
		"\\b(?:upload|transfer|copy)(?:ing)?\\b.{0,10}\\b(?:took more than \\d+ seconds?|did(?: not|n't) finish in time)\\b",
		'^\\W*(?:(?:context|upload|copy|transfer) )?deadline exceeded\\b',
		'^\\W*(?:error\\W+)?time[ _-]?d?[ _-]?out\\b',
	].join('|'),
	'i',
);
const UPLOAD_TIMEOUT_CODE =
	/^(?:(?:err|error|upload|media|file|video|image|request|gateway|transfer|copy|complete|completion|processing|library|server|storage)[_-]?)*(?:e?time[_-]?d?[_-]?out|deadline[_-]?exceeded)(?:[_-]?(?:error|exceeded))?$/i;

/** Words and codes of trouble at the service itself: what it refuses with them may be done all the same. */
const TROUBLE_WORDS =
	/\btime[ _-]?d?[ _-]?out\b(?![ -]of)|\bdeadline exceeded\b|\bdid(?: not|n't) (?:respond|answer)\b|\bno response\b|\binternal (?:server )?error\b|\b(?:something|anything) went wrong\b|\b(?:unexpected|unknown) error\b|\b(?:temporarily|service) unavailable\b|\b(?:request|operation|upload|service|scheduling|it) (?:took|takes|is taking) too long\b|\b(?:request|post|thread|tweet) is still (?:being )?(?:processed|processing|in progress)\b/i;
const TROUBLE_CODE =
	/time[_-]?d?[_-]?out|deadline[_-]?exceeded|^internal$|internal[_-]?(?:server[_-]?)?error|(?:^|(?:service|server|system|api|backend|gateway|temporarily)[_-]?)unavailable$/i;

/** Likewise for an upload session that has expired: its words must name it, because accounts, trials, sign-ins and keys expire as well. */
const SESSION_EXPIRED_WORDS =
	/(?<!\b(?:your|user|login) )\bsession(?: has| is| was)?(?: already)? timed[ -]?out\b|(?<!\b(?:your|api|user|login) )\b(?:upload|session|upload[ _-]?(?:session|token|url|link))(?: has| is| was)?(?: already)?[ _-]expired\b/i;

/** What a storage says of a signed address that has expired; `ExpiredToken` and the like are codes of well-known ones. */
const ADDRESS_EXPIRED_WORDS =
	/\b(?:request|upload|session|token|url|link|address|signature|policy)(?: token| url| link| address| policy| signature)?(?: has| have| is| was)?(?: already)? expired\b|\bexpired ?(?:request|upload|session|token|url|link|signature)\b|^\W*(?:has )?expired\W*$/i;

/** What a service says of anything at all that has expired. */
const EXPIRED_WORDS = /expired/i;

/** Whether a completion was refused because it took too long. */
export const saysUploadTimedOut = ({ message, code }: Reason): boolean =>
	(UPLOAD_TIMEOUT_WORDS.test(ownWords(message)) && !SESSION_EXPIRED_WORDS.test(message)) ||
	[code, message].some((text) => UPLOAD_TIMEOUT_CODE.test(text));

export const saysSessionExpired = ({ message, code }: Reason): boolean =>
	SESSION_EXPIRED_WORDS.test(`${code} ${ownWords(message)}`);

export const saysAnythingExpired = ({ message, code }: Reason): boolean =>
	EXPIRED_WORDS.test(`${code} ${ownWords(message)}`);

/** @param words what the storage says */
export const saysAddressExpired = (words: string): boolean => ADDRESS_EXPIRED_WORDS.test(words);

/** Whether a reason is trouble at the service, whatever field it names. */
export const saysTrouble = ({ message, code }: Reason): boolean =>
	TROUBLE_WORDS.test(withoutQuotes(message)) || TROUBLE_CODE.test(code);

/** Words of a name that is in use already: whatever else the message holds may be that name. */
const NAME_IN_USE =
	/\bnamed\b|\bwith (?:the|this|that) name\b|\balready (?:taken|exists|used|in use|in the library)\b|\bis taken\b|\bduplicate\b/i;

/** What a message says itself, without what it quotes, such as the name of a file. An apostrophe within a word quotes nothing. */
function ownWords(message: string): string {
	return NAME_IN_USE.test(message.slice(0, READ_CHARACTERS)) ? '' : withoutQuotes(message);
}

/** The beginning of a message without what it quotes. */
function withoutQuotes(message: string): string {
	return message
		.slice(0, READ_CHARACTERS)
		.replace(
			/"[^"]*"|`[^`]*`|(?<!\w)'[^']*'(?!\w)|\u201c[^\u201c\u201d]*\u201d|\u2018[^\u2018\u2019]*\u2019|\u00ab[^\u00ab\u00bb]*\u00bb/g,
			'',
		);
}
