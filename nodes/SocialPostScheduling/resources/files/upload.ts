import type { ItemFailure, ItemResult, ItemSuccess } from '../../execution/itemResult';
import { executePart } from '../../execution/idempotency/once';
import type { Item, Operation } from '../../execution/operation';
import { uploadOnce } from '../../upload/dedupe';
import { announceFile, rememberFile } from '../../upload/lookalikes';
import { idField } from '../../utils/json';
import { err, ok, type Result } from '../../utils/result';
import { joinIds, sayUploaded, type UploadedFile } from '../../utils/uploadedFile';
import { formatValue } from '../../utils/values';
import { toItem } from '../media/result';
import { UPLOAD_MEDIA_FROM_URL, uploadByService } from '../media/uploadFromUrl';
import type { PostFile } from './check';

/** The files of a post that must be uploaded first. */
type FileToUpload = Exclude<PostFile, { media: unknown }>;

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
	execute: async (item, url) => await uploadByService(item, { url }),
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

/** Makes the files of an item known before anything is sent. */
export function announceFiles(item: Item, files: readonly PostFile[]): void {
	for (const file of files) if ('task' in file) announceFile(item, file.task);
}

/** Makes them known to what comes later, also where the item is done and none is uploaded: the library may have them. Never rejects. */
export async function rememberFiles(item: Item, files: readonly PostFile[]): Promise<void> {
	for (const file of files) if ('task' in file) await rememberFile(item, file.task);
}

const uploadFile = async (item: Item, file: FileToUpload): Promise<ItemResult> =>
	'task' in file ? toItem(await uploadOnce(item, file.task)) : await executePart(FROM_URL, item, file.url);

/**
 * Uploads the files of the item ahead of the turn of its post, after those of the items before it, until one fails. Those that the
 * service fetches itself wait for the turn: what became of them may stay unknown.
 */
export async function uploadAhead(item: Item, files: readonly PostFile[]): Promise<void> {
	const own = files.flatMap((file) => ('task' in file ? [file] : []));
	await item.memory.uploadsAhead.run(
		item.functions.getItemIndex(),
		own.map((file) => async () => {
			const result = await uploadFile(item, file);
			return result.ok ? ok(uploadedFile(file, result)) : err(result);
		}),
	);
}

const uploadedFile = (file: FileToUpload, { output, warnings = [] }: ItemSuccess): UploadedFile => ({
	name: nameOf(file),
	id: idField(output[0], 'id') ?? '',
	isFromUrl: 'url' in file,
	warnings: warnings.map((words) => `File ${formatValue(nameOf(file))}: ${words}`),
});

const nameOf = (file: FileToUpload): string => ('task' in file ? file.task.entry.name : file.url);

function withPlace(
	failure: ItemFailure,
	file: FileToUpload,
	uploaded: readonly UploadedFile[],
	lost: string,
): ItemFailure {
	const { hints = [], warnings = [], details } = failure;
	const { failure: reason } = failure;
	return {
		...failure,
		failure: reason.kind === 'deadlineExceeded' ? { ...reason, isFixed: true } : reason,
		notBegun: true,
		warnings: [...uploaded.flatMap((of) => of.warnings), ...warnings],
		hints: [`The file is ${formatValue(nameOf(file))}, in ${file.place}.`, lost, ...hints, ...sayUploaded(uploaded)],
		details: { ...details, place: file.place, ...mediaIdsOf(uploaded) },
	};
}

/** Their IDs, for a workflow that goes on by itself. */
export const mediaIdsOf = (uploaded: readonly UploadedFile[]): { mediaIds?: string } =>
	uploaded.length === 0 ? {} : { mediaIds: joinIds(uploaded) };
