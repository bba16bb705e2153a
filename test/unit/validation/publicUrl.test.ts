import fc from 'fast-check';
import { checkPublicUrl } from '../../../nodes/SocialPostScheduling/validation/publicUrl';
import { anything } from '../arbitraries';
import { problemOf } from '../builders';

test.each([
	['https://example.com/picture.png', 'https://example.com/picture.png'],
	['http://example.com/picture.png', 'http://example.com/picture.png'],
	[' https://example.com/a.png?size=2&v=%20#top\n', 'https://example.com/a.png?size=2&v=%20#top'],
	['HTTPS://Example.com/A.png', 'HTTPS://Example.com/A.png'],
])('%j is sent as it is written', (written, sent) => {
	expect(checkPublicUrl(written, 'URL', 'Otherwise.')).toEqual({ ok: true, value: sent });
});

test.each([
	['an empty text', '', 'is empty'],
	['nothing', undefined, 'is empty'],
	['a name', 'picture.png', 'is not a web address'],
	['a path', '/files/picture.png', 'is not a web address'],
	['a file address', 'file:///home/me/picture.png', 'is not a web address'],
	['data', 'data:image/png;base64,iVBORw0KGgo=', 'is not a web address'],
	['an address without a host', 'https://', 'is not a web address'],
	['two addresses', 'https://example.com/a.png, https://example.com/b.png', 'holds several addresses'],
])('%s is refused', (_, written, says) => {
	const { field, problem, advice } = problemOf(checkPublicUrl(written, 'URL', 'Otherwise.'));
	expect(field).toBe('URL');
	expect(problem).toContain(says);
	expect(advice).toContain('https://');
});

test('any value gives a web address or a problem', () => {
	fc.assert(
		fc.property(fc.oneof(anything(), fc.webUrl(), fc.string()), (written) => {
			const checked = checkPublicUrl(written, 'URL', 'Otherwise.');
			if (checked.ok) expect(new URL(checked.value).protocol).toMatch(/^https?:$/);
			else expect(checked.error.field).toBe('URL');
		}),
	);
});

test.each([[['https://example.com/a.png']], [{ url: 'https://example.com/a.png' }], [true]])(
	'%j is no text',
	(written) => {
		expect(problemOf(checkPublicUrl(written, 'URL', 'Otherwise.')).problem).toContain('which is not text');
	},
);
