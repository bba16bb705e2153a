import type { ItemFailure, ItemResult } from '../../execution/itemResult';
import { executePart } from '../../execution/once';
import type { Item, Operation } from '../../execution/operation';
import { sendRequest } from '../../execution/singleRequest';
import { uploadOnce } from '../../upload/dedupe';
import { idField } from '../../utils/json';
import { err, ok, type Result } from '../../utils/result';
import { formatValue } from '../../utils/values';
import { toItem } from '../media/result';
import { UPLOAD_MEDIA_FROM_URL } from '../media/uploadFromUrl';
import type { PostFile } from './check';

/** The files of a post that must be uploaded first. */
type FileToUpload = Exclude<PostFile, { media: unknown }>;

/** A file that is in the library now. */
export interface UploadedFile {
	/** As a person knows it: its name, or the address that it came from. */
	readonly name: string;
	readonly id: string;
}

/** A public address, as a part of a post: each is fetched once in an execution. */
const FROM_URL: Pick<Operation<string>, 'request' | 'once' | 'execute'> = {
	request: UPLOAD_MEDIA_FROM_URL,
	once: {
		key: (url) => ({ identity: ['file of a post', url], details: null }),
		reuse: {
			keep: ([media]) => ({ id: idField(media, 'id') ?? '' }),
			restore: (_, { id = '' }) => [{ id }],
		},
	},
	execute: async (item, url) => await sendRequest(item, UPLOAD_MEDIA_FROM_URL, { url }, true),
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
		uploaded.push({ name: nameOf(file), id: idField(result.output[0], 'id') ?? '' });
	}
	return ok(uploaded);
}

const uploadFile = async (item: Item, file: FileToUpload): Promise<ItemResult> =>
	'task' in file ? toItem(await uploadOnce(item, file.task)) : await executePart(FROM_URL, item, file.url);

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
		: [
				`In the library already, and used when the item is tried again: ${uploaded
					.map(({ name, id }) => `${formatValue(name)} with the ID ${id}`)
					.join(', ')}.`,
			];

/** Their IDs, for a workflow that goes on by itself. */
export const mediaIdsOf = (uploaded: readonly UploadedFile[]): { mediaIds?: string } =>
	uploaded.length === 0 ? {} : { mediaIds: uploaded.map(({ id }) => id).join(',') };
