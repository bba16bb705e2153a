import { Limiter } from '../utils/limiter';
import type { Result } from '../utils/result';
import type { UploadedFile } from '../utils/uploadedFile';
import type { ItemFailure } from './itemResult';

/** How many files are under way at a time: as many as Upload Binary sends where nothing is set. */
const SIMULTANEOUS_UPLOADS = 4;

type Upload = () => Promise<Result<UploadedFile, ItemFailure>>;

/** What came of the files of one item. */
interface Uploaded {
	/** By the place of the file in the item. What is not tried again stays as the try before has left it. */
	readonly results: Map<number, Result<UploadedFile, ItemFailure>>;
	hasFailed: boolean;
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
		const uploaded: Uploaded = { results: new Map(this.items.get(item)?.results), hasFailed: false };
		this.items.set(item, uploaded);
		const uploadOne = async (upload: Upload, at: number) => {
			if (uploaded.hasFailed || !this.isWanted(item)) return;
			const result = await upload();
			uploaded.results.set(at, result);
			uploaded.hasFailed ||= !result.ok;
		};
		// What is thrown is met again when the turn of the item comes.
		await Promise.allSettled(
			uploads.map(async (upload, at) => await this.limiter.run(async () => await uploadOne(upload, at))),
		);
	}

	/** What is in the library for an item. */
	filesOf(item: number): readonly UploadedFile[] {
		return this.resultsOf(item).flatMap((result) => (result.ok ? [result.value] : []));
	}

	/** The uploads of an item that failed: several may have been under way. */
	failuresOf(item: number): readonly ItemFailure[] {
		return this.resultsOf(item).flatMap((result) => (result.ok ? [] : [result.error]));
	}

	private resultsOf(item: number): Array<Result<UploadedFile, ItemFailure>> {
		return [...(this.items.get(item)?.results.values() ?? [])];
	}
}
