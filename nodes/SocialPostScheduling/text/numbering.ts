/**
 * Where the number of a tweet stands: nowhere, at its end as " (1/3)", or at its start as "1/3 ". At the start it leaves a link at
 * the end of a tweet the last thing in it, where X may show its preview in its place.
 */
export type Numbering = 'none' | 'end' | 'start';

/** A tweet with its number, the first is 1, and the number of all. */
export function addNumber(text: string, numbering: Numbering, number: number, total: number): string {
	if (numbering === 'none') return text;
	return numbering === 'end' ? `${text} (${number}/${total})` : `${number}/${total} ${text}`;
}
