import type { IExecutePaginationFunctions } from 'n8n-workflow';
import { wordsOfEarlierNode } from '../../execution/failedBefore';
import { adviceWithoutFile, binaryNames, checkFile, type FilePlace, isAddress } from '../../upload/file';
import { digestOf } from '../../upload/source';
import type { UploadOptions, UploadTask } from '../../upload/uploader';
import { inSequence } from '../../utils/inSequence';
import { combine, err, type InvalidInput, invalid, ok, type Result } from '../../utils/result';
import { isRecord } from '../../utils/json';
import { formatValue, isStringOrNumber } from '../../utils/values';
import type { FileReference, MediaReference } from '../../validation/files';

/** A file of a post: one of the library, or one that is ready to be uploaded. */
export type PostFile = { readonly place: string } & (
	| { readonly media: MediaReference }
	/** `startDigest` is that of the start of the file, null where it cannot be read. */
	| { readonly task: UploadTask; readonly startDigest: string | null }
	| { readonly url: string }
);

/** How much of a file is looked at to tell it from another one of the same name and size, in bytes: all of most pictures. */
const DIGEST_BYTES = 1024 * 1024;

/** Stands for all files of the item. */
const ALL = '*';

const SET_TYPE =
	'If the file is one of these, upload it with the operation Upload Binary, which has the field "MIME Type", and refer to it by its ID.';

const PLACE: Omit<FilePlace, 'field'> = {
	setType: SET_TYPE,
	ifNamesDiffer: `If it is another one in each item, enter ${ALL} for all files of the item.`,
	ifAddress: 'choose "By URL" in "File"',
	takesSeveral: true,
};

/** What to do where an item has no file. */
function sayWithoutFile(functions: IExecutePaginationFunctions, written: unknown): string[] {
	const isName = typeof written === 'string' || written === undefined || written === null;
	if (!isName || binaryNames(functions).length > 0) return [];
	if (isAddress(written ?? '')) return [];
	// It is meant to have one.
	if (wordsOfEarlierNode(functions) !== '') return [];
	const { id } = functions.getInputData().json;
	const isId = isStringOrNumber(id);
	// Who copies the example as it is meets the same error, and no post without its file.
	return [
		...(isId ? ['If {{ $json.id }} is a file of the content library, choose "By ID" in "File" and enter that.'] : []),
		`If only some items are meant to have a file, let an expression return null for the others, by a field that they have, such as {{ $json.picture === "no" ? null : ${formatValue(written?.trim() || 'data')} }}.`,
	];
}

/**
 * The files of a post, in their order. Those of the item are looked up and checked, so that nothing is counted for one that would
 * be refused.
 */
export async function checkPostFiles(
	functions: IExecutePaginationFunctions,
	references: readonly FileReference[],
	options: UploadOptions,
): Promise<Result<PostFile[], InvalidInput>> {
	const checks: Array<Result<PostFile[], InvalidInput>> = [];
	for (const reference of references) {
		checks.push('binary' in reference ? await checkBinaries(functions, reference, options) : ok([reference]));
	}
	const files = combine(checks);
	return files.ok ? ok(files.value.flat()) : files;
}

async function checkBinaries(
	functions: IExecutePaginationFunctions,
	{ binary, place }: { readonly binary: unknown; readonly place: string },
	options: UploadOptions,
): Promise<Result<PostFile[], InvalidInput>> {
	const names = namesIn(binary, binaryNames(functions));
	if (names.length === 0) {
		const advice = [adviceWithoutFile(), ...sayWithoutFile(functions, ALL)].join(' ');
		return invalid(place, `is "${ALL}", but the item has no file`, advice);
	}
	const files: PostFile[] = [];
	for (const name of names) {
		const file = await checkBinary(functions, name, place, options);
		// A text with a thousand commas is no list of fields: the first one that is not there ends it.
		if (!file.ok) return isRecord(binary) ? file : err(withAdvice(file.error, sayWithoutFile(functions, binary)));
		files.push(file.value);
	}
	return ok(files);
}

const withAdvice = (problem: InvalidInput, more: readonly string[]): InvalidInput => ({
	...problem,
	advice: [problem.advice, ...more].join(' '),
});

/** The binary fields that are named: one, several with commas, or all; what is not text is one binary by itself. */
function namesIn(written: unknown, all: readonly string[]): readonly unknown[] {
	if (typeof written !== 'string' || all.includes(written.trim())) return [written];
	if (written.trim() === ALL) return all;
	const names = written.split(',').map((name) => name.trim());
	return names.every((name) => name === '') ? [written] : names.filter((name) => name !== '');
}

async function checkBinary(
	functions: IExecutePaginationFunctions,
	written: unknown,
	place: string,
	options: UploadOptions,
): Promise<Result<PostFile, InvalidInput>> {
	const checked = await inSequence(functions.getExecuteData(), async () => {
		const file = await checkFile(functions, written, '', { ...PLACE, field: place });
		return file.ok ? ok({ file: file.value, startDigest: await digestOf(file.value, DIGEST_BYTES) }) : file;
	});
	if (!checked.ok) {
		const { field } = checked.error;
		return err({ ...checked.error, field: field.includes(place) ? field : `${place}: ${field}` });
	}
	const { file, startDigest } = checked.value;
	const name = file.fileName || (typeof written === 'string' ? written : 'file');
	const entry = { name, mediaLabelIds: undefined };
	return ok({ place, task: { file, entry, ...options, isPartOfPost: true }, startDigest });
}
