/** The results as a Markdown file, and as lines for a terminal. */
import type { Row, Section } from './row';

const VERDICT = { true: 'met', false: '**missed**', null: '' } as const;

function verdictOf({ met }: Row): string {
	return VERDICT[`${met}`];
}

function tableOf(rows: readonly Row[]): string[] {
	return [
		'| What | Goal | Measured | |',
		'|---|---|---|---|',
		...rows.map((row) => `| ${row.what} | ${row.goal ?? ''} | ${row.measured} | ${verdictOf(row)} |`),
	];
}

function sectionOf({ title, how, rows }: Section): string[] {
	const notes = rows.filter(({ note }) => note !== '').map(({ what, note }) => `- ${what}: ${note}`);
	return [`## ${title}`, '', how, '', ...tableOf(rows), '', ...(notes.length > 0 ? [...notes, ''] : [])];
}

/** @param facts what the figures were measured on, and what was left out */
export function toMarkdown(facts: readonly string[], sections: readonly Section[]): string {
	const lines = [
		'# Results of the benchmark',
		'',
		'Made by `npm run bench`; do not edit. How to read it, and what was measured once (the size of a chunk): [README](README.md).',
		'',
		...facts.map((fact) => `- ${fact}`),
		'',
		...sections.flatMap(sectionOf),
	];
	return `${lines.join('\n').trimEnd()}\n`;
}

/**
 * The results with one section measured anew; one that they do not have yet stands at the end.
 *
 * @param results what {@link toMarkdown} gave
 * @param date of the new figures, as in the facts
 */
export function replaceSection(results: string, section: Section, date: string): string {
	const parts = results.split(/^(?=## )/m).map((part) => part.trimEnd());
	const known = parts.findIndex((part) => part.startsWith(`## ${section.title}\n`));
	const how = `${section.how} Measured by itself on ${date}.`;
	parts[known < 0 ? parts.length : known] = sectionOf({ ...section, how })
		.join('\n')
		.trimEnd();
	return `${parts.join('\n\n')}\n`;
}

/** The same for a terminal: columns of even width, and only goals and figures. */
export function toLines(sections: readonly Section[]): string[] {
	const rows = sections.flatMap((section) => section.rows);
	const width = (cell: (row: Row) => string): number => Math.max(...rows.map((row) => cell(row).length));
	const widths = { what: width(({ what }) => what), goal: width(({ goal }) => goal ?? '') };
	return sections.flatMap(({ title, rows: own }) => [
		'',
		title,
		...own.flatMap((row) => {
			const verdict = row.met === null ? '' : row.met ? '  ✓' : '  ✗ missed';
			const line = `  ${row.what.padEnd(widths.what)}  ${(row.goal ?? '').padEnd(widths.goal)}  ${row.measured}${verdict}`;
			return row.note === '' ? [line] : [line, `      ${row.note}`];
		}),
	]);
}
