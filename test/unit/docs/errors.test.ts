/** The tables of errors stand beside the code: each text that they name must be what an error says, and each error has a row. */
import { explain } from '../../../nodes/SocialPostScheduling/errors/errorMessages';
import { MAX_RATE_LIMIT_DELAY_MS } from '../../../nodes/SocialPostScheduling/transport/retry';
import { failureNamed, FAILURE_NAMES, MINUTE, REQUEST_NAMES, requestNamed } from '../builders';
import { lacks, readPage, rowsOfTables } from './pages';

const PAGE = 'docs/errors.md';

/** The first column of the tables. */
const texts = rowsOfTables(readPage(PAGE)).map((line) => line.split('|')[1]?.trim() ?? '');

/** What checks values before anything is sent: its texts name the value, so that only a part of them stands in the table. */
const VALIDATORS = [
	'transport/credential.ts',
	'upload/file.ts',
	'validation/thread.ts',
	'validation/unevaluated.ts',
	'validation/postAt.ts',
	'utils/values.ts',
	'resources/tweet/scheduleOnce.ts',
	'execution/storedData.ts',
	'resources/post/lookup/findPost.ts',
	'resources/post/lookup/withdraw.ts',
].map((path) => readPage(`nodes/SocialPostScheduling/${path}`));

/** Failures whose text is made of the service's or n8n's own words, so that no fixed text can stand in a table. */
const IN_OTHER_WORDS = /^(invalidInput|refused|unexpected)/;

const messages = FAILURE_NAMES.flatMap((name) =>
	REQUEST_NAMES.map((request) => explain(failureNamed(name), requestNamed(request)).message),
);

test('the tables were found', () => {
	expect(texts.length).toBeGreaterThan(0);
});

test.each(FAILURE_NAMES.filter((name) => !IN_OTHER_WORDS.test(name)))('the error for "%s" has a row', (name) => {
	const { message } = explain(failureNamed(name), requestNamed('completeMediaUpload'));
	const hasRow = texts.some((text) => message.includes(text));
	expect(hasRow ? [] : [`Add a row to a table in ${PAGE} with a part of this text: ${message}`]).toEqual([]);
});

test.each(texts)('the row "%s" is what an error says', (text) => {
	const isSaid = [...messages, ...VALIDATORS].some((said) => said.includes(text));
	expect(isSaid ? [] : [`No error says "${text}": correct or remove its row in ${PAGE}.`]).toEqual([]);
});

test('the wait is that of the code', () => {
	expect(lacks(PAGE, `up to ${MAX_RATE_LIMIT_DELAY_MS / MINUTE} minutes in all`)).toEqual([]);
});
