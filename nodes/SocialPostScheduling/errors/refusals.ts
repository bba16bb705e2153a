import type { PayloadError } from '../transport/failure';
import type { RequestInfo } from '../transport/request';
import { anyOf, oneOf } from '../utils/patterns';
import { asSentence, withoutFullStop } from '../utils/values';

/** How many reasons are shown at most: a service may give one for each of thousands of values. */
const MAX_REASONS = 10;

const POSTS = /^schedule/;
const UPLOADS = /upload/i;
const FROM_URL = /FromUrl$/;
const CHANGES = /PlatformPost/;
const SENDS_POST = /^(?:submit|reschedule)PlatformPost/;

/** What services call a post, where a request names nothing else. */
const POST = `(?<!quoted )${oneOf('post', 'tweet', 'thread', 'submission', 'object', 'resource', 'entry', 'record', '\\b(?:id|pk)')}(?![a-z])`;

/** How they say that it is not there, or not any more. */
const NOT_THERE = oneOf(
	'not[ _-]?(?:be )?found',
	'not[ _-]?exist',
	"n't exist",
	'no longer (?:exists?|there)',
	'(?:already|been|was|is)[ _](?:deleted|removed|trashed|gone|missing)',
	'(?:deleted|removed|trashed) already',
	'in (?:the )?trash',
);

/** The same without naming it. */
const NOTHING_THERE = oneOf(
	'not[ _-]?found',
	'gone',
	'already[ _](?:deleted|removed|trashed)',
	'(?:deleted|trashed) already',
	'nothing to delete',
);

/** How they say that they have none. */
const NONE = oneOf('\\bno', '\\bunknown', '\\b(?:not|unable to) (?:find|locate)', "n't (?:find|locate)");

const NO_POST = anyOf(
	`${POST}[^.,:;]{0,40}${NOT_THERE}`,
	`${NONE}(?: \\w{1,20}){0,2} \\w{0,20}${POST}(?! (?:permission|type|access|limit|slot)s?\\b)`,
	'post(?:_?id:)?[ _]?not[ _]?found',
	`^\\W*${NOTHING_THERE}\\b`,
);

/** What to do about a reason, by its words or its code, and of which requests; the first that fits. */
const ADVICE: ReadonlyArray<readonly [RegExp, string, RegExp?]> = [
	[
		/media.{0,40}(?:not found|not exist|unknown)|(?:no|unknown) (?:media|file)\b|MEDIA_NOT_FOUND/i,
		'Look for it in the content library. In "File", choose "By ID" for an ID, "By Name" for a name, and "By URL" for a web address. A row takes one file.',
		POSTS,
	],
	[
		/\b(?:tag|label)s?\b.{0,40}(?:not found|not exist|unknown)|(?:no|unknown) (?:tag|label)\b/i,
		'Choose it from the list, or give its ID. An expression takes IDs, not names.',
	],
	[
		/not connected|NOT_CONNECTED|(?:account|username|user).{0,40}(?:not found|not exist|unknown)/i,
		'Connect the account in the service, or check the handle.',
	],
	[
		/upload token|no upload\b|not (?:been )?uploaded/i,
		'If the file is not in the content library, upload it again. If you use Complete Upload, first copy the token once more from the error of the upload.',
		UPLOADS,
	],
	[
		/\btype\b.{0,80}not (?:supported|allowed|accepted)|MIME|MEDIA_TYPE/i,
		'The address must lead to the file itself, not to a page: a picture, or an MP4 or MOV video.',
		FROM_URL,
	],
	[
		/already (?:been )?(?:submitted|published)|ALREADY_(?:SUBMITTED|PUBLISHED)/i,
		'It is out, or on its way. Post: Get shows where it is.',
		CHANGES,
	],
	[
		/\bfetch(?:ed)?\b|\bdownloaded\b|\bunreachable\b|(?:cannot|could not) be reached|URL_UNREACHABLE|INVALID_URL/i,
		'The address must lead to the file itself, not to a page, and open without signing in.',
		FROM_URL,
	],
	[
		/\b(?:text|tweet|caption|content|message|post)\b.{0,40}too long|^too long|characters|INVALID_LENGTH|TOO_LONG/i,
		'Make the text shorter, or split it into more tweets: with "As One Text", by a line that holds only ---, or with "Split Long Text" in the options, and a smaller "Character Limit" if it is on already. In a retry, what is scheduled stays as it is. In a new execution, a text that is split otherwise is another post, also with "Always".',
		POSTS,
	],
	[
		/\b(?:in the past(?! (?:\d|few|hour|day|week))|future|too (?:early|late|soon))\b|INVALID_DATE/i,
		'Choose a time in the future. If it is in the future for n8n, one of the two clocks is wrong.',
	],
	[
		/\b(?:being|still) (?:processed|processing|published|publishing|submitted)\b|\b(?:publishing|processing|submission|post|tweet|thread|it) is (?:already )?(?:in progress|locked|busy)\b(?! (?:by|for)\b)|^\W*(?:locked|busy)\b/i,
		'Wait until the service has done that, and try again.',
		CHANGES,
	],
	[
		/\bin the trash\b/i,
		'A post in the trash cannot be published or rescheduled. If it was not out before, schedule it anew.',
		SENDS_POST,
	],
	[
		NO_POST,
		'Check the ID and the platform. The post may have been deleted for good, or belong to another account.',
		CHANGES,
	],
	[/\b(?:limit|quota|plan)\b/i, 'Check the limits of your plan in the service.'],
];

/** The reasons of a refusal as a person reads them: the first one as the message, the others and what to do as the description. */
export function explainRefusal(
	errors: readonly PayloadError[],
	request: RequestInfo,
): { what: string; description: string } {
	const [first, ...others] = errors.slice(0, MAX_REASONS).map((error) => reasonOf(error, request));
	if (first === undefined) {
		return {
			what: 'the service gave no reason',
			description: `It returned "success: false". ${checkValues(request)}`,
		};
	}
	const more = errors.length > MAX_REASONS ? [`and ${errors.length - MAX_REASONS} more`] : [];
	const rest = others.length > 0 ? `The service also says: ${[...others, ...more].join('; ')}. ` : '';
	return { what: first, description: `${rest}${adviceFor(errors, request)}` };
}

function adviceFor(errors: readonly PayloadError[], request: RequestInfo): string {
	const advice = errors.slice(0, MAX_REASONS).flatMap(({ message, code, suggestedFix }) => {
		if (suggestedFix !== undefined) return asSentence(suggestedFix);
		const words = `${message ?? ''} ${code ?? ''}`;
		const isOf = (of: RegExp | undefined) => of === undefined || of.test(request.name);
		return ADVICE.find(([reason, , of]) => isOf(of) && reason.test(words))?.[1] ?? [];
	});
	return advice.length > 0 ? [...new Set(advice)].join(' ') : checkValues(request);
}

const checkValues = ({ entered = 'the values of the node' }: RequestInfo): string => `Check ${entered}.`;

/** One reason: the field in the words of the panel, and what the service says of it. */
function reasonOf({ field, code, message }: PayloadError, request: RequestInfo): string {
	const words = message?.trim() || code?.trim() || 'no reason given';
	const place = field === null || field.trim() === '' ? '' : `${placeOf(field.trim(), request)}: `;
	return `${place}${withoutFullStop(words)}`;
}

/** How deep a field is looked for: the input has no deeper ones, and a path of a service may have any length. */
const MAX_DEPTH = 8;

/**
 * A field of the input as the panel calls it: `thread.0.media.1` is "Thread, tweet 1, media 2". A service may write it with
 * brackets, with slashes, or below `input`.
 */
export function placeOf(field: string, { fields = {} }: RequestInfo): string {
	const path = field
		.split(/[.[\]/]+/)
		.filter((part) => part !== '' && part !== 'input' && part !== '$')
		.slice(0, MAX_DEPTH)
		.map(toCamelCase);
	for (let length = path.length; length > 0; length--) {
		const name = path.slice(0, length).join('.');
		const place = Object.hasOwn(fields, name) ? fields[name] : undefined;
		if (place !== undefined) return place;
	}
	return field;
}

const toCamelCase = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
