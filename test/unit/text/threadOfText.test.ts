import fc from 'fast-check';
import { threadOfText } from '../../../nodes/SocialPostScheduling/text/threadOfText';

test.each([
	['one tweet', 'Hello', ['Hello']],
	['a line with three hyphens', 'a\n---\nb', ['a', 'b']],
	['the line ends of Windows', 'a\r\n---\r\nb\r\n---\r\nc', ['a', 'b', 'c']],
	['blanks around the hyphens', 'a\n \t---\u3000 \nb', ['a', 'b']],
	['blank lines around a tweet', '\n \na\n\n---\n\n\nb\n\n', ['a', 'b']],
	['blank lines within a tweet', 'a\n\nb\n---\nc', ['a\n\nb', 'c']],
	['blanks at the start of a tweet', '  - a\n  - b\n---\nc', ['  - a\n  - b', 'c']],
	['a separator at the start and at the end', '---\na\n---', ['a']],
	['two separators one after another', 'a\n---\n---\nb\n---\n \n---\nc', ['a', 'b', 'c']],
	['other hyphens', 'a --- b\n----\n--\n- - -\n---c', ['a --- b\n----\n--\n- - -\n---c']],
	['nothing', '', []],
	['only blanks and separators', ' \n---\n\n---\n', []],
])('%s', (_, text, tweets) => {
	expect(threadOfText(text)).toEqual(tweets);
});

test('the tweets of any thread are found again', () => {
	const tweet = fc.string().filter((text) => text.trim() !== '' && !/[\r\n]/.test(text) && text.trim() !== '---');
	fc.assert(
		fc.property(fc.array(tweet), (tweets) => {
			expect(threadOfText(tweets.join('\n---\n'))).toEqual(tweets.map((text) => text.trimEnd()));
		}),
	);
});

test.each(['\u2028', '\u2029', ' \u2028', '\t\u2028', '\n', ' ', ' \n'])(
	'a row of 200,000 %j is read once: it does not stop n8n',
	(sign) => {
		const text = `a${sign.repeat(200_000)}b`;
		const began = performance.now();
		expect(threadOfText(text)).toEqual([text]);
		// It takes milliseconds; where each sign is looked at once more for each one before it, minutes.
		expect(performance.now() - began).toBeLessThan(5_000);
	},
);
