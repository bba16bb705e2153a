import type { Cause } from '../transport/cause';
import type { MediaFile, StoredStream } from './file';

/** What n8n's HTTP helper takes for a Blob: the one kind of body that is streamed from a generator with its exact length. */
interface BlobLike {
	readonly [Symbol.toStringTag]: 'Blob';
	readonly size: number;
	readonly type: string;
	readonly stream: () => AsyncGenerator<Uint8Array, void>;
}

/**
 * The body of one try to send a stored file. The stream is opened when the first byte is wanted, and counted: a file that
 * has another length than declared breaks the request off at once, where a request that lacks bytes would wait for ever.
 */
export class StreamedBody {
	readonly blob: BlobLike;
	/** Why the file could not be read to its declared end, if so. */
	fault: Cause | null = null;
	private source: StoredStream | null = null;

	constructor(private readonly file: Extract<MediaFile, { bytes: null }>) {
		this.blob = { [Symbol.toStringTag]: 'Blob', size: file.size, type: file.mimeType, stream: () => this.read() };
	}

	/** Gives the file back to the system, whatever became of the request. */
	close(): void {
		this.source?.destroy();
	}

	private async *read(): AsyncGenerator<Uint8Array, void> {
		let sent = 0;
		const chunks = await this.opened();
		for (;;) {
			const chunk = await this.next(chunks);
			if (chunk === null) break;
			sent += chunk.length;
			if (sent > this.file.size) this.breakOff(`It has more than the declared ${this.file.size} bytes.`);
			yield chunk;
		}
		if (sent < this.file.size) this.breakOff(`It has ${sent} bytes, not the declared ${this.file.size}.`);
	}

	private async opened(): Promise<AsyncIterator<unknown>> {
		const opened = await this.file.open().catch(codeOf);
		if (typeof opened === 'string') return this.breakOff(`It cannot be opened (${opened}).`);
		this.source = opened;
		return opened[Symbol.asyncIterator]();
	}

	private async next(chunks: AsyncIterator<unknown>): Promise<Uint8Array | null> {
		const step = await chunks.next().catch(codeOf);
		if (typeof step === 'string') return this.breakOff(`It cannot be read any further (${step}).`);
		if (step.done === true) return null;
		return step.value instanceof Uint8Array ? step.value : Buffer.from(String(step.value));
	}

	/** Ends the request: the only way to tell the HTTP helper that the body is no good is to throw while it reads. */
	private breakOff(words: string): never {
		this.fault = { kind: 'fileChanged', words };
		throw new Error(words);
	}
}

/** The code of what a stream threw, never its message: that holds the path of the file on the server. */
function codeOf(error: unknown): string {
	return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'no reason given';
}
