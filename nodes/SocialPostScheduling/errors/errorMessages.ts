import type { NodeApiError } from 'n8n-workflow';
import { MAX_RESPONSE_BYTES } from '../transport/body';
import { type Failure, mayHaveSucceeded } from '../transport/failure';
import { explainRefusal } from './refusals';
import { READ_CHARACTERS } from '../transport/messages';
import type { RequestInfo } from '../transport/request';
import { asSentence, withoutFullStop } from '../utils/values';
import { titleSafe } from './titleSafe';

/** A failure as a person reads it: what happened, and what to do next. */
interface Explanation {
	readonly message: string;
	readonly description: string;
	readonly httpCode?: string;
	/** n8n's own typed failure, for what reacts to failures (n8n-workflow 2.37 and newer; older ones ignore it). */
	readonly failure?: NonNullable<ConstructorParameters<typeof NodeApiError>[2]>['failure'];
}

type Text = Omit<Explanation, 'message'> & { readonly what: string };
type Table = {
	readonly [K in Failure['kind']]: (failure: Extract<Failure, { kind: K }>, request: RequestInfo) => Text;
};

/** How many of the service's own messages are shown at most. */
const MAX_MESSAGES = 10;

const TIMEOUT_ADVICE =
	'The time limit is "Timeout" under "Request Options" in the node\'s settings. By default it is 300 seconds; 15 seconds for a list in the editor and for a trigger.';

/** The service's own words, in every such refusal (service API, section 8, rule 4). */
const SAYS_LIMIT = 'The service says: Media upload rate limit exceeded.';

const CHECK_SHOWS = 'API: Check shows which operations the service offers.';

/** How servers say that they do not know an argument or a type of a document. */
const UNKNOWN = /^unknown (?:argument|type) ["'`]/i;

const TABLE: Table = {
	invalidInput: ({ problem }) => ({ what: `${problem.field} ${problem.problem}`, description: problem.advice }),
	blockedByN8n: ({ words }) => ({ what: 'n8n did not send the request', description: words }),
	startedBefore: ({ words }) =>
		words === undefined
			? { what: 'an earlier try got no response', description: 'It was not sent again.' }
			: {
					what: `an earlier execution got no response; this time: ${words}`,
					description: 'The node could not find out if it was done.',
				},
	doubted: ({ last }, request) => {
		const { what, ...rest } = textFor(last, request);
		return { ...rest, what: `${what}, and the result of an earlier try is unknown` };
	},
	unreachable: ({ code }, request) => ({
		what: `${target(request)} cannot be reached`,
		description: `The connection could not be made, and nothing was sent. ${request.toStorage ? '' : 'Check the base URL of the credential. '}Check that n8n can reach it through its network and proxy. Reason: ${code}.`,
		failure: { cause: 'temporarily-unavailable' },
	}),
	untrusted: ({ code }, request) => ({
		what: `no secure connection to ${target(request)} could be made`,
		description: `Nothing was sent. The certificate was rejected, or the address does not use https. For a self-signed certificate, add "Ignore SSL Issues" under "Request Options" in the node's settings. Reason: ${code}.`,
		failure: { cause: 'configuration-invalid' },
	}),
	connectionLost: ({ code }) => ({
		what: 'the connection was lost before a response arrived',
		description: `Reason: ${code}.`,
		failure: { cause: 'temporarily-unavailable' },
	}),
	timedOut: ({ sent }) => ({
		what: sent ? 'the request timed out' : 'the connection timed out',
		description: `${sent ? '' : 'Nothing was sent. '}${TIMEOUT_ADVICE}`,
		failure: { cause: 'temporarily-unavailable' },
	}),
	canceled: () => ({
		what: 'the execution was canceled',
		description: 'It was stopped by a person, or by the time limit of the workflow.',
	}),
	unauthorized: ({ words }) => ({
		what: 'the API key was not accepted',
		description: `${quote(words)}Check the API key in the credential: it may be mistyped, expired, or replaced. A new key makes the old one invalid at once. Enter the new key in this credential, not in another one.`,
		httpCode: '401',
		failure: { cause: 'credential-invalid' },
	}),
	forbidden: ({ words, page }) => ({
		what: page ? 'the service returned HTTP 403 with a web page' : 'the account has no access to the API',
		description: `${quote(words)}${page ? 'A proxy or a firewall may have sent this page instead of the service. If not: ' : ''}Check in the settings of the service that the account may use the API, and that the key belongs to this account. If it needs another key, enter it in this credential, not in another one.`,
		httpCode: '403',
		...(page !== true && { failure: { cause: 'credential-invalid' as const } }),
	}),
	rateLimited: ({ resetsInMs, words }, request) => ({
		what: request.toStorage ? 'the upload storage is limiting requests' : 'the request limit of the account is used up',
		description: `${quote(words)}Try again ${resetsInMs === null || resetsInMs === 0 ? 'later' : `in ${duration(resetsInMs)}`}.${request.toStorage ? '' : ' A free account has 25 requests in 10 minutes, a paid one 300. To send the items more slowly, use "Batching" under "Request Options" in the node\'s settings.'}`,
		httpCode: '429',
		failure: { cause: 'rate-limited', ...(resetsInMs !== null && { retryAfterMs: resetsInMs }) },
	}),
	redirected: ({ status }, request) => ({
		what: `${target(request)} returned a redirect (HTTP ${status})`,
		description: `Redirects are not followed, so that neither the API key nor the file goes to another address. ${request.toStorage ? `${ANOTHER_UPLOAD} If it happens again, tell the support of the service.` : 'If the base URL of the credential is not right, use the address that it redirects to.'}`,
		httpCode: String(status),
		failure: { cause: 'configuration-invalid' },
	}),
	httpStatus: ({ status, words }, request) => ({
		what: `${target(request)} returned HTTP ${status}`,
		description: `${quote(words)}${adviceForStatus(status, request)}`,
		httpCode: String(status),
		...(status >= 500 && { failure: { cause: 'temporarily-unavailable' as const } }),
	}),
	notJson: ({ html, empty }) => ({
		what: empty
			? 'the service returned an empty response'
			: `the service returned ${html ? 'a web page' : 'text'} instead of data`,
		description: `${html ? 'Check' : 'If other requests succeed, this response was cut off on its way. If not, check'} the base URL of the credential: it must be the address of the API, not of the web application.`,
	}),
	responseTooLong: (_, request) => ({
		what: `the service's response is longer than ${MAX_RESPONSE_BYTES / 1024 / 1024} MiB`,
		description: `The response was not read to its end.${adviceIfTooLong(request)}`,
	}),
	graphqlErrors: ({ messages, status, executed, unknownFields }, { name, entered }) => {
		const words = quote(messages.slice(0, MAX_MESSAGES).map(withoutFullStop).join('; '));
		if (unknownFields.includes(name)) {
			return {
				what: 'the service does not offer this',
				description: `${words}It may be another version of the service than this node knows, or the base URL of the credential is not right. ${CHECK_SHOWS}`,
			};
		}
		const isUnknown =
			entered === undefined && !executed && messages.some((message) => UNKNOWN.test(message.slice(0, READ_CHARACTERS)));
		const toCheck = entered === undefined || executed ? '' : ` Correct ${entered}.`;
		const advice = isUnknown ? ` ${CHECK_SHOWS}` : toCheck;
		return {
			what: `the service ${executed ? 'could not carry out' : 'did not accept'} the request${status === 200 ? '' : ` (HTTP ${status})`}`,
			description: `${words === '' ? 'The service gave no reason.' : words.trim()}${advice}`,
		};
	},
	unexpectedResponse: ({ missing, words = '' }) => ({
		what: "the service's response is incomplete",
		description: `${quote(words)}The response has no ${missing}. Check the base URL of the credential. If it is right, the service may have changed: look for a newer version of this node.`,
	}),
	dataPathNotFound: ({ path, holds }) => ({
		what: `the response has no "${path}"`,
		description: `${holds} Correct "Data Path" in the options.`,
	}),
	doneTwice: ({ ids: [first, second], last }, request) => {
		const { what, description } = textFor(last, request);
		return {
			what: `${first} and ${second} are equal`,
			description: `${second} could not be removed: ${what}. ${description}`,
		};
	},
	notFound: ({ what }) => ({
		what: `the service does not have ${what}`,
		description: 'Check the ID and the platform. It may have been deleted for good, or belong to another account.',
	}),
	refused: ({ errors }, request) => explainRefusal(errors, request),
	uploadLimit: () => ({
		what: 'the upload limit of the account is used up',
		description: `${SAYS_LIMIT} A free account can start 10 uploads an hour, a paid one 100. Wait up to an hour. For Upload Binary and files From Input, you can turn on "Wait for Upload Limit" in the options. Media that is already in the library can be used meanwhile.`,
		failure: { cause: 'quota-exhausted' },
	}),
	completionTimedOut: ({ words }) => ({
		what: 'the service was still copying the file into the library',
		description: `${quote(words)}The file is with the service. It can be completed later without being sent again.`,
		failure: { cause: 'temporarily-unavailable' },
	}),
	sessionExpired: ({ words, last, uncertain }, request) => ({
		what: `the upload session expired${lastAttempt(last, request)}`,
		description: `${quote(words)}A session lasts about one hour. ${uncertain ? 'If the file is not there, upload it' : 'Upload the file'} again; that counts as another upload.`,
	}),
	unsafeUploadUrl: ({ problem }) => ({
		what: `the upload address ${problem}`,
		description:
			'The upload was started, and is counted. Check the base URL of the credential; an https base URL gets https upload addresses.',
	}),
	fileChanged: ({ words }) => ({
		what: 'the file changed, or could not be read, while it was sent',
		description: `${words} Run this again with the file as it is now.`,
	}),
	unexpected: ({ words, sent }) => ({
		what: words === '' ? 'something unexpected happened' : words,
		description: sent
			? 'Please report this with the steps to reproduce it.'
			: 'Nothing was sent. Check the values of the node and their expressions.',
	}),
	deadlineExceeded: ({ last, isFixed }, request) => {
		const { what, description, ...rest } = textFor(last, request);
		const why = last.kind === 'uploadLimit' ? `${SAYS_LIMIT} Other workflows may use up the limit.` : description;
		return {
			...rest,
			what: `it did not finish ${isFixed ? 'in time' : 'within "Give Up After"'} (last attempt: ${what})`,
			description: `${why} To give it more time, ${isFixed ? 'upload the file with Upload Binary before the post: it has the option "Give Up After"' : 'raise "Give Up After" in the options'}.`,
		};
	},
};

/** How a response becomes shorter. A mutation with other fields is another one, which is executed once more. */
function adviceIfTooLong({ entered, retryClass }: RequestInfo): string {
	if (entered === undefined) return ' If this happens with each request, check the base URL of the credential.';
	return retryClass === 'safe' ? ' Ask for fewer entries at a time.' : '';
}

/** Explains a failure to a person: what did not happen or may have happened, why, the service's words, and what to do next. */
export function explain(failure: Failure, request: RequestInfo): Explanation {
	const { what, description, ...rest } = textFor(failure, request);
	if (failure.kind === 'invalidInput') return { ...rest, message: titleSafe(what), description };
	const { failed, doubt } = request;
	const inDoubt = doubt !== undefined && mayHaveSucceeded(failure);
	const message = `${inDoubt ? doubt.uncertain : failed}: ${what}`;
	return {
		...rest,
		// n8n shows an execution as canceled where the message says so; only then must it.
		message: failure.kind === 'canceled' ? message : titleSafe(message),
		description: inDoubt ? `${doubt.advice} ${description}` : description,
	};
}

/** Why something did not happen, without what: the cause in a few words, and more about it. */
export const causeOf = (failure: Failure, request: RequestInfo): { what: string; description: string } =>
	textFor(failure, request);

/** The message alone: what did not happen or may have happened, and why. */
export const messageOf = (failure: Failure, request: RequestInfo): string => explain(failure, request).message;

function textFor<K extends Failure['kind']>(failure: Extract<Failure, { kind: K }>, request: RequestInfo): Text {
	const say: (failure: Extract<Failure, { kind: K }>, request: RequestInfo) => Text = TABLE[failure.kind as K];
	return say(failure, request);
}

const target = (request: RequestInfo) => (request.toStorage ? 'the upload storage' : 'the service');

const quote = (words: string) => (words === '' ? '' : `The service says: ${asSentence(words)} `);

const lastAttempt = (last: Failure | undefined, request: RequestInfo) =>
	last === undefined ? '' : ` (last attempt: ${textFor(last, request).what})`;

const ANOTHER_UPLOAD = 'The next try starts a new upload, which counts as another one.';

function adviceForStatus(status: number, request: RequestInfo): string {
	if (status >= 500 || status === 408) {
		// Where it may be done, that must be looked at first.
		return request.doubt === undefined && !request.saysNext
			? 'The service is having trouble. Try again later.'
			: 'The service is having trouble.';
	}
	if (status === 407)
		return 'A proxy on the way asks for a sign-in. Check the proxy of n8n, and "Proxy" under "Request Options" in the node\'s settings.';
	if (status === 413) return 'The request is too large for the service.';
	if (request.toStorage) return ANOTHER_UPLOAD;
	return status === 404 || status === 405 ? 'Check the base URL of the credential.' : 'Check the values of the node.';
}

/** A length of time in words, rounded up. */
export function duration(ms: number): string {
	const seconds = Math.ceil(ms / 1000);
	if (seconds === 1) return '1 second';
	return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
