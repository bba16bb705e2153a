import { splitText } from '../../../nodes/SocialPostScheduling/text/splitText';
import { threadOfText } from '../../../nodes/SocialPostScheduling/text/threadOfText';
import { weightedLength } from '../../../nodes/SocialPostScheduling/text/weightedLength';

/** In UTF-16 code units: work that grows with the square of this does not end within the time that a test has. */
const HUGE = 300_000;

/** What is repeated: words, and what regular expressions go through again and again. */
const PATTERNS = [
	...[
		'hello world. ',
		'a',
		'漢字',
		'あ。」',
		'。',
		'」',
		'.',
		'a.',
		'a_.',
		'-.',
		'中.',
		'中a.co',
		'a.co-',
		'a.co ',
		'xn--a.',
	],
	...[
		'a.co/(',
		'a.co/(a)',
		'a.co/!!!!',
		'a.co/?!',
		'https://',
		'@a',
		'#a',
		'$a',
		'\u0301',
		'👩\u200d',
		'🇺',
		'1\ufe0f',
		'\u1100',
	],
	...[' ', '\n', '\n ', '\u00a0', ' ---'],
];

const textOf = (pattern: string) => pattern.repeat(HUGE / pattern.length);

test.each(PATTERNS)('a huge text of %j is counted and looked through for tweets', (pattern) => {
	expect(weightedLength(textOf(pattern))).toBeGreaterThan(0);
	expect(threadOfText(textOf(pattern)).length).toBeLessThanOrEqual(1);
});

test.each(['hello world. ', '漢字', 'あ。」', '」', 'a.co ', '中a.co', '\u0301', ' \n'])(
	'a huge text of %j is split',
	(pattern) => {
		const parts = splitText(`a${textOf(pattern)}a`, { limit: 25_000, numbering: 'end' });
		expect(Math.max(...parts.map(weightedLength))).toBeLessThanOrEqual(25_000);
	},
);

test.each(['a', '!', '(a)', '(a(b)', '(', '@a/', '?!'])('a huge link of %j is counted', (pattern) => {
	const address = `https://example.com/${pattern.repeat(HUGE / pattern.length)}`;
	expect(weightedLength(`${address}"`)).toBeGreaterThan(0);
});
