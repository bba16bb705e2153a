import type { IncomingMessage } from 'node:http';
import type { CallKind, Origin } from './calls';

/** How a call ended: an HTTP status, or what was done instead of answering. */
export type CallEnd = number | 'pending' | 'reset' | 'hang' | 'aborted';

/** One call as the service saw it. Never holds a key or a signature. */
export interface LogEntry {
	/** The service's time of arrival, ISO 8601. */
	readonly at: string;
	readonly origin: Origin;
	kind: CallKind;
	readonly method: string;
	/** Path without the query, so without the signature of an upload address. */
	readonly path: string;
	readonly authorization: 'none' | 'bearer' | 'other';
	readonly contentType: string | null;
	readonly contentLength: string | null;
	readonly ifNoneMatch: string | null;
	readonly transferEncoding: string | null;
	/** Bytes of the body that arrived. */
	receivedBytes: number;
	status: CallEnd;
	/** What the answer says went wrong. */
	problem: string | null;
	operationName: string | null;
	/** Variables of an API call as they were sent. */
	variables: unknown;
}

/** Highest numbers of calls that were under way at the same time. */
export interface Peaks {
	simultaneousCalls: number;
	simultaneousPuts: number;
}

function authorizationKind(value: string | undefined): LogEntry['authorization'] {
	if (value === undefined) return 'none';
	return value.startsWith('Bearer ') ? 'bearer' : 'other';
}

/** Remembers every call in order of arrival, and how many were under way at once. */
export class RequestLog {
	readonly entries: LogEntry[] = [];
	readonly peaks: Peaks = { simultaneousCalls: 0, simultaneousPuts: 0 };
	private readonly underWay: Record<Origin, number> = { api: 0, upload: 0 };

	/** Notes that a call has arrived. */
	open(request: IncomingMessage, origin: Origin, kind: CallKind, now: number): LogEntry {
		const { headers } = request;
		const entry: LogEntry = {
			at: new Date(now).toISOString(),
			origin,
			kind,
			method: request.method ?? '',
			path: request.url?.split('?', 1)[0] ?? '',
			authorization: authorizationKind(headers.authorization),
			contentType: headers['content-type'] ?? null,
			contentLength: headers['content-length'] ?? null,
			ifNoneMatch: headers['if-none-match'] ?? null,
			transferEncoding: headers['transfer-encoding'] ?? null,
			receivedBytes: 0,
			status: 'pending',
			problem: null,
			operationName: null,
			variables: null,
		};
		this.entries.push(entry);
		this.underWay[origin] += 1;
		this.peaks.simultaneousCalls = Math.max(this.peaks.simultaneousCalls, this.underWay.api);
		this.peaks.simultaneousPuts = Math.max(this.peaks.simultaneousPuts, this.underWay.upload);
		return entry;
	}

	/** Notes that a call is over: its connection is free again, or gone. */
	close(entry: LogEntry): void {
		this.underWay[entry.origin] -= 1;
		if (entry.status === 'pending') entry.status = 'aborted';
	}
}
