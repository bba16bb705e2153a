/** The text of a field as a person or an expression wrote it: without spaces around it, numbers as text, else empty. */
export function textOf(written: unknown): string {
	return typeof written === 'string' || typeof written === 'number' ? String(written).trim() : '';
}
