import fc from 'fast-check';
import { extractUrlsWithIndices, parseTweet, regexen } from 'twitter-text';
import { findLinks } from '../../../nodes/SocialPostScheduling/text/links';
import { TOP_LEVEL_DOMAINS } from '../../../nodes/SocialPostScheduling/text/topLevelDomains';
import { weightedLength } from '../../../nodes/SocialPostScheduling/text/weightedLength';
import { wildText } from './arbitraries';

/** Some ten thousand mixes: few of them are a link, and fewer a strange one. */
const MANY = { numRuns: 20_000 };

test.each([
	['', 0],
	['Hello', 5],
	['See https://example.com/a/very/long/path?with=a&query=too', 27],
	['See example.com, and t.co/abc', 56],
	['Node.js, index.html and version 2.0', 35],
	['日本語', 6],
	['見てexample.comです', 31],
	['👩🏽‍🚀👨‍👩‍👧‍👦🇩🇪1️⃣☝🏽', 10],
	['cafe\u0301', 4],
	['مرحبا', 5],
	['“Quotes” – and… dots', 21],
	['\ud83d alone', 8],
])('%j counts %d', (text, length) => {
	expect(weightedLength(text)).toBe(length);
	expect(parseTweet(text).weightedLength).toBe(length);
});

test('any text counts as in twitter-text', () => {
	fc.assert(
		fc.property(wildText(), (text) => weightedLength(text) === parseTweet(text).weightedLength),
		MANY,
	);
});

test('any string at all counts as in twitter-text', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary' }), (text) => weightedLength(text) === parseTweet(text).weightedLength),
		MANY,
	);
});

test('the links of any text are those of twitter-text', () => {
	fc.assert(
		fc.property(wildText(), (text) => {
			const links = findLinks(text).map(({ start, end }) => [start, end]);
			// The length of the address is what twitter-text counts with; the second index is another one now and then.
			const expected = extractUrlsWithIndices(text).map(({ url, indices: [start] }) => [start, start + url.length]);
			expect(links).toEqual(expected);
		}),
		MANY,
	);
});

test('labels of any length and script are taken or refused as in twitter-text', () => {
	const label = fc
		.array(fc.constantFrom('a', 'b', '-', 'é', 'ü', '中', '文', 'か', 'ж', '😀', '。', '．', '\u007f'), {
			minLength: 1,
			maxLength: 70,
		})
		.map((letters) => letters.join(''));
	fc.assert(
		fc.property(fc.constantFrom('', ' ', 'https://', 'https://xn--'), label, label, (before, first, second) => {
			const text = `${before}${first}.${second}.com/path`;
			return weightedLength(text) === parseTweet(text).weightedLength;
		}),
		{ numRuns: 5_000 },
	);
});

test.each([
	['a link of 4096 characters', (length: number) => `https://example.com/${'a'.repeat(length)}`, 4068],
	['a code of 40 characters', (length: number) => `https://t.co/${'a'.repeat(length)}`, 40],
	['a label of 63 characters', (length: number) => `${'a'.repeat(length)}.com`, 63],
])('%s is a link, and a longer one is not', (_, build, most) => {
	expect(weightedLength(build(most))).toBe(23);
	expect(weightedLength(build(most + 1))).toBe(build(most + 1).length);
	for (const text of [build(most), build(most + 1)]) expect(parseTweet(text).weightedLength).toBe(weightedLength(text));
});

test('the top-level domains are those of twitter-text, sorted', () => {
	expect(TOP_LEVEL_DOMAINS).toEqual([...TOP_LEVEL_DOMAINS].sort());
	expect(new Set(TOP_LEVEL_DOMAINS).size).toBe(TOP_LEVEL_DOMAINS.length);
	const listed = namesOfTwitterText();
	expect(listed.length).toBeGreaterThan(1500);
	expect(listed.sort()).toEqual(TOP_LEVEL_DOMAINS);
	for (const name of TOP_LEVEL_DOMAINS) expect(weightedLength(`https://example.${name}/`)).toBe(23);
});

/** The names in two regular expressions of twitter-text, each an alternative. */
function namesOfTwitterText(): string[] {
	return [regexen.validGTLD, regexen.validCCTLD].flatMap(
		({ source }) => /^\(\?:\(\?:(.*?)\)/.exec(source)?.[1]?.split('|') ?? [],
	);
}

test('each emoji counts as in twitter-text, with each sign that changes one', () => {
	const signs = ['', '\ufe0f', '\ufe0e', '\u{1F3FD}', '\ufe0f\u{1F3FD}', '\u{1F3FD}\ufe0f', '\u20e3'];
	const different: string[] = [];
	for (let code = 0; code <= 0x1ffff; code++) {
		const character = String.fromCodePoint(code);
		if (!/\p{Emoji}|\p{Extended_Pictographic}/u.test(character)) continue;
		for (const sign of signs) {
			const text = character + sign;
			if (weightedLength(text) !== parseTweet(text).weightedLength) different.push(text);
		}
	}
	expect(different).toEqual([]);
});

test('each flag and each pair of joined emoji counts as in twitter-text', () => {
	const letters = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(0x1f1e6 + index));
	const flags = letters.flatMap((first) => letters.map((second) => first + second));
	const joinable = [...'👨👩🧑👦👧❤💋🏋🏌🕴🕵⛹🏃🏄🏊👮👯👱👳👷🤼🧞🧟🦸🧝🏳🏴👁🌈☠🗨⚕⚖✈🌾🍳💻🦰🦳♀♂🔥'];
	const firsts = joinable.flatMap((emoji) => [emoji, `${emoji}\ufe0f`, `${emoji}🏽`]);
	const seconds = joinable.flatMap((emoji) => [emoji, `${emoji}\ufe0f`]);
	const joined = firsts.flatMap((first) => seconds.map((second) => `${first}\u200d${second}`));
	const different = [...flags, ...joined].filter((text) => weightedLength(text) !== parseTweet(text).weightedLength);
	expect(different).toEqual([]);
});
