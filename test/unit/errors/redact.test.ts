import fc from 'fast-check';
import { redact } from '../../../nodes/SocialPostScheduling/errors/redact';
import { apiKey } from '../arbitraries';

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
	['a signed address that holds the key', `PUT https://a.example/?s=${KEY} refused`, 'PUT [address] refused'],
	['two signed addresses', 'https://a.example/?s=1 https://b.example/?s=2', '[address] [address]'],
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
