/** What a case must have come to, in the service and in n8n's items. */
import type { SandboxState } from '../../../../sandbox/server';
import type { JsonObject } from '../../../../scripts/lib/json';
import { sha256, type FileCase } from './cases';

/** Requests that one upload takes: its start and its completion. Sending the file is not counted. */
const REQUESTS_EACH = 2;

/** What came of a case. */
export interface Outcome {
	/** n8n's word for how the execution ended. */
	readonly status: string;
	/** The items that Upload Binary gave. */
	readonly items: readonly JsonObject[];
	/** The words of the error, if there is one. */
	readonly error: unknown;
}

/** The library has the files byte for byte, every item has its media, and nothing else was counted. */
export function expectUploaded(
	{ media = [], uploads = media.length }: FileCase,
	outcome: Outcome,
	state: SandboxState,
): void {
	expect([outcome.status, outcome.error]).toEqual(['success', undefined]);
	const byId = new Map(state.media.map((file) => [file.id, file]));
	const held = outcome.items.map(({ id }) => byId.get(String(id)));
	expect(held).toEqual(
		media.map(({ bytes, name, mimeType }): unknown =>
			expect.objectContaining({ name, mimeType, size: bytes.length, sha256: sha256(bytes) }),
		),
	);
	expect(outcome.items).toEqual(
		held.map((file) => ({
			id: file?.id,
			name: file?.name,
			url: file?.url,
			mimeType: file?.mimeType,
			size: file?.size,
		})),
	);
	expect({ media: state.media.length, uploads: state.uploadsCounted, requests: state.requestsCounted }).toEqual({
		media: uploads,
		uploads,
		requests: uploads * REQUESTS_EACH,
	});
}

/** The error has its words, and the service has not even been asked. */
export function expectRefused({ refused = '' }: FileCase, outcome: Outcome, state: SandboxState): void {
	expect(outcome.status).toBe('error');
	expect(outcome.error).toContain(refused);
	expect(state.log).toEqual([]);
	expect({ media: state.media, uploads: state.uploadsCounted, requests: state.requestsCounted }).toEqual({
		media: [],
		uploads: 0,
		requests: 0,
	});
}

/** Whichever of the two the case tells. */
export function expectOutcome(fileCase: FileCase, outcome: Outcome, state: SandboxState): void {
	if (fileCase.refused === undefined) expectUploaded(fileCase, outcome, state);
	else expectRefused(fileCase, outcome, state);
}
