/** Texts for the property tests: what a link, an emoji or a tag is made of, in any order. */
import fc from 'fast-check';

/** Parts of links, in the scripts and with the punctuation that change what a link is. */
const LINKS = [
	...[
		'http://',
		'https://',
		'HTTPS://',
		'www',
		'example',
		'example.com',
		'example.com/a_(b)?c=d',
		'com',
		'COM',
		'co',
		'uk',
		'de',
		'js',
		'html',
	],
	...[
		't.co/',
		't.co/abc',
		'みんな',
		'рф',
		'РФ',
		'中国',
		'भारत',
		'भारतम्',
		'xn--',
		'xn--p1ai',
		'.',
		'.',
		'.',
		'-',
		'_',
		'/',
		':',
		':80',
		'?',
		'=',
		'&',
	],
	...['!', '|', '~', '(', ')', '[', ']', '*', '+', '%', ',', ';', "'", '"', '“', '”', '{', '\\', '`'],
];
const TAGS = ['@', '＠', '#', '＃', '$', 'a', 'user', 'topic', '1', '2'];
const LETTERS = [
	'é',
	'e\u0301',
	'ü',
	'ß',
	'ı',
	'İ',
	'ſ',
	'K',
	'ͅ',
	'ι',
	'ʀ',
	'ﬁ',
	'ẞ',
	'中',
	'文',
	'。',
	'！',
	'가',
	'\u1100',
	'\u1161',
	'\u0958',
	'ไทย',
	'مرحبا',
	'שלום',
];
const EMOJI = [
	...[
		'😀',
		'👨',
		'👩',
		'👧',
		'👦',
		'❤',
		'🔥',
		'💻',
		'🧑',
		'☝',
		'✈',
		'♀',
		'⚕',
		'🏽',
		'🇺',
		'🇸',
		'🇦',
		'🏴',
		'🏳',
		'🌈',
		'©',
		'®',
		'™',
		'♟',
		'♾',
		'⚧',
		'☺',
		'⌚',
	],
	...[
		'\u200d',
		'\ufe0f',
		'\ufe0e',
		'\u20e3',
		'\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
		'👨‍👩‍👧‍👦',
		'❤️‍🔥',
		'🧑‍💻',
		'1️⃣',
		'🇩🇪',
	],
];
const SPACES = [' ', ' ', '\n', '\n\n', '\r\n', '\t', '\u3000', '\u00a0', '\u2028', '\u200e', '\u202b', '\u061c'];
const BROKEN = ['\ud83d', '\ude00', '\ufeff', '\ufffe', '\u0000', '\u007f', '\u0085'];

export const wildText = (maxLength = 30) =>
	fc
		.array(fc.constantFrom(...LINKS, ...TAGS, ...LETTERS, ...EMOJI, ...SPACES, ...BROKEN), { maxLength })
		.map((parts) => parts.join(''));

const WORDS = [
	'a',
	'word',
	'sentences',
	'e.g.',
	'end.',
	'Really?',
	'“Yes!”',
	'3.',
	'https://example.com/a?b=c',
	'example.org',
	'@user',
	'#topic',
	'$ABC',
	'😀',
	'👩🏽‍🚀',
	'🇩🇪',
	'1️⃣',
	'日本語です。',
	'長い文章',
	'नमस्ते',
	'ไทย',
	'e\u0301e\u0301',
	'x'.repeat(80),
	'漢'.repeat(40),
];
const GAPS = [' ', ' ', ' ', ' ', '', '\n', '\r\n', '\n\n', '\n \n', '  ', '\u3000'];

/** Texts that are more like those of people: words, sentences and paragraphs, and now and then something wild. */
export const longText = (maxLength = 200) =>
	fc
		.array(
			fc.tuple(
				fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...WORDS) }, { weight: 1, arbitrary: wildText(5) }),
				fc.constantFrom(...GAPS),
			),
			{ maxLength },
		)
		.map((parts) => parts.flat().join(''));
