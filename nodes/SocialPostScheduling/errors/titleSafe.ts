/** Codes that n8n looks for in an error's message, to replace the whole message by a text of its own. */
const REPLACED_WORDS =
	/E(?=(?:CONNREFUSED|CONNRESET|NOTFOUND|TIMEDOUT|RRADDRINUSE|ADDRNOTAVAIL|CONNABORTED|HOSTUNREACH|AI_AGAIN|NOENT|ISDIR|NOTDIR|ACCES|EXIST|PERM))/gi;

/**
 * A message that n8n shows as it is. Two kinds of words in a message change what n8n does: with an errno name it shows
 * another text, and with "canceled" it marks the whole execution as cancelled. A service's words may hold either.
 */
export function titleSafe(message: string): string {
	return message
		.replace(/canceled/gi, 'cancelled')
		.replace(REPLACED_WORDS, 'E-')
		.replace(/getaddrinfo/gi, 'get-addrinfo');
}
