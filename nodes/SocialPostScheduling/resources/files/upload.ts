import type { ItemFailure, ItemResult, ItemSuccess } from '../../execution/itemResult';
import { executePart } from '../../execution/once';
import type { Item, Once, Operation } from '../../execution/operation';
import { sendRequest } from '../../execution/singleRequest';
import { uploadOnce } from '../../upload/dedupe';
import { START_MEDIA_UPLOAD } from '../../upload/session';
import { idField } from '../../utils/json';
import { err, ok, type Result } from '../../utils/result';
import { formatValue } from '../../utils/values';
import { toItem } from '../media/result';
import { UPLOAD_MEDIA_FROM_URL } from '../media/uploadFromUrl';
import type { PostFile } from './check';

/** The files of a post that must be uploaded first. */
type FileToUpload = Exclude<PostFile, { media: unknown }>;
type FileOfItem = Extract<PostFile, { task: unknown }>;

/** A file that is in the library now. */
export interface UploadedFile {
	/** As a person knows it: its name, or the address that it came from. */
	readonly name: string;
	readonly id: string;
}

type Part<T> = Pick<Operation<T>, 'request' | 'once' | 'execute'>;

/** What is remembered of a file with the execution. */
const REUSE: Once<unknown>['reuse'] = {
	keep: ([media]) => ({ id: idField(media, 'id') ?? '' }),
	restore: (_, { id = '' }) => [{ id }],
};

/** A public address, as a part of a post: each is fetched once in an execution. */
const FROM_URL: Part<string> = {
	request: UPLOAD_MEDIA_FROM_URL,
	once: { key: (url) => ({ identity: ['file of a post', url], details: null }), reuse: REUSE },
	execute: async (item, url) => await sendRequest(item, UPLOAD_MEDIA_FROM_URL, { url }, true),
};

/** A file of the item, as a part of a post: each whose bytes are known is uploaded once in an execution. */
const FROM_ITEM: Part<FileOfItem> = {
	request: START_MEDIA_UPLOAD,
	once: {
		key: ({ digest, isWhole, task: { file, entry } }) =>
			isWhole ? { identity: ['file of a post', digest, file.mimeType, entry.name], details: null } : undefined,
		reuse: REUSE,
	},
	execute: async (item, { task }) => {
		const result = toItem(await uploadOnce(item, task));
		// Another upload does no harm.
		return result.ok ? result : { ...result, notBegun: true };
	},
};

/**
 * Uploads those of the files that are not in the library, one after the other, with the engine of Upload Binary and Upload From
 * URL. The first that fails ends it: its error names the file, and those that are in the library by then.
 *
 * @param lost what is not done because of it: `The thread was not scheduled.`
 */
export async function uploadFiles(
	item: Item,
	files: readonly PostFile[],
	lost: string,
): Promise<Result<UploadedFile[], ItemFailure>> {
	const uploaded: UploadedFile[] = [];
	for (const file of files) {
		if ('media' in file) continue;
		const result = await uploadFile(item, file);
		if (!result.ok) return err(withPlace(result, file, uploaded, lost));
		uploaded.push(uploadedFile(file, result));
	}
	return ok(uploaded);
}

const uploadFile = async (item: Item, file: FileToUpload): Promise<ItemResult> =>
	'task' in file ? await executePart(FROM_ITEM, item, file) : await executePart(FROM_URL, item, file.url);

/**
 * Uploads the files of the item ahead of the turn of its post, one after the other, up to the first that fails, and says which are
 * in the library. Those that the service fetches itself wait for the turn: what became of them may stay unknown.
 */
export async function uploadAhead(item: Item, files: readonly PostFile[]): Promise<string | undefined> {
	const uploaded: UploadedFile[] = [];
	for (const file of files) {
		if (!('task' in file)) continue;
		const result = await uploadFile(item, file);
		if (!result.ok) break;
		uploaded.push(uploadedFile(file, result));
	}
	if (uploaded.length === 0) return undefined;
	return `Uploaded ahead for item ${item.functions.getItemIndex()}: ${nameWithIds(uploaded)}.`;
}

const uploadedFile = (file: FileToUpload, { output }: ItemSuccess): UploadedFile => ({
	name: nameOf(file),
	id: idField(output[0], 'id') ?? '',
});

const nameOf = (file: FileToUpload): string => ('task' in file ? file.task.entry.name : file.url);

function withPlace(
	failure: ItemFailure,
	file: FileToUpload,
	uploaded: readonly UploadedFile[],
	lost: string,
): ItemFailure {
	const { hints = [], details } = failure;
	return {
		...failure,
		notBegun: true,
		hints: [
			`This is ${file.place}, the file ${formatValue(nameOf(file))}. ${lost}`,
			...hints,
			...sayUploaded(uploaded),
		],
		details: { ...details, place: file.place, ...mediaIdsOf(uploaded) },
	};
}

/** A sentence about files that were uploaded for a post that then failed: none of them is lost. */
export const sayUploaded = (uploaded: readonly UploadedFile[]): string[] =>
	uploaded.length === 0
		? []
		: [`In the library already, and used when the item is tried again: ${nameWithIds(uploaded)}.`];

const nameWithIds = (uploaded: readonly UploadedFile[]): string =>
	uploaded.map(({ name, id }) => `${formatValue(name)} with the ID ${id}`).join(', ');

/** Their IDs, for a workflow that goes on by itself. */
export const mediaIdsOf = (uploaded: readonly UploadedFile[]): { mediaIds?: string } =>
	uploaded.length === 0 ? {} : { mediaIds: uploaded.map(({ id }) => id).join(',') };
