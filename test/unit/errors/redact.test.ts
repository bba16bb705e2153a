import fc from 'fast-check';
import { IssuedAddresses } from '../../../nodes/SocialPostScheduling/errors/issuedAddresses';
import {
	redact as redactAll,
	redactorOfKeys,
	secretsOfAddress,
} from '../../../nodes/SocialPostScheduling/errors/redact';
import { formatValue } from '../../../nodes/SocialPostScheduling/utils/values';
import { apiKey } from '../arbitraries';

const redact = (text: string, key: string) => redactorOfKeys([key])(text);
const redactAddress = (text: string, address: string) => redactAll(secretsOfAddress(address), text);

const KEY = 'sk_live_51Hf0000TESTKEY';

test.each([
	['the key alone', KEY, '[API key]'],
	['the key in a sentence', `The key "${KEY}" is not known`, 'The key "[API key]" is not known'],
	['the key twice', `${KEY} ${KEY}`, '[API key] [API key]'],
	['the key inside a word', `x${KEY}x`, 'x[API key]x'],
	['the key behind Bearer', `Bearer ${KEY}`, 'Bearer [API key]'],
	['a header', `authorization: Bearer ${KEY} was refused`, 'authorization: Bearer [API key] was refused'],
	['another key behind Bearer', 'bearer other-key-9', 'Bearer [API key]'],
	['a signed address', 'PUT https://storage.example.com/a?sig=s3cr3t refused', 'PUT [address] refused'],
	['a signed address in quotes', '"http://127.0.0.1:4000/put/1?expires=1&signature=s3cr3t"', '"[address]"'],
	['a signed address in brackets', '<https://storage.example.com/a?sig=s3cr3t>', '<[address]>'],
	[
		'an address that holds the key',
		`PUT https://a.example/?s=${KEY} refused`,
		'PUT https://a.example/?s=[API key] refused',
	],
	[
		'two signed addresses',
		'https://a.example/?sig=1 https://b.example/?x=012345678901234567890',
		'[address] [address]',
	],
	[
		'an address with plain parameters',
		'See https://example.com/help?id=55&lang=de.',
		'See https://example.com/help?id=55&lang=de.',
	],
	...[
		'accessToken=a1',
		'authToken=a1',
		'apikey=a1',
		'secretkey=a1',
		'urlsig=a1',
		'securehash=a1',
		'OSSAccessKeyId=a1',
		'jwt=a1',
		'sign=a1',
		'hash=a1',
		'password=a1',
		's=0123456789abcdef',
	].map((parameter): [string, string, string] => [
		`an address with ${parameter}`,
		`PUT https://s.example/a?${parameter}&x=1 refused`,
		'PUT [address] refused',
	]),
	...[
		'?v\\u003d1\\u0026sig\\u003dAb1',
		'?v&#61;1&#38;sig&#61;Ab1',
		'?v=1&amp;sig=Ab1',
		'?v&#x3D;1&#x26;sig&equals;Ab1',
		'?sig%3DAb1',
		'%3Fv%3D1%26sig%3DAb1%2',
		'%253Fv%253D1%2526sig%253DAb1',
		'?v\\x3d1\\x26sig\\x3dAb1',
		'?v\\u{3d}1\\u{26}sig\\u{3d}Ab1',
		'?v%u003d1%u0026sig%u003dAb1',
		'?v&#0061;1&#0038;sig&#0061;Ab1',
		'?v&amp;#61;1&amp;#38;sig&amp;#61;Ab1',
		'?v&#x003d;1&#x0026;sig&#x003d;Ab1',
	].map((parameters): [string, string, string] => [
		`an address that is escaped, ${parameters}`,
		`PUT https://s.example/a${parameters} refused`,
		'PUT [address] refused',
	]),
	['words with a percent sign', '100%: 50%25 of a/b?c=d%3', '100%: 50%25 of a/b?c=d%3'],
	...['design=blue', 'update=1', 'monkey=1', 'candidate=7', 'last_update=1', 'lastUpdate=1'].map(
		(parameter): [string, string, string] => {
			const text = `Cannot read https://s.example/a?${parameter}&x=1`;
			return [`an address of a person, ${parameter}`, text, text];
		},
	),
	...['secureSign', 'presign', 'codeSign', 'commonKey', 'daemonKey', 'adhocKey', 'aliasSign'].map(
		(name): [string, string, string] => [
			`an address that is signed by ${name}`,
			`Cannot read https://s.example/a?${name}=Ab1&x=1`,
			'Cannot read [address]',
		],
	),
	['an address without parameters', 'See https://example.com/help.', 'See https://example.com/help.'],
	['plain words', 'The profile was not read', 'The profile was not read'],
	['an empty text', '', ''],
])('%s', (_, text, expected) => {
	expect(redact(text, KEY)).toBe(expected);
});

test('a key with blanks around it, as people paste it, is sent and hidden without them', () => {
	expect(redact(`The key ${KEY} is not known`, ` ${KEY}\n`)).toBe('The key [API key] is not known');
});

test.each(['', 'a', 'key', 'short'])('"%s" is no key, and blanks out no ordinary words', (key) => {
	expect(redact('a short key', key)).toBe('a short key');
});

test('no key of six characters or more comes through', () => {
	fc.assert(
		fc.property(apiKey(), fc.string(), fc.string(), fc.boolean(), (key, before, after, asHeader) => {
			const text = `${before}${asHeader ? 'Bearer ' : ''}${key}${after}${key}`;
			expect(redact(text, key)).not.toContain(key);
		}),
	);
});

test('no parameter of an address comes through', () => {
	const signature = fc.stringMatching(/^[0-9a-f]{32}$/);
	fc.assert(
		fc.property(fc.webUrl({ withQueryParameters: false }), signature, apiKey(), (address, sig, key) => {
			expect(redact(`PUT ${address}?X-Signature=${sig}&x=1 was refused`, key)).not.toContain(sig);
		}),
	);
});

test('what is hidden once stays as it is', () => {
	fc.assert(
		fc.property(apiKey(), fc.string(), (key, words) => {
			const once = redact(`${words} ${key} Bearer ${key} https://a.example/?s=${key}`, key);
			expect(redact(once, key)).toBe(once);
		}),
	);
});

describe('the key in every form in which it travels', () => {
	const PASTED = `\u200bBearer ${KEY.slice(0, 5)}\u00ad${KEY.slice(5)}\ufeff`;

	test.each([
		['as it was pasted', PASTED],
		['as it was sent', KEY],
		['in capitals', KEY.toUpperCase()],
		['in an address', encodeURIComponent(PASTED)],
		['in base64', Buffer.from(KEY).toString('base64')],
	])('%s', (_, form) => {
		const shown = redact(`The key ${form} is not known`, PASTED);
		expect(shown.replaceAll(/\ufeff|%EF%BB%BF/g, '')).toBe('The key [API key] is not known');
	});
});

test.each([
	['as PHP writes JSON', (key: string) => key.replaceAll('/', '\\/')],
	['as .NET writes JSON', (key: string) => key.replaceAll('+', '\\u002B')],
	['as Python quotes it', (key: string) => key.replaceAll('+', '%2B')],
	['as Go writes HTML', (key: string) => key.replaceAll('+', '&#43;').replaceAll('/', '&#47;')],
	['as PHP writes JSON within JSON', (key: string) => key.replaceAll('/', '\\\\/')],
	['as a form', (key: string) => key.replaceAll('+', ' ')],
	['encoded twice', (key: string) => encodeURIComponent(encodeURIComponent(key))],
	['as some write HTML', (key: string) => key.replaceAll('+', '&#x2B;').replaceAll('/', '&#x2F;')],
	['encoded three times', (key: string) => [1, 2, 3].reduce((text) => encodeURIComponent(text), key)],
	['as HTML without semicolons', (key: string) => key.replaceAll('+', '&#00043').replaceAll('/', '&#x2f')],
	['as HTML within HTML', (key: string) => key.replaceAll('+', '&amp;amp;plus;').replaceAll('/', '&amp;#47;')],
	['as JSON within HTML', (key: string) => key.replaceAll('+', '\\&plus;').replaceAll('/', '\\&#47;')],
	['as JSON with all of them escaped', (key: string) => key.replaceAll('+', '\\u002b').replaceAll('/', '\\u002f')],
])('a key with signs, %s', (_, write) => {
	const key = 'k9+Qw/7x+Tz/LmP2';
	expect(redact(`The key "${write(key)}" is not known`, key)).toBe('The key "[API key]" is not known');
});

test.each([
	['&lowbar;', '_'],
	['&UnderBar;', '_'],
	['&period;', '.'],
	['&colon;', ':'],
	['&percnt;', '%'],
	['&dollar;', '$'],
	['&excl;', '!'],
	['&ast;', '*'],
	['&midast;', '*'],
	['&vert;', '|'],
	['&VerticalLine;', '|'],
	['&lsqb;', '['],
	['&rbrack;', ']'],
	['&lcub;', '{'],
	['&rbrace;', '}'],
	['&Hat;', '^'],
	['&grave;', '`'],
	['&bsol;', '\\'],
	['&amp;', '&'],
	['&lt;', '<'],
	['&gt;', '>'],
	['&quot;', '"'],
	['&apos;', "'"],
	['&sol;', '/'],
	['&plus;', '+'],
	['&equals;', '='],
	['&semi;', ';'],
	['&comma;', ','],
	['&quest;', '?'],
	['&num;', '#'],
	['&commat;', '@'],
	['&lpar;', '('],
	['&rpar;', ')'],
	['&lbrack;', '['],
	['&rsqb;', ']'],
	['&lbrace;', '{'],
	['&rcub;', '}'],
	['&verbar;', '|'],
	['&DiacriticalGrave;', '`'],
])('a key with signs, as HTML that has the name %s for one', (name, sign) => {
	const key = `17${sign}AbCdEfGh12${sign}q9w8`;
	expect(redact(`The key "17${name}AbCdEfGh12${name}q9w8" is not known`, key)).toBe('The key "[API key]" is not known');
});

describe('a value of an error that is too long to be shown is cut only without the key', () => {
	test.each([
		['as it is', KEY, KEY],
		['of 700 characters', 'k7'.repeat(350), 'k7'.repeat(350)],
		['in other letters', KEY, KEY.toUpperCase()],
		['with signs that JSON escapes', 'sps"live\\9fQz7Lk2Vb8', 'sps"live\\9fQz7Lk2Vb8'],
		['of base64, in an address', 'c3BzX2xp/mVf+BOWZ9a7', encodeURIComponent('c3BzX2xp/mVf+BOWZ9a7')],
		['of base64, as PHP writes it', 'c3BzX2xp/mVf+BOWZ9a7', 'c3BzX2xp\\/mVf+BOWZ9a7'],
		['in base64', KEY, Buffer.from(KEY).toString('base64')],
	])('%s, at each place', (_, key, written) => {
		for (let before = 0; before <= 90; before++) {
			const value = `${'-'.repeat(before)}${written} and ${'much more '.repeat(9)}`;
			const shown = redact(`Account is ${formatValue(value)}, which contains a space`, key);
			expect(shown).toMatch(/^Account is "-*.*\.\.\.", which contains a space$/);
			expect(shown.length).toBeLessThan(130);
			expect(shown.toLowerCase()).not.toContain(JSON.stringify(written).toLowerCase().slice(1, 7));
		}
	});

	test('also with the addresses that were issued, and where the text is cut before the value ends', () => {
		const value = formatValue(`${'-'.repeat(60)}${KEY}${'- '.repeat(2000)}`);
		const redactAllOf = (text: string) => new IssuedAddresses().redactorWithKeys([KEY])(text);
		expect(redactAllOf(`is ${value}`)).toBe(`is "${'-'.repeat(60)}[API key]${'- '.repeat(5)}..."`);
		expect(redactAllOf(`${'x '.repeat(8000)}${value}`)).not.toContain(KEY.slice(0, 6));
	});

	test('many of them, and one without a blank that is an address or ends within a key, leave the words behind them', () => {
		const address = `https://storage.example.com/?sig=${'a1'.repeat(2_500)}`;
		const values = [
			address,
			`Bearer ${'k7'.repeat(9_000)}`,
			...Array.from({ length: 20 }, (_, at) => `${at} ${'x '.repeat(5_000)}`),
		];
		const shown = redact(`Files: ${values.map(formatValue).join(', ')}. This is item 1.`, 'k7'.repeat(735));
		expect(shown).toMatch(/^Files: "\[address\]", "Bearer", /);
		expect(shown).toMatch(/, "19 [x ]+\.\.\."\. This is item 1\.$/);
		expect(shown).not.toMatch(/k7|[\uFDD0\uFDD1]/);
	});

	test('a value that is cut in the middle of the key shows no part of it, whatever stands before', () => {
		for (const end of [2 ** 14, 2 ** 15]) {
			for (const shown of [1, 8, KEY.length - 1]) {
				const address = 'https://storage.example.com/a?signature='.padEnd(end - shown - 2, 'x');
				const value = formatValue(`${address} ${KEY}${'x'.repeat(2 ** 15)}`);
				expect(redact(`Account is ${value}.`, KEY)).toMatch(
					/^Account is (?:"\[address\]"|\[one word of \d+ letters\])\.$/,
				);
			}
		}
	});

	test('a mark in what a service says is not shown, and hides no key', () => {
		expect(redact('No \uFDD0post', KEY)).toBe('No post');
		expect(redact(`No ${KEY.slice(0, 5)}\uFDD1${KEY.slice(5)}`, KEY)).toBe('No [API key]');
	});

	test('the marks around it are characters of no value', () => {
		expect(formatValue('a\uFDD0b\uFDD1c')).toBe('"abc"');
	});

	test('one that is short without its key is shown as a whole', () => {
		expect(redact(formatValue(`Bearer ${KEY.repeat(4)}`), KEY)).toBe(`"Bearer ${'[API key]'.repeat(4)}"`);
	});
});

describe('an address that was issued', () => {
	const ADDRESS =
		'https://bucket-17.storage.example.com:8443/signed/3f0c2f9e-8a51-4d0e/balloons%20at%20noon.png?size=2000&type=image%2Fpng&X-Date=20261121T120000Z&X-Signature=q8Zx%2B7kL%2Fm0%3D';
	const SECRETS = ['q8Zx', '3f0c2f9e', '20261121T120000Z', 'bucket-17', 'balloons'];

	test.each([
		['whole', ADDRESS],
		['without its scheme', ADDRESS.replace('https://', '')],
		['as a route', `Route PUT:${ADDRESS.slice(ADDRESS.indexOf('/signed'))} not found`],
		['decoded', decodeURIComponent(ADDRESS)],
		['encoded once more', encodeURIComponent(ADDRESS)],
		['for HTML', ADDRESS.replaceAll('&', '&amp;')],
		['for JSON', ADDRESS.replaceAll('/', '\\/').replaceAll('&', '\\u0026')],
		['in small letters', ADDRESS.toLowerCase()],
		['in lines', ADDRESS.replaceAll(/[?&/]/g, '\n')],
		['its signature alone', 'The signature q8Zx%2B7kL%2Fm0%3D does not match'],
		['its signature alone, decoded', 'The signature q8Zx+7kL/m0= does not match'],
		['its path alone', 'No object at 3f0c2f9e-8a51-4d0e, 20261121T120000Z'],
		['its host alone', 'bucket-17.storage.example.com:8443 is closed'],
	])('%s', (_, quoted) => {
		const shown = redactAddress(`The storage says ${quoted}.`, ADDRESS).toLowerCase();
		for (const secret of SECRETS) expect(shown).not.toContain(secret.toLowerCase());
		expect(shown).toContain('the storage says');
	});

	test.each(['put/TOKEN', 'put?jwt=TOKEN', 'put/v1/TOKEN/clip.mp4'])('no part of a JSON Web Token in %s', (path) => {
		const parts = ['eyJhbGciOiJIUzI1NiJ9', 'Zm9vYmFyc2VjcmV0dG9rZW4', 'Q2hhbmdlTWVQbGVhc2U5OTk'] as const;
		const address = `https://storage.example.com/${path.replace('TOKEN', parts.join('.'))}`;
		const shown = redactAddress(`The signature ${parts[2]} of ${parts[1]} (${parts[0]}) is wrong`, address);
		for (const part of parts) expect(shown).not.toContain(part);
		expect(shown).toContain('The signature');
	});

	test('leaves the words about it', () => {
		const words = 'The Content-Type must be image/png, and 2000 bytes were declared';
		expect(redactAddress(words, ADDRESS)).toBe(words);
	});

	test.each(['', 'no address', 'https://[', '%zz'])('"%s" is none, and does no harm', (address) => {
		expect(redactAddress('The words', address)).toBe('The words');
	});

	test('is forgotten where an account could not have begun that many uploads since', () => {
		const issued = new IssuedAddresses();
		for (let nth = 0; nth < 201; nth++) issued.add(ADDRESS.replace('3f0c2f9e', `upload${nth}`));
		const redactAny = issued.redactorWithKeys([]);
		expect(redactAny('At upload0-8a51-4d0e')).toBe('At upload0-8a51-4d0e');
		expect(redactAny('At upload1-8a51-4d0e')).toBe('At [address]');
	});

	test('of very many in all executions, the oldest one is forgotten, and none that its own execution got after it', () => {
		const [own, others] = [new IssuedAddresses(), new IssuedAddresses()];
		const addressOf = (name: string) => ADDRESS.replace('3f0c2f9e', name);
		own.add(addressOf('oldest'));
		for (let nth = 0; nth < 1_999; nth++) others.add(addressOf(`upload${nth}`));
		expect(own.redactorWithKeys([])('At oldest-8a51-4d0e')).toBe('At [address]');
		own.add(addressOf('newest'));
		expect(own.redactorWithKeys([])('At oldest-8a51-4d0e')).toBe('At oldest-8a51-4d0e');
		expect(own.redactorWithKeys([])('At newest-8a51-4d0e')).toBe('At [address]');
	});

	test('stays one when many others have been looked for since, in other executions', () => {
		const executions = Array.from({ length: 300 }, (_, nth) => {
			const addresses = new IssuedAddresses();
			addresses.add(ADDRESS.replace('3f0c2f9e', `execution${nth}`));
			return addresses;
		});
		for (const pass of [1, 2]) {
			for (const [nth, addresses] of executions.entries()) {
				const shown = addresses.redactorWithKeys([])(`Pass ${pass}: at execution${nth}-8a51-4d0e`);
				expect(shown).toBe(`Pass ${pass}: at [address]`);
			}
		}
	});

	test('no part of any address comes through', () => {
		const part = fc.stringMatching(/^[\w+/=%&;~.-]{8,40}$/);
		fc.assert(
			fc.property(part, part, (path, signature) => {
				const address = `https://s.example/${encodeURIComponent(path)}?sig=${encodeURIComponent(signature)}`;
				const shown = redactAddress(`at ${path} with ${signature} or ${address.slice(8)}`, address);
				expect(shown).not.toContain(encodeURIComponent(signature));
				expect(shown).not.toContain(signature);
			}),
		);
	});
});

describe('an address that has a part of the key', () => {
	const redactBoth = (text: string, key: string, address: string) => {
		const issued = new IssuedAddresses();
		issued.add(address);
		return issued.redactorWithKeys([key])(text);
	};

	test.each([
		['in its path', `https://s.example/acme/${KEY.slice(0, 12)}/a.png?signature=q8Zx7kLm0`],
		['as a parameter', `https://s.example/a.png?credential=${KEY.slice(0, 7)}&signature=q8Zx7kLm0`],
		['at the end of a longer part', `https://s.example/of-the-company-acme-${KEY.slice(0, 9)}?signature=q8Zx7kLm0`],
		['as a whole', `https://s.example/acme/${KEY}/a.png?signature=q8Zx7kLm0`],
	])('%s: neither hides the other', (_, address) => {
		expect(redactBoth(`The key ${KEY} is old`, KEY, address)).toBe('The key [API key] is old');
		const shown = redactBoth(`of-the-company-acme-${KEY}, No ${address} here`, KEY, address);
		for (let at = 0; at + 6 <= KEY.length; at++) expect(shown).not.toContain(KEY.slice(at, at + 6));
		expect(shown).not.toContain('q8Zx7kLm0');
	});

	test('whatever they have in common, wherever they are quoted', () => {
		const row = (length: number) => fc.stringMatching(new RegExp(`^[a-z0-9_]{${length}}$`));
		fc.assert(
			fc.property(row(8), row(10), row(12), row(8), (common, rest, before, signature) => {
				const key = common + rest;
				const address = `https://s.example/${before}${common}?signature=${signature}`;
				const shown = redactBoth(`${before}${key} and ${address} and ${key}`, key, address);
				for (const secret of [rest, before, signature]) expect(shown).not.toContain(secret);
			}),
		);
	});
});

describe('hundreds of addresses that were issued', () => {
	const addressOf = (at: number) =>
		`https://storage.example.com/media/file-${at}-of-the-run/video.mp4?X-Date=20261121T120000Z&X-Signature=s1gn4tur3-of-${at}-x`;

	afterEach(() => jest.restoreAllMocks());

	test('a text that has no part of them costs no expression, and one that has a part is without it', () => {
		const issued = new IssuedAddresses();
		for (let at = 0; at < 300; at++) issued.add(addressOf(at));
		const withoutAny = issued.redactorWithKeys([KEY]);
		const made = jest.spyOn(globalThis, 'RegExp');
		expect(withoutAny('Not today. The file has 12 bytes.')).toBe('Not today. The file has 12 bytes.');
		expect(made).not.toHaveBeenCalled();
		expect(withoutAny('Bad value s1gn4tur3%2dof%2D299-x')).toBe('Bad value [address]');
		expect(made.mock.calls.length).toBeGreaterThan(0);
		expect(withoutAny('Bad value s1gn4tur3-of-100-x')).toBe('Bad value [address]');
	});
});

test('an address is known until two thousand others were issued in other executions', () => {
	const issued = new IssuedAddresses();
	const redactAllOf = issued.redactorWithKeys([KEY]);
	const others = new IssuedAddresses();
	const add = (count: number) => {
		for (let at = 0; at < count; at++) others.add(`https://storage.example.com/${at}`);
	};
	issued.add('https://storage.example.com/signed-7-for-you');
	add(1_999);
	expect(redactAllOf('at signed-7-for-you')).toBe('at [address]');
	add(1);
	expect(redactAllOf('at signed-7-for-you')).toBe('at signed-7-for-you');
});

test('addresses whose secrets are parts of what stands for an address do no harm', () => {
	const issued = new IssuedAddresses();
	for (let at = 0; at < 200; at++) issued.add('https://storage.example/?sig=addr&token=ess%5D');
	expect(issued.redactorWithKeys([KEY])('no addr here')).toBe('no [address] here');
});

describe('megabytes of text', () => {
	const MEGABYTE = 1024 * 1024;
	test.each([
		['addresses without parameters', 'https://'],
		['addresses', 'https://a?'],
		['the word Bearer', 'Bearer '],
		['blanks', ' '],
		['letters', 'a'],
		['slashes', '/'],
		['marks of a long value', '\uFDD0'],
		['marks of long values', `\uFDD0${'a'.repeat(81)}\uFDD1`],
		['parts of an address', '/=&?'],
		['tags', '<Message>'],
	])('%s: are read once', (_, unit) => {
		const text = unit.repeat(Math.ceil(MEGABYTE / unit.length));
		expect(typeof redact(text, KEY)).toBe('string');
		expect(typeof redactAddress(text, 'https://storage.example.com/put/1?signature=5up3r-s3cr3t')).toBe('string');
	});
});

describe('in base64', () => {
	const SIGNED = 'https://storage.example.com/put/1?X-Signature=5up3r-s3cr3t-s1gn4tur3';
	const IN_PATH = 'https://storage.example.com/put/5up3r-s3cr3t-p4th';
	test.each(['', 'a', 'ab', 'Bearer '])('behind "%s", the key and an address are found', (before) => {
		for (const encoding of ['base64', 'base64url'] as const) {
			const secretIn = (secret: string) => Buffer.from(`${before}${secret}`).toString(encoding);
			const decoded = (text: string) => Buffer.from(text, 'base64').toString();
			expect(decoded(redact(secretIn('sk_live_51Hf0000TESTKEY'), 'sk_live_51Hf0000TESTKEY'))).not.toContain('51Hf0000');
			expect(decoded(redactAddress(secretIn(SIGNED), SIGNED))).not.toContain('s3cr3t');
			const path = secretIn(new URL(IN_PATH).pathname);
			expect(decoded(redactAddress(path, IN_PATH))).not.toContain('s3cr3t');
			const { host, pathname, search } = new URL(SIGNED);
			for (const part of [`${host}${pathname}${search}`, `${pathname}${search}`, search.slice(1)]) {
				expect(decoded(redactAddress(secretIn(part), SIGNED))).not.toContain('s3cr3t');
			}
		}
	});
});

test('a path that is too short to be a secret stays, in base64 as well', () => {
	const text = 'Send Lw or Lw== with L2E in the body, not L2EvYg==';
	expect(redactAddress(text, 'https://storage.example.com/?X-Signature=5up3r-s3cr3t-s1gn4tur3')).toBe(text);
	expect(redactAddress(text, 'https://storage.example.com/a/b?X-Signature=5up3r-s3cr3t-s1gn4tur3')).toBe(text);
});

test.each([
	'The Bearer prefix is missing',
	'The host header must be signed; the file is on localhost',
	'Please use AWS4-HMAC-SHA256.',
	'The body has 147951 bytes, but 12582912 were declared',
])('helpful words stay: %s', (words) => {
	const address =
		'https://storage.example.com/put?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-SignedHeaders=host&size=12582912&X-Amz-Signature=abcdef0123456789';
	expect(redactAddress(redact(words, 'sk_live_51Hf0000TESTKEY'), address)).toBe(words);
});

test('a key of any length is kept out, and no expression of Node breaks over it', () => {
	const key = 'k9Qw7xTz'.repeat(12_500);
	expect(redact(`The key ${key} is not known`, key)).not.toContain('k9Qw7xTz');
	expect(redact('No', key)).toBe('No');
});

test.each([
	['semicolons', ';', '&#59;'],
	['backslashes and semicolons', '\\;', '&#92;'],
	['backslashes and semicolons', '\\;', '&#92;&#59;'],
	['ampersands', '&amp;', '&amp;amp;'],
	['ampersands', '&', '&amp;amp;amp;'],
	['percent signs', '%25', '%252525'],
	['percent signs', '%', '%2525'],
])('a secret of %s, %s, costs no more than others where it is nearly there', (_, signs, written) => {
	const secret = `${signs.repeat(40)}abcdefgh1`;
	const text = `The key ${written.repeat(45)} abcdefgh1 is not known`;
	expect(redact(text, secret)).toContain('is not known');
	expect(redactAddress(text, `https://s.example/${signs.repeat(40)}abcdefgh1?sig=${secret}`)).toContain('is not known');
});

test('an address of backslashes and one of thousands of parts cost no more than others', () => {
	const backslashes = `https://s.example/p?sig=${'%5C'.repeat(12)}X`;
	expect(redactAddress('\\'.repeat(16_000), backslashes)).toBe('\\'.repeat(16_000));
	const rows = `https://s.example/p?X-Amz-Signature=${'%5C.'.repeat(12)}xabcdefg`;
	const text = `${'\\\\\\\\\\\\.'.repeat(12)}y xabcdefg`;
	expect(redactAddress(text, rows)).toBe(text);
	expect(redactAddress(`n${'\\\\.'.repeat(12)}xabcdefg`, rows)).toBe('n[address]');
	const parts = `https://s.example/p?${Array.from({ length: 5000 }, (_, at) => `p${at}=secret-${at}`).join('&')}`;
	expect(redactAddress(`The part secret-17 is known`, parts)).toBe('[not shown]');
});

describe.each(['-', 'ab-', '\u00e9', '\u4e2d', '%5C', '\\'])('an address of thousands of %j', (signs) => {
	const rowOf = (length: number) => signs.repeat(length).slice(0, length);

	test.each([2 ** 12, 2 ** 13, 2 ** 14, 2 ** 15, 2 ** 15 + 1, 2 ** 16])('%i characters are in no text', (length) => {
		const row = rowOf(length);
		for (const address of [`https://s.example/p?sig=${row}`, `https://s.example/${row}`, row]) {
			const shown = redactAddress(`No ${address} here`, address);
			expect(shown).toMatch(/^(?:No|No \[address\] here|\[not shown\])$/);
		}
	});

	test('where it could not be found, no text is shown', () => {
		const address = `https://s.example/${rowOf(2 ** 15)}`;
		expect(redactAddress('The words', address)).toBe('[not shown]');
		expect(redactAddress('', address)).toBe('');
	});
});

test.each(['-', 'a-', 'k7'])('a key of thousands of %j, which is never sent, leaves the words as they are', (signs) => {
	expect(redact('Copy it again.', signs.repeat(2 ** 16))).toBe('Copy it again.');
});

test('an address of more parts than are looked for lets no text be shown', () => {
	const parts = (count: number) => Array.from({ length: count }, (_, nth) => `part-${nth}-s3cr3t`);
	const addressOf = (count: number) => `https://storage.example.com/${parts(count).join('/')}`;
	expect(redactAddress('See part-7-s3cr3t there', addressOf(40))).toMatch(/^See .* there$/);
	expect(redactAddress('See part-7-s3cr3t there', addressOf(40))).not.toContain('s3cr3t');
	expect(redactAddress('See part-7-s3cr3t there', addressOf(150))).not.toContain('See');
});
