/** Codes that n8n looks for in an error's message, within other words as well, to replace the whole message by a text of its own. */
const CODES =
	'CONNREFUSED|CONNRESET|NOTFOUND|TIMEDOUT|RRADDRINUSE|ADDRNOTAVAIL|CONNABORTED|HOSTUNREACH|AI_AGAIN|NOENT|ISDIR|NOTDIR|ACCES|EXIST|PERM';
const CODE_ANYWHERE = new RegExp(`E(?=(?:${CODES}))`, 'gi');
const CODE_AS_WORD = new RegExp(`\\bE(?=(?:${CODES})\\b)`, 'g');

/**
 * A message that n8n shows as it is. Two kinds of words in a message change what n8n does: with an errno name it shows
 * another text, and with "canceled" it marks the whole execution as cancelled. A service's words may hold either.
 */
export function titleSafe(message: string): string {
	return message
		.replace(/canceled/gi, 'cancelled')
		.replace(CODE_ANYWHERE, 'E-')
		.replace(/getaddrinfo/gi, 'get-addrinfo');
}

/**
 * A description from which a workflow may make a message of its own. Only the codes themselves are changed: names and values that it
 * advises, such as `useExisting`, are to be copied.
 */
export const descriptionSafe = (description: string): string => description.replace(CODE_AS_WORD, 'E-');

/**
 * A text without markup: n8n shows descriptions, and messages in its notices, as HTML, in which `<EOF>`, or all between "< 10" and "> 3",
 * would be missing.
 */
export const markupSafe = (text: string): string =>
	text.replace(/<([^<>]*)>/g, '\u2039$1\u203a').replace(/</g, '\u2039');
