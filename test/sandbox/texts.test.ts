/** Whatever text a client sends, the library, the state and the page can be read afterwards. */
import { toUSVString } from 'node:util';
import { apiOf, inLibrary, uploaded } from './support/api';
import type { MediaFields } from './support/api';
import { http } from './support/http';
import { readContent } from './support/page';
import { useSandbox } from './support/sandbox';

const sandbox = useSandbox();

/** The first half of a pair: what is left where a text was cut between the halves of a character. */
const HALF = '\ud83d';
/** How JSON writes a half of a pair that stands alone. Strict readers of JSON refuse it. */
const LONE_HALF = /\\ud[89a-f]/i;

const state = async () => (await http(`${sandbox().baseUrl}/control/state`)).body;

test.each([
	['the first half of a pair at the end', `cat${HALF}`],
	['the second half of a pair', '\ude00'],
	['the folder above', '..'],
	['the same folder', '.'],
	['a slash', '/'],
	['only slashes', '///'],
	['a way out', '../../control/state'],
	['encoded dots', '%2e%2e'],
	['a percent sign', '100%'],
	['a question mark and a hash', 'a?b#c'],
	['a backslash', '\\'],
	['a zero character', 'a\u0000b'],
	['line breaks', 'a\r\nb'],
	['characters that turn the direction of reading', '\u202egnp.cat'],
	['markup', '</p><script>alert(1)</script>'],
	['20,000 characters', 'x'.repeat(20_000)],
	['20,000 characters that an address has to encode', 'ü'.repeat(20_000)],
])('a file whose name is %s can be listed, fetched, attached and looked at', async (_, name) => {
	const api = apiOf(sandbox());
	const media = await inLibrary(api, name, 'content');
	const kept = toUSVString(name);
	expect(media.name).toBe(kept);
	const list = await api.first<{ objects: MediaFields[] }>('{ media { objects { id name url mimeType size } } }');
	expect(list.objects).toEqual([media]);
	const file = await http(media.url);
	expect([file.status, file.body]).toEqual([200, 'content']);
	expect((await api.schedule({ thread: [{ text: 'Hello', order: 0, media: [{ name }] }] })).errors).toEqual([]);
	expect(JSON.parse(await state())).toMatchObject({ media: [{ name: kept, url: media.url }] });
	expect((await readContent(sandbox())).sections['library-count']).toBe('1');
});

test('a half of a pair is kept nowhere: it becomes the replacement character, as in bytes that are no UTF-8', async () => {
	const api = apiOf(sandbox());
	const cut = (text: string) => `${text}${HALF}`;
	const whole = (text: string) => `${text}\ufffd`;
	const { uploadToken } = await uploaded(api);
	await api.complete(uploadToken, cut('name'), [cut('label')]);
	await api.schedule({
		username: cut('handle'),
		thread: [{ text: cut('text'), order: 0, media: [{ id: cut('id') }] }],
	});
	await api.schedule({ username: cut('handle'), thread: [{ text: cut('text'), order: 0 }] });
	await api.client.rawRequest('{ profile { id } }', { [cut('variable')]: [{ [cut('key')]: cut('value') }] });
	await http(`${sandbox().baseUrl}/gql`, {
		method: 'POST',
		headers: { authorization: `Bearer ${sandbox().keys.paid}`, 'content-type': 'application/json' },
		body: JSON.stringify({ query: `{ ${HALF} }`, operationName: cut('operation') }),
	});
	expect(sandbox().state()).toMatchObject({
		media: [{ name: whole('name'), labelIds: [whole('label')] }],
		posts: [{ username: whole('handle'), submissions: [{ text: whole('text') }] }],
	});
	expect(sandbox().state().log.at(-1)?.operationName).toBe(whole('operation'));
	expect(await state()).not.toMatch(LONE_HALF);
	expect(JSON.stringify(await readContent(sandbox()))).not.toMatch(LONE_HALF);
});

test('on the page the direction of one text does not turn the texts beside it', async () => {
	const api = apiOf(sandbox());
	const turned = '\u202eabc';
	await inLibrary(api, turned);
	await api.schedule({ username: turned, thread: [{ text: turned, order: 0 }] });
	const { sections, events } = await readContent(sandbox());
	expect(sections.library).toContain(`<bdi>${turned}</bdi>`);
	expect(sections.posts).toContain(`<bdi>@${turned}</bdi>`);
	expect(sections.posts).toContain(`<bdi>${turned}</bdi>`);
	expect(events).toMatchObject([{ title: `10:00 \u2068@${turned}\u2069: \u2068${turned}\u2069` }]);
});

test.each([
	['a list', '['.repeat(100_000) + ']'.repeat(100_000)],
	['an object', '{"a":'.repeat(5_000) + '1' + '}'.repeat(5_000)],
])('variables that are nested too deeply are refused, and the state can still be read: %s', async (_, value) => {
	const answer = await http(`${sandbox().baseUrl}/gql`, {
		method: 'POST',
		headers: { authorization: `Bearer ${sandbox().keys.paid}`, 'content-type': 'application/json' },
		body: `{"query":"{ profile { id } }","variables":{"a":${value}}}`,
	});
	expect([answer.status, JSON.parse(answer.body)]).toEqual([
		400,
		{ errors: [{ message: expect.stringContaining('nested') as unknown, code: 'bad_request' }] },
	]);
	expect((await http(`${sandbox().baseUrl}/control/state`)).status).toBe(200);
});
