import type { NodeApiErrorOptions } from './nodeError';
import { type Failure, mayHaveSucceeded, type PayloadError } from '../transport/failure';

/** What was being done when something came in the way. */
export type Call =
	| 'profile'
	| 'uploadMediaFromUrl'
	| 'startMediaUpload'
	| 'put'
	| 'completeMediaUpload'
	| 'scheduleTweet';

/** A cause as a person reads it: what happened, and what to do next. */
export interface Explanation {
	readonly message: string;
	readonly description: string;
	readonly httpCode?: string;
	/** n8n's own typed failure, for what reacts to failures (n8n-workflow 2.37 and newer; older ones ignore it). */
	readonly failure?: NodeApiErrorOptions['failure'];
}

/** How each call is told: what did not happen, and, where a lost answer leaves doubt, what to look at before a new try. */
const CALLS: Readonly<
	Record<Call, { readonly not: string; readonly doubt?: { readonly may: string; readonly look: string } }>
> = {
	profile: { not: 'The profile was not read' },
	uploadMediaFromUrl: {
		not: 'The file was not added from its URL',
		doubt: {
			may: 'The file may have been added from its URL',
			look: 'Look in the content library before you run this again: another try counts as another upload and may add the file twice.',
		},
	},
	startMediaUpload: {
		not: 'The upload was not started',
		doubt: {
			may: 'The upload may have been started',
			look: 'No file was sent. One upload may have been counted, and another try counts as another upload.',
		},
	},
	put: { not: 'The file was not sent' },
	completeMediaUpload: { not: 'The upload was not completed' },
	scheduleTweet: {
		not: 'The thread was not scheduled',
		doubt: {
			may: 'The thread may have been scheduled',
			look: 'Look at the scheduled posts in the service before you run this again: sending it once more could post it twice.',
		},
	},
};

type Text = Omit<Explanation, 'message'> & { readonly what: string };
type Table = { readonly [K in Failure['kind']]: (failure: Extract<Failure, { kind: K }>, call: Call) => Text };

const TABLE: Table = {
	invalidInput: ({ problem }) => ({ what: `${problem.field} ${problem.problem}`, description: problem.advice }),
	blockedByN8n: ({ words }) => ({ what: 'n8n did not send the request', description: words }),
	startedBefore: () => ({
		what: 'an earlier try of this execution got no answer',
		description: 'It was not sent again.',
	}),
	unreachable: ({ code }, call) => ({
		what: `${target(call)} cannot be reached`,
		description: `No connection came about, and nothing was sent. ${call === 'put' ? '' : 'Check the base URL of the credential. '}Check that n8n can reach it through its network and proxy. Reason: ${code}.`,
		failure: { cause: 'temporarily-unavailable' },
	}),
	untrusted: ({ code }, call) => ({
		what: `no trusted connection to ${target(call)} came about`,
		description: `Nothing was sent. The certificate is not one that n8n trusts, or the address does not speak https. For a server with a certificate of your own, add "Ignore SSL Issues" under "Request Options" in the node's settings. Reason: ${code}.`,
		failure: { cause: 'configuration-invalid' },
	}),
	connectionLost: ({ code }) => ({
		what: 'the connection broke before the answer came',
		description: `Reason: ${code}.`,
		failure: { cause: 'temporarily-unavailable' },
	}),
	timedOut: ({ sent }) => ({
		what: sent ? 'no answer came in time' : 'no connection came about in time',
		description: `${sent ? '' : 'Nothing was sent. '}The time limit of a request is 300 seconds, or what "Timeout" under "Request Options" in the node's settings says.`,
		failure: { cause: 'temporarily-unavailable' },
	}),
	canceled: () => ({
		what: 'the execution was canceled',
		description: 'A person or the time limit of the workflow stopped it.',
	}),
	unauthorized: ({ words }) => ({
		what: 'the API key was not accepted',
		description: `${quote(words)}Check the API key in the credential: it may be mistyped, expired, or replaced. A new key makes the old one invalid at once.`,
		httpCode: '401',
		failure: { cause: 'credential-invalid' },
	}),
	forbidden: ({ words }) => ({
		what: 'the account has no access to the API',
		description: `${quote(words)}Check in the settings of the service that the account may use the API, and that the key belongs to this account.`,
		httpCode: '403',
		failure: { cause: 'credential-invalid' },
	}),
	rateLimited: ({ resetsInMs, words }, call) => ({
		what:
			call === 'put' ? 'the upload storage takes no more requests now' : 'the request limit of the account is used up',
		description: `${quote(words)}${resetsInMs === null ? '' : `Requests are taken again in ${duration(resetsInMs)}. `}${call === 'put' ? 'Try again later.' : 'A free account has 25 requests in 10 minutes, a paid one 300. "Batching" under "Request Options" in the node\'s settings spaces the items out.'}`,
		httpCode: '429',
		failure: { cause: 'rate-limited', ...(resetsInMs !== null && { retryAfterMs: resetsInMs }) },
	}),
	redirected: ({ status }, call) => ({
		what: `${target(call)} answered with a redirect (HTTP ${status})`,
		description: `Redirects are not followed, so that neither the API key nor the file goes to another address.${call === 'put' ? '' : ' Check the base URL of the credential: enter the address that it leads to.'}`,
		httpCode: String(status),
		failure: { cause: 'configuration-invalid' },
	}),
	httpStatus: ({ status, words }, call) => ({
		what: `${target(call)} answered HTTP ${status}`,
		description: `${quote(words)}${adviceForStatus(status, call)}`,
		httpCode: String(status),
		...(status >= 500 && { failure: { cause: 'temporarily-unavailable' as const } }),
	}),
	notJson: ({ html, empty }) => ({
		what: empty
			? 'the service answered with nothing'
			: `the service answered with ${html ? 'a web page' : 'text'} instead of data`,
		description: 'Check the base URL of the credential: it must be the address of the API, not of the web application.',
	}),
	graphqlErrors: ({ messages }) => ({
		what: 'the service did not accept the request',
		description: messages.length > 0 ? quote(messages.join('; ')).trim() : 'The service gave no reason.',
	}),
	unexpectedResponse: ({ missing }) => ({
		what: 'the answer of the service is incomplete',
		description: `It lacks ${missing}. Check the base URL of the credential. If it is right, the service may have changed: look for a newer version of this node.`,
	}),
	refused: ({ errors }) => {
		const [first] = errors;
		return {
			what: first === undefined ? 'the service gave no reason' : sayPayloadError(first, false),
			description:
				errors.length > 0
					? `The service says: ${errors.map((error) => sayPayloadError(error, true)).join('; ')}.`
					: 'The service answered "success: false" without a word. Check the values of the node.',
		};
	},
	uploadLimit: () => ({
		what: 'the upload limit of the account is used up',
		description:
			'The service says: Media upload rate limit exceeded. A free account can begin 10 uploads an hour, a paid one 100. Wait up to an hour; media that is already in the library can be used meanwhile.',
		failure: { cause: 'quota-exhausted' },
	}),
	completionTimedOut: () => ({
		what: 'the service was still copying the file into the library',
		description: 'The file is with the service. Complete the upload again with the same upload token.',
		failure: { cause: 'temporarily-unavailable' },
	}),
	sessionExpired: ({ last }, call) => ({
		what: `the upload session is over${last === undefined ? '' : `; last, ${textFor(last, call).what}`}`,
		description: 'A session lasts about one hour. Run this again to start a new one; that counts as another upload.',
	}),
	unsafeUploadUrl: ({ problem }) => ({
		what: `the service gave an address for the file that ${problem}`,
		description:
			'The file was not sent. Check the base URL of the credential; an https base URL gets https upload addresses.',
	}),
	fileChanged: ({ words }) => ({
		what: 'the file changed or was removed while it was read',
		description: `${words} Run this again with the file as it is now.`,
	}),
	unexpected: ({ words, sent }) => ({
		what: words === '' ? 'something unexpected happened' : words,
		description: sent
			? 'This package does not know this case. Please report it with the steps that lead to it.'
			: 'Nothing was sent. Check the values of the node and their expressions.',
	}),
	deadlineExceeded: ({ last }, call) => {
		const { what, description, ...rest } = textFor(last, call);
		return {
			...rest,
			what: `the time given for it is over; last, ${what}`,
			description: `${description} "Give Up After" in the operation's options sets the time.`,
		};
	},
};

/** Says a cause to a person: what did not happen or may have happened, why, the service's words, and what to do next. */
export function explain(failure: Failure, call: Call): Explanation {
	const { what, description, ...rest } = textFor(failure, call);
	if (failure.kind === 'invalidInput') return { ...rest, message: titleSafe(what), description };
	const { not, doubt } = CALLS[call];
	const inDoubt = doubt !== undefined && mayHaveSucceeded(failure);
	const message = `${inDoubt ? doubt.may : not}: ${what}`;
	return {
		...rest,
		// n8n shows an execution as canceled where the message says so; only then must it.
		message: failure.kind === 'canceled' ? message : titleSafe(message),
		description: inDoubt ? `${doubt.look} ${description}` : description,
	};
}

function textFor<K extends Failure['kind']>(failure: Extract<Failure, { kind: K }>, call: Call): Text {
	const say: (failure: Extract<Failure, { kind: K }>, call: Call) => Text = TABLE[failure.kind as K];
	return say(failure, call);
}

/** Every reason of a refusal: field, code and message, as far as the service gave them. */
function sayPayloadError({ field, code, message }: PayloadError, withCode: boolean): string {
	const words = message?.trim() ?? '';
	const reason = words || code?.trim() || 'no reason given';
	const shownCode = withCode && code !== null && code !== '' && words !== '' ? ` (${code})` : '';
	return `${field === null || field === '' ? '' : `${field}: `}${reason.replace(/\.$/, '')}${shownCode}`;
}

const target = (call: Call) => (call === 'put' ? 'the upload storage' : 'the service');

const quote = (words: string) => (words === '' ? '' : `The service says: ${words.replace(/\.$/, '')}. `);

function adviceForStatus(status: number, call: Call): string {
	if (status >= 500 || status === 408) return 'The service has trouble of its own. Try again later.';
	if (status === 413) return 'It takes no content of this size. Make it smaller.';
	if (call === 'put') return 'Run this again to start a new upload; that counts as another one.';
	return status === 404 ? 'Check the base URL of the credential.' : 'Check the values of the node.';
}

/** A length of time in words, rounded up. */
export function duration(ms: number): string {
	const seconds = Math.ceil(ms / 1000);
	if (seconds === 1) return '1 second';
	return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}

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
