/** The README's tables of errors and limits stand beside the code: what they say must be what the code says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_RATE_LIMIT_DELAY_MS } from '../../nodes/SocialPostScheduling/transport/retry';
import { explain } from '../../nodes/SocialPostScheduling/errors/errorMessages';
import { MAX_FILE_BYTES } from '../../nodes/SocialPostScheduling/upload/file';
import { failureNamed, FAILURE_NAMES, MINUTE, REQUEST_NAMES, requestNamed } from './builders';

const README = readFileSync(join(__dirname, '../../README.md'), 'utf8');

const section = (heading: string) => README.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';

/** The first column of the table of errors. */
const texts = section('Errors and what to do')
	.split('\n')
	.filter((line) => line.startsWith('| ') && !line.startsWith('| the error says') && !line.startsWith('| ---'))
	.map((line) => line.split('|')[1]?.trim() ?? '');

/** What checks values before anything is sent: its texts name the value, so that only a part of them stands in the table. */
const VALIDATORS = ['upload/file.ts', 'validation/thread.ts'].map((path) =>
	readFileSync(join(__dirname, '../../nodes/SocialPostScheduling', path), 'utf8'),
);

/** Causes whose text is made of the service's or n8n's own words, so that no fixed text can stand in a table. */
const IN_OTHER_WORDS = /^(invalidInput|refused|unexpected)/;

const messages = FAILURE_NAMES.flatMap((name) =>
	REQUEST_NAMES.map((call) => explain(failureNamed(name), requestNamed(call)).message),
);

test.each(FAILURE_NAMES.filter((name) => !IN_OTHER_WORDS.test(name)))('the error for "%s" has a row', (name) => {
	const { message } = explain(failureNamed(name), requestNamed('completeMediaUpload'));
	expect(texts.filter((text) => message.includes(text))).not.toEqual([]);
});

test.each(texts)('the row "%s" is what an error says', (text) => {
	const ofValues = VALIDATORS.filter((source) => source.includes(text));
	expect([...messages.filter((message) => message.includes(text)), ...ofValues]).not.toEqual([]);
});

test('the numbers are those of the code', () => {
	expect(section('Errors and what to do')).toContain(`up to ${MAX_RATE_LIMIT_DELAY_MS / MINUTE} minutes in all`);
	expect(section('Limits of the service')).toContain(
		`| ${MAX_FILE_BYTES / 1024 / 1024} MiB | ${MAX_FILE_BYTES / 1024 / 1024} MiB |`,
	);
});
