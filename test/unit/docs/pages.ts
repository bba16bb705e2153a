/** The pages of the documentation, as the checks read them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(__dirname, '../../..');

export const readPage = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** The rows of the first table after the comment `<!-- <name>: ...`, its head among them; empty where there is none. */
export function rowsOfTable(page: string, name: string): string[] {
	const [, after = ''] = page.split(`<!-- ${name}: `);
	const [, table = ''] = /\n\n((?:\|.*\n)+)/.exec(after) ?? [];
	return table.split('\n').filter((line) => line.startsWith('|') && !line.startsWith('| ---'));
}

/** A sentence for who has to mend a page; none where it has the text. Line breaks and spaces count as one space. */
export function lacks(path: string, text: string): string[] {
	const isThere = readPage(path).replace(/\s+/g, ' ').includes(text.replace(/\s+/g, ' '));
	return isThere ? [] : [`${path} must say: ${text}`];
}

/** The rows of all tables of a page, without their heads. */
export const rowsOfTables = (page: string): string[] =>
	[...page.matchAll(/^\| --- .*\n((?:\|.*\n)+)/gm)].flatMap(([, rows = '']) => rows.trim().split('\n'));
