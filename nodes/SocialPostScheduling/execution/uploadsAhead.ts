import { Limiter } from '../utils/limiter';
import type { Result } from '../utils/result';
import type { UploadedFile } from '../utils/uploadedFile';
import type { ItemFailure } from './itemResult';

/** How many files are under way at a time: as many as Upload Binary sends where nothing is set. */
const SIMULTANEOUS_UPLOADS = 4;

type Upload = () => Promise<Result<UploadedFile, ItemFailure>>;

/** What came of the files of one item. */
interface Uploaded {
	readonly files: UploadedFile[];
	readonly failures: ItemFailure[];
}

/** The files that are uploaded ahead of the turn of their item, those of one item after those of the item before it. */
export class UploadsAhead {
	private readonly limiter = new Limiter(SIMULTANEOUS_UPLOADS);
	private readonly items: Map<number, Uploaded>;

	/**
	 * @param isWanted whether an item is under way, or may still get its turn
	 * @param earlier those of the try before
	 */
	constructor(
		private readonly isWanted: (item: number) => boolean,
		earlier?: UploadsAhead,
	) {
		this.items = new Map(earlier?.items);
	}

	/** Uploads the files of an item until one fails, or the item is not wanted any more. */
	async run(item: number, uploads: readonly Upload[]): Promise<void> {
		const uploaded: Uploaded = { files: [], failures: [] };
		this.items.set(item, uploaded);
		const uploadOne = async (upload: Upload) => {
			if (uploaded.failures.length > 0 || !this.isWanted(item)) return;
			const result = await upload();
			if (result.ok) uploaded.files.push(result.value);
			else uploaded.failures.push(result.error);
		};
		// What is thrown is met again when the turn of the item comes.
		await Promise.allSettled(
			uploads.map(async (upload) => await this.limiter.run(async () => await uploadOne(upload))),
		);
	}

	/** What is in the library for an item. */
	filesOf(item: number): readonly UploadedFile[] {
		return this.items.get(item)?.files ?? [];
	}

	/** The uploads of an item that failed: several may have been under way. */
	failuresOf(item: number): readonly ItemFailure[] {
		return this.items.get(item)?.failures ?? [];
	}
}
