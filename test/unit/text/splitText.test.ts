import fc from 'fast-check';
import { extractEntitiesWithIndices, parseTweet } from 'twitter-text';
import type { Numbering } from '../../../nodes/SocialPostScheduling/text/numbering';
import { MIN_LIMIT, splitText } from '../../../nodes/SocialPostScheduling/text/splitText';
import { weightedLength } from '../../../nodes/SocialPostScheduling/text/weightedLength';
import { longText, wildText } from './arbitraries';

const numbering = () => fc.constantFrom<Numbering>('none', 'end', 'start');
const options = () => fc.record({ limit: fc.integer({ min: MIN_LIMIT, max: 400 }), numbering: numbering() });
const anyText = () => fc.oneof(longText(), wildText(400));

const withoutSpace = (text: string) => text.replace(/\s/g, '');

/** The parts without their numbers, which have to be right. */
const withoutNumbers = (parts: readonly string[], style: Numbering) =>
	parts.map((part, index) => {
		if (style === 'none' || parts.length === 1) return part;
		const number = `${index + 1}/${parts.length}`;
		const [start, end] = style === 'end' ? ['', ` (${number})`] : [`${number} `, ''];
		expect(part.startsWith(start) && part.endsWith(end)).toBe(true);
		return part.slice(start.length, part.length - end.length);
	});

describe('any text', () => {
	test('fits in each part, with its number', () => {
		fc.assert(
			fc.property(anyText(), options(), (text, { limit, numbering }) => {
				for (const part of splitText(text, { limit, numbering })) {
					expect(parseTweet(part).weightedLength).toBeLessThanOrEqual(limit);
				}
			}),
			{ numRuns: 1_000 },
		);
	});

	test('is whole again without the numbers and the white space, and no part is empty', () => {
		fc.assert(
			fc.property(anyText(), options(), (text, { limit, numbering }) => {
				const parts = withoutNumbers(splitText(text, { limit, numbering }), numbering);
				expect(withoutSpace(parts.join(''))).toBe(withoutSpace(text));
				for (const part of parts) expect(part).toBe(part.trim() || 'text');
			}),
			{ numRuns: 1_000 },
		);
	});

	test('is cut in no link, mention, hashtag, cashtag or emoji', () => {
		fc.assert(
			fc.property(longText(), options(), (text, { limit, numbering }) => {
				const whole = text.trim();
				const entities = extractEntitiesWithIndices(whole)
					.map(({ indices }) => indices)
					.filter(([start, end]) => weightedLength(whole.slice(start, end)) <= ALWAYS_FITS);
				const characters = new Set(Array.from(new Intl.Segmenter().segment(whole), ({ index }) => index));
				for (const cut of cutsOf(whole, withoutNumbers(splitText(whole, { limit, numbering }), numbering))) {
					// White space is left out at a cut, even where a stray mark follows it.
					if (!/\s/.test(whole.charAt(cut - 1))) expect(characters).toContain(cut);
					expect(entities.filter(([start, end]) => start < cut && cut < end)).toEqual([]);
				}
			}),
			{ numRuns: 1_000 },
		);
	});
});

/** What fits into any part, beside its number: a hashtag has no longest length, so a longer one may be cut. */
const ALWAYS_FITS = 35;

/** Where the parts begin in the text. */
const cutsOf = (text: string, parts: readonly string[]) => {
	let end = 0;
	return parts.map((part) => {
		const start = text.indexOf(part, end);
		end = start + part.length;
		return start;
	});
};

const sentence = (length: number, start = 'S') => `${start}${'o '.repeat(length / 2 - 1)}.`;

describe('a long text is cut', () => {
	const split = (text: string, numbering: Numbering = 'none') => splitText(text, { limit: 100, numbering });

	test('not at all if it fits, and then it has no number', () => {
		expect(split(`  ${sentence(100)}\n`, 'end')).toEqual([sentence(100)]);
		expect(split(' \n ')).toEqual([]);
	});

	test('after a paragraph, although a sentence more would fit', () => {
		const [first, second, third] = [sentence(60), sentence(30), sentence(60)];
		expect(split(`${first}\n\n${second} ${third}`)).toEqual([first, `${second} ${third}`]);
	});

	test('after a line, rather than after a sentence', () => {
		expect(split(`${sentence(60)}\n${sentence(30)} ${sentence(60)}`)).toEqual([
			sentence(60),
			`${sentence(30)} ${sentence(60)}`,
		]);
	});

	test('after a sentence, where a paragraph would leave a title alone', () => {
		const [first, second] = [sentence(50), sentence(50)];
		expect(split(`Big news\n\n${first} ${second}`)).toEqual([`Big news\n\n${first}`, second]);
	});

	test('not in a sentence that fits into the next part', () => {
		expect(split(`Hi! ${sentence(98)}`)).toEqual(['Hi!', sentence(98)]);
	});

	test('in a sentence that does not fit into a part of its own, which is filled then', () => {
		const parts = split(`Hi! ${sentence(120)}`);
		expect(parts.map((part) => part.length)).toEqual([100, 23]);
	});

	test('after sentences of scripts without spaces', () => {
		const [first, second] = [`${'文'.repeat(20)}。`, `「${'文'.repeat(20)}！」`];
		expect(split(`${first}${second}${first}`)).toEqual([`${first}${second}`, first]);
	});

	test.each(['e.g.', 'Dr.', 'z. B.', 'U.S.', '3.', 'approx.'])('not after "%s"', (abbreviation) => {
		const [before, after] = [sentence(60), sentence(40)];
		expect(split(`${before} It is ${abbreviation} ${after}`)).toEqual([before, `It is ${abbreviation} ${after}`]);
	});

	test('with emoji after a sentence left to it', () => {
		expect(split(`${sentence(60)} 🎉 ${sentence(60)}`)).toEqual([`${sentence(60)} 🎉`, sentence(60)]);
	});

	test('in a word that does not fit, with no closing punctuation at the start of a part', () => {
		expect(split('x'.repeat(150))).toEqual(['x'.repeat(100), 'x'.repeat(50)]);
		expect(split(`${'漢'.repeat(50)}、${'字'.repeat(10)}`)).toEqual(['漢'.repeat(49), `漢、${'字'.repeat(10)}`]);
	});

	test.each(['https://example.com/a', 'example.org', '@some_body', '#some_topic', '$ABC', '👩🏽‍🚀', '🇩🇪', 'स्ते'])(
		'not in "%s" within a word that does not fit',
		(thing) => {
			for (let before = 10; before <= 60; before++) {
				const text = `${'漢'.repeat(before)}${thing}、${'字'.repeat(20)}`;
				const parts = splitText(text, { limit: MIN_LIMIT, numbering: 'none' });
				expect(parts.length).toBeGreaterThan(1);
				expect(parts.filter((part) => part.includes(thing))).toHaveLength(1);
			}
		},
	);

	test('not in a link right after a word that does not fit', () => {
		const parts = splitText(`${'x'.repeat(80)}1️⃣https://example.com/a`, { limit: MIN_LIMIT, numbering: 'none' });
		expect(parts).toEqual(['x'.repeat(50), `${'x'.repeat(30)}1️⃣`, 'https://example.com/a']);
	});

	test('not after the end of a sentence within a link', () => {
		const link = 'https://例。example.com/abc';
		expect(splitText(`${'word '.repeat(7)}${link}`, { limit: MIN_LIMIT, numbering: 'none' })).toEqual([
			'word '.repeat(7).trim(),
			link,
		]);
	});

	test('in shorter parts, where a part has links that the whole text has not', () => {
		const text = '中a.co'.repeat(1_000);
		expect(weightedLength(text)).toBe(6_000);
		const parts = split(text);
		expect(parts.join('')).toBe(text);
		expect(Math.max(...parts.map(weightedLength))).toBeLessThanOrEqual(100);
		expect(parts.length).toBeLessThan(6_000 / 3);
	});

	test('in a character with more marks than fit', () => {
		expect(split(`a${'\u0301'.repeat(300)}`).map(weightedLength)).toEqual([99, 100, 100, 1]);
	});
});

describe('numbers', () => {
	test('stand at the end or at the start', () => {
		const text = `${sentence(60)} ${sentence(60)}`;
		const [first, second] = [sentence(60), sentence(60)];
		expect(splitText(text, { limit: 100, numbering: 'end' })).toEqual([`${first} (1/2)`, `${second} (2/2)`]);
		expect(splitText(text, { limit: 100, numbering: 'start' })).toEqual([`1/2 ${first}`, `2/2 ${second}`]);
	});

	test('have room where there are 9, 10, 99, 100 and more parts', () => {
		for (const length of [380, 400, 420, 4_000, 4_150, 4_200, 39_000, 45_000]) {
			const parts = splitText('x'.repeat(length), { limit: MIN_LIMIT, numbering: 'end' });
			expect(parts.at(-1)).toMatch(new RegExp(` \\(${parts.length}/${parts.length}\\)$`));
			expect(Math.max(...parts.map(weightedLength))).toBeLessThanOrEqual(MIN_LIMIT);
		}
	});
});

test.each([MIN_LIMIT - 1, 0, -1, NaN])('a limit of %d is refused', (limit) => {
	expect(() => splitText('a', { limit, numbering: 'none' })).toThrow(RangeError);
});
