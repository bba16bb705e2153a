/** A failure that is fully told by its message: no stack is shown. */
export class PlainFailure extends Error {}

/** The text of something thrown. */
export function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
