import { textField } from '../utils/json';
import { delay } from '../transport/delay';
import type { MediaFile } from './file';
import { type OpenedFile, CHUNK_BYTES } from './source';
import type { Failure } from '../transport/failure';

/** What n8n's HTTP helper takes for a Blob: the one kind of body that is streamed from a generator with its exact length. */
interface BlobLike {
	readonly [Symbol.toStringTag]: 'Blob';
	readonly size: number;
	readonly type: string;
	readonly stream: () => AsyncGenerator<Uint8Array, void>;
}

/**
 * How much of a repeated transfer goes ahead of the rest, in bytes: the headers go with it. Few enough to be on their way at
 * once, whatever the storage reads.
 */
const AHEAD_BYTES = 1024;

/** How long a repeated transfer then waits for an answer, in milliseconds: time enough for the way there and back. */
export const AHEAD_MS = 2_000;

/**
 * The body of one try to send a file. The file is opened when its first byte is wanted, and counted: a file that has another
 * length than declared breaks the request off at once, where a request that lacks bytes would wait for ever.
 */
export class FileBody {
	readonly blob: BlobLike;
	/** When the transfer last went on, in milliseconds since 1970. */
	lastProgressAt = Date.now();
	/** Why the file could not be read to its declared end, if so. */
	failure: Failure | null = null;
	private opened: OpenedFile | null = null;
	private readonly closing = new AbortController();

	/**
	 * @param repeated whether the file was sent before. A storage may answer from the headers alone then, with 412 because the
	 * file is there, and close the connection: an answer that is lost where more of the file is on its way at that moment.
	 */
	constructor(
		private readonly file: MediaFile,
		private readonly repeated = false,
	) {
		this.blob = { [Symbol.toStringTag]: 'Blob', size: file.size, type: file.mimeType, stream: () => this.chunks() };
	}

	/** Gives the file back to the system, whatever became of the request. */
	close(): void {
		this.closing.abort();
		this.opened?.close();
	}

	private async *chunks(): AsyncGenerator<Uint8Array, void> {
		let sent = 0;
		const chunks = await this.open();
		for (let chunk = await this.next(chunks); chunk !== null; chunk = await this.next(chunks)) {
			sent += chunk.length;
			if (sent > this.file.size) this.abort(`It has more than the declared ${this.file.size} bytes.`);
			// Some sources give a file in one piece; handed on like that, a slow transfer would look like one that stands still.
			let start = 0;
			if (this.repeated && sent === chunk.length) {
				yield chunk.subarray(0, AHEAD_BYTES);
				// This wait is our own: the transfer does not stand still meanwhile.
				this.lastProgressAt = Date.now() + AHEAD_MS;
				if (!(await delay(AHEAD_MS, this.closing.signal))) return;
				start = AHEAD_BYTES;
			}
			for (; start < chunk.length; start += CHUNK_BYTES) {
				yield chunk.subarray(start, start + CHUNK_BYTES);
				this.lastProgressAt = Date.now();
			}
		}
		if (sent < this.file.size) this.abort(`It has ${sent} bytes, not the declared ${this.file.size}.`);
	}

	private async open(): Promise<AsyncIterator<unknown>> {
		const opened = await this.file.open().catch(codeOf);
		if (typeof opened === 'string') return this.abort(`It cannot be opened${opened}.`);
		this.opened = opened;
		if (this.closing.signal.aborted) opened.close();
		return opened.chunks[Symbol.asyncIterator]();
	}

	private async next(chunks: AsyncIterator<unknown>): Promise<Uint8Array | null> {
		const step = await chunks.next().catch(codeOf);
		if (typeof step === 'string') return this.abort(`It cannot be read any further${step}.`);
		if (step.done === true) return null;
		return step.value instanceof Uint8Array ? step.value : Buffer.from(String(step.value));
	}

	/** Ends the request: the only way to tell the HTTP helper that the body is no good is to throw while it reads. */
	private abort(words: string): never {
		this.failure = { kind: 'fileChanged', words };
		throw new Error(words);
	}
}

/** The code of what a stream threw, as the end of a sentence; never its message, which holds the path of the file. */
function codeOf(error: unknown): string {
	const code = textField(error, 'code');
	return code === null ? '' : ` (${code})`;
}
