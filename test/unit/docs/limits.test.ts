/** The limits that the documentation names are those of the code. */
import { MAX_RATE_LIMIT_DELAY_MS } from '../../../nodes/SocialPostScheduling/transport/retry';
import { MAX_FILE_BYTES } from '../../../nodes/SocialPostScheduling/upload/file';
import { MINUTE } from '../builders';
import { lacks, readPage, rowsOfTable } from './pages';

const PAGE = 'docs/limits.md';
const MEBIBYTE = 1024 * 1024;

test('the size of a file', () => {
	const size = `${MAX_FILE_BYTES / MEBIBYTE} MiB`;
	const row = `| size of a file in Upload Binary | ${size} | ${size} |`;
	const hasRow = rowsOfTable(readPage(PAGE), 'limits').includes(row);
	expect(hasRow ? [] : [`The table in ${PAGE} must have this row: ${row}`]).toEqual([]);
	expect(lacks('README.md', `Stored files are streamed, up to ${size}.`)).toEqual([]);
});

test('the wait for the request limit', () => {
	expect(lacks(PAGE, `up to ${MAX_RATE_LIMIT_DELAY_MS / MINUTE} minutes in all`)).toEqual([]);
});
