import type { IBinaryData, IExecutePaginationFunctions } from 'n8n-workflow';
import { field, idField, isRecord, type JsonRecord, textField } from '../utils/json';
import { err, type InvalidInput, invalid, ok, type Result } from '../utils/result';
import { formatValue, withoutFullStop } from '../utils/values';
import {
	isText,
	knownType,
	nameOfType,
	otherFile,
	SIGNATURE_BYTES,
	typeInFact,
	typeOfBytes,
	typeOfName,
	type UploadType,
} from '../validation/mimeTypes';
import { firstBytes, MIB, OPEN_LIMIT_MS, type Source, sourceOf } from './source';

/** The largest file of a direct upload, in bytes (service API, section 8, rule 5). */
export const MAX_FILE_BYTES = 500 * MIB;

/**
 * Where n8n puts the files of an item when the workflow is set to keep them within the JSON ("combined"). n8n-workflow has a
 * constant for it only since that setting exists.
 */
const FILES_IN_JSON = '_files';

/** What the service takes, for the advice about a file of another type. */
const TAKES = 'The service takes PNG, JPEG, WebP, GIF and HEIC pictures, and MP4 and MOV videos.';
const CHECK_SOURCE = ' Check the node that made the file: it may be an error message that was saved as a file.';

/** Where a person has named a file, for the errors about it. */
export interface FilePlace {
	/** The field as the panel shows it, with its place. */
	readonly field: string;
	/** What to do about a type that is not known, for a file that is one of those that the service takes. */
	readonly setType: string;
	/** What to do about a file whose field has another name in each item. */
	readonly ifNamesDiffer: string;
	/** What to do about a web address, which is no name. */
	readonly ifAddress: string;
	/** Set where the field takes several names. */
	readonly takesSeveral?: true;
}

/** A file of the workflow, ready to be sent. */
export interface MediaFile extends Source {
	readonly mimeType: UploadType;
	readonly fileName: string;
}

/**
 * The file in a binary field of an item, checked as far as the service's rules are known, so that nothing is counted for a
 * file that would be refused. The errors name the file: n8n's forms show them to people who do not know the workflow.
 *
 * @param written what the field holds: the name of the binary field
 * @param typeOverride the type that the user set, or an empty text
 * @param place where the field is
 */
export async function checkFile(
	functions: IExecutePaginationFunctions,
	written: unknown,
	typeOverride: string,
	place: FilePlace,
): Promise<Result<MediaFile, InvalidInput>> {
	const { field } = place;
	const found = findBinary(functions, written, place);
	if (!found.ok) return found;
	const binary = found.value;
	const source = await sourceOf(functions, binary);
	if (source === null) return gone(binary, field);

	if (source.size === 0) return invalidFile(binary, field, 'is empty', 'Check the node that made the file.');
	if (source.size > MAX_FILE_BYTES) {
		return invalidFile(
			binary,
			field,
			`is too large: ${inMib(source.size)} MiB`,
			`The service takes at most ${MAX_FILE_BYTES / MIB} MiB. Make the file smaller, or use "Upload From URL".`,
		);
	}
	const mimeType = await typeOf(binary, source, typeOverride, place);
	return mimeType.ok ? ok({ ...source, mimeType: mimeType.value, fileName: binary.fileName?.trim() ?? '' }) : mimeType;
}

/** A size with one decimal place, rounded up: what is too large by a byte does not look like what is allowed. */
const inMib = (bytes: number): string => (Math.ceil((bytes / MIB) * 10) / 10).toFixed(1);

/** A file in the sentence of an error. */
const nameOf = ({ fileName = '' }: IBinaryData, field: string): string =>
	fileName.trim() === '' ? `The file in "${field}"` : `The file ${formatValue(fileName.trim())}`;

/** What is wrong with the file itself: a retry gets the same one. */
const invalidFile = (binary: IBinaryData, field: string, problem: string, advice: string) =>
	err({ field: nameOf(binary, field), problem, advice, isOfInput: true });

const gone = (binary: IBinaryData, field: string) =>
	invalidFile(
		binary,
		field,
		'is no longer available',
		'n8n does not have its data: it may belong to an older execution, or a node made it by hand and not from base64. A new execution makes it anew.',
	);

const notOpened = (binary: IBinaryData, field: string) =>
	invalidFile(
		binary,
		field,
		`was not opened within ${OPEN_LIMIT_MS / 60_000} minutes`,
		'n8n did not give it, and its log may say why. In PostgreSQL, n8n cannot read a file of more than 256 MiB: let n8n keep files in another place (N8N_DEFAULT_BINARY_DATA_MODE), make the file smaller, or use "Upload From URL".',
	);

/**
 * The binary that the field names: by its name, or, where an expression gave it, the binary itself. n8n's own texts for a
 * missing one are good; they become the advice.
 */
function findBinary(
	functions: IExecutePaginationFunctions,
	written: unknown,
	place: FilePlace,
): Result<IBinaryData, InvalidInput> {
	const { field } = place;
	if (isRecord(written)) return readBinary(written, field);
	const name = typeof written === 'string' ? written.trim() : '';
	if (name === '') {
		return written === undefined || written === null || typeof written === 'string'
			? invalid(field, 'is empty', sayHowToFill(binaryNames(functions)))
			: invalid(
					field,
					`is ${formatValue(written)}, which is not a name`,
					'Enter the name of the field that holds the file.',
				);
	}
	try {
		const found: unknown = functions.helpers.assertBinaryData(name);
		// By names such as "constructor", n8n finds what is no file.
		return isRecord(found) && ['mimeType', 'data', 'id'].some((part) => Object.hasOwn(found, part))
			? ok(binaryOf(found))
			: notFound(functions, name, undefined, place);
	} catch (error) {
		return findElsewhere(functions, name, field) ?? notFound(functions, name, error, place);
	}
}

/** The names of the binary fields of an item. */
export function binaryNames(functions: IExecutePaginationFunctions): string[] {
	const { json, binary } = functions.getInputData();
	const inJson = keepsFilesInJson(functions) ? json[FILES_IN_JSON] : undefined;
	return [...new Set([binary, inJson].flatMap((files) => (isRecord(files) ? Object.keys(files) : [])))];
}

// Older n8n does not have this function, and no such workflows.
const keepsFilesInJson = (functions: IExecutePaginationFunctions): boolean =>
	functions.getWorkflowSettings?.().binaryMode === 'combined';

/**
 * What to do where an item has no file at all.
 *
 * @param check what n8n says of it
 */
export const adviceWithoutFile = (check = 'Check the output of the node before this one'): string =>
	`${withoutFullStop(check)}. An error output has no files, and neither has that of some other nodes: there, take the file from the node that made it, with an expression such as {{ $('Read Picture').item.binary.data }}.`;

/** The name of the field of an item, where it is not known which. */
const NAME_IT = 'Enter the name of the field that holds the file, for example data.';

const CORRECT_IT = 'If an expression gives it, correct that.';

/** What to do about a field that holds no name: an expression may name the file of another item or node, and have a mistake. */
function sayHowToFill(names: readonly string[]): string {
	if (names.length === 0) return `${CORRECT_IT} ${NAME_IT}`;
	const which = names.length === 1 ? 'that name' : 'one of these names';
	return `${CORRECT_IT} The item itself has a file in ${listed(names)}: if you mean that file, enter ${which}.`;
}

const listed = (names: readonly string[]): string => names.map((name) => formatValue(name)).join(', ');

/** Whether what a person has entered as the name of a field is a web address. */
export const isAddress = (written: string): boolean => /^\s*(?:https?:|www\.)/i.test(written);

function notFound(
	functions: IExecutePaginationFunctions,
	name: string,
	error: unknown,
	{ field, takesSeveral, ifNamesDiffer, ifAddress }: FilePlace,
) {
	const others = binaryNames(functions).filter((other) => other !== name);
	const [, another] = others;
	const howToName =
		another === undefined
			? 'Enter that name.'
			: `Enter one of these names${takesSeveral ? ', or several of them with commas' : ''}.`;
	const ofItem =
		others.length > 0
			? [
					`The item has a file in ${listed(others)}. ${howToName}`,
					...(keepsFilesInJson(functions) && !takesSeveral ? [] : [ifNamesDiffer]),
				].join(' ')
			: adviceWithoutFile(textField(error, 'description') ?? undefined);
	const advice = isAddress(name) ? `For a web address, ${ifAddress}.` : ofItem;
	return invalid(field, `is ${formatValue(name)}, but the item has no file there`, advice);
}

/**
 * The binary by its name alone, where n8n wants a path: in a workflow that is set to keep files within the JSON, `data` would
 * have to be `_files.data`, and a file in memory, which n8n leaves where it is, would have no path at all. In all other
 * workflows the JSON is only data: it may come from anyone, and name a file of another workflow.
 */
function findElsewhere(
	functions: IExecutePaginationFunctions,
	name: string,
	place: string,
): Result<IBinaryData, InvalidInput> | undefined {
	if (!keepsFilesInJson(functions)) return undefined;
	const { json, binary } = functions.getInputData();
	const found = field(json[FILES_IN_JSON], name) ?? field(binary, name);
	return isRecord(found) ? readBinary(found, place) : undefined;
}

/** A binary that an expression gave. Expressions like `$binary.data` leave the bytes of a file in memory out. */
function readBinary(written: JsonRecord, field: string): Result<IBinaryData, InvalidInput> {
	const mimeType = textField(written, 'mimeType');
	const id = textField(written, 'id');
	const data = textField(written, 'data');
	if (mimeType !== null && id === null && data === null) {
		return invalid(
			field,
			'is an expression that returns a file without its data',
			'Such an expression does not reach the data of files that n8n keeps in memory. Enter the name of the field that holds the file, for example data.',
		);
	}
	if (mimeType === null) {
		return invalid(
			field,
			'is an expression that returns no file',
			'Enter the name of the field that holds the file, for example data.',
		);
	}
	return ok(binaryOf(written));
}

/** A binary without anything that is of another type than n8n's own have it: a Code node may put anything there. */
function binaryOf(written: JsonRecord): IBinaryData {
	const id = textField(written, 'id') ?? '';
	const fileName = idField(written, 'fileName') ?? '';
	return {
		mimeType: textField(written, 'mimeType') ?? '',
		data: textField(written, 'data') ?? '',
		...(id !== '' && { id }),
		...(fileName !== '' && { fileName }),
	};
}

/** The type: what the user set, else what n8n, the first bytes or the name say, unless the first bytes surely show another. */
async function typeOf(
	binary: IBinaryData,
	source: Source,
	typeOverride: string,
	{ field, setType }: FilePlace,
): Promise<Result<UploadType, InvalidInput>> {
	const override = knownType(typeOverride);
	if (typeOverride !== '' && override === undefined) {
		return invalid(
			'MIME Type',
			`is ${formatValue(typeOverride)}, which the service does not take`,
			`${TAKES} Write the type in full, such as image/png.`,
		);
	}
	const read = await firstBytes(source, SIGNATURE_BYTES);
	if (!read.ok) return read.error === 'gone' ? gone(binary, field) : notOpened(binary, field);
	if (override !== undefined) return ok(override);
	const start = read.value;
	const stated = knownType(binary.mimeType) ?? typeOfBytes(start) ?? typeOfName(binary.fileName);
	if (stated === undefined) {
		const what = otherFile(start) ?? `of the type ${binary.mimeType || 'unknown'}`;
		return invalidFile(binary, field, `is ${what}, which the service does not take`, adviceFor(start, setType));
	}
	const type = typeInFact(stated, start);
	if (type !== undefined) return ok(type);
	const what = otherFile(start) ?? 'something else';
	return invalidFile(binary, field, `is not ${nameOfType(stated)}, but ${what}`, adviceFor(start, setType));
}

/** What to do about a file that the service does not take. What is surely another one is not made one of these by its type. */
function adviceFor(start: Uint8Array, setType: string): string {
	const what = otherFile(start);
	if (what === undefined) return `${TAKES} ${setType}`;
	return isText(start) ? `${TAKES}${CHECK_SOURCE}` : TAKES;
}
