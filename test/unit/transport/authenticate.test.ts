import type { IHttpRequestOptions } from 'n8n-workflow';
import { withApiKey } from '../../../nodes/SocialPostScheduling/transport/authenticate';

const KEY = 'sk_live_51Hf0000TESTKEY';
const BASE = 'https://api.example.com/v1';
const ENDPOINT = 'https://api.example.com/v1/gql';

/** By n8n's client, and by the older one that HTTP Request uses. */
const NO_REDIRECTS = { disableFollowRedirect: true, followRedirect: false, followAllRedirects: false };

const authenticated = (request: IHttpRequestOptions, apiKey: unknown = KEY, baseUrl: unknown = BASE) =>
	withApiKey({ apiKey: apiKey as string, baseUrl: baseUrl as string }, request);

test.each(['https://api.example.com', 'http://localhost:4000', 'http://192.168.1.2', 'http://[::1]:4000/'])(
	'a request without an address goes to the endpoint of %s, with the key as a Bearer token',
	(baseUrl) => {
		const { url, headers } = authenticated({ url: '', baseURL: 'ignored' }, KEY, baseUrl);
		expect(url).toBe(`${new URL(baseUrl).origin}/gql`);
		expect(headers).toEqual({ Authorization: `Bearer ${KEY}` });
	},
);

test.each([ENDPOINT, 'https://api.example.com/other', 'HTTPS://API.example.com/v1/gql'])(
	'%s is on the host of the base URL',
	(url) => {
		expect(authenticated({ url }).headers).toEqual({ Authorization: `Bearer ${KEY}` });
	},
);

test('an address under a base URL of the request is read as the whole of both', () => {
	expect(authenticated({ url: '/gql', baseURL: 'https://api.example.com' }).url).toBe('https://api.example.com/gql');
	expect(() => authenticated({ url: '/gql', baseURL: 'https://elsewhere.example' })).toThrow('only to the host');
});

test('HTTP Request has its address in "uri": it goes to the host of the base URL, and to no other', () => {
	const request = withApiKey({ apiKey: KEY, baseUrl: BASE }, { uri: ENDPOINT, method: 'POST' });
	expect(request).toEqual({
		url: ENDPOINT,
		method: 'POST',
		headers: { Authorization: `Bearer ${KEY}` },
		...NO_REDIRECTS,
	});
	for (const elsewhere of [
		{ uri: 'https://elsewhere.example' },
		{ url: 'https://elsewhere.example', uri: ENDPOINT },
		{},
	]) {
		expect(() => withApiKey({ apiKey: KEY, baseUrl: BASE }, elsewhere)).toThrow('only to the host');
	}
});

test.each([
	'https://elsewhere.example/gql',
	'http://api.example.com/v1/gql',
	'https://api.example.com.evil.example/',
	'/gql',
])('the key does not go to %s, and does not stand in what is thrown', (url) => {
	expect(() => authenticated({ url })).toThrow('The API key is sent only to the host of the base URL');
	expect(() => authenticated({ url })).not.toThrow(KEY);
});

test.each(['http://api.example.com', 'http://8.8.8.8'])('%s would take it unencrypted', (baseUrl) => {
	expect(() => authenticated({ url: '' }, KEY, baseUrl)).toThrow('unencrypted');
});

test.each([
	[` ${KEY}\r\n`],
	[`Bearer ${KEY}`],
	[`bearer:${KEY}`],
	[`Authorization: Bearer ${KEY}`],
	[`\u200b${KEY}\ufeff`],
	[`${KEY.slice(0, 4)}\u00ad\u2060${KEY.slice(4)}`],
	[`${KEY.slice(0, 4)}\n${KEY.slice(4)}`],
])('the key is sent without what came along when it was pasted: %j', (pasted) => {
	expect(authenticated({ url: '' }, pasted).headers).toEqual({ Authorization: `Bearer ${KEY}` });
});

test.each([
	[undefined, 'is empty'],
	['', 'is empty'],
	[7, 'is empty'],
	[BASE, 'is a web address'],
	['cl\u00e9', 'has characters that no key has'],
	[`"${KEY}"`, 'has characters that no key has'],
	[`'${KEY}',`, 'has characters that no key has'],
	[`<${KEY}>`, 'has characters that no key has'],
	[`{"key":"${KEY}"}`, 'has characters that no key has'],
	['-'.repeat(2 ** 13 + 1), 'is too long for a key: 8193 characters'],
])('%j is no key', (apiKey, words) => {
	expect(() => withApiKey({ apiKey: apiKey as string, baseUrl: BASE }, { url: '' })).toThrow(words);
});

test.each(['1|k9+Qw/7x~Tz.Lm-P2_=', 'id:k9!Qw*7x$Tz%Lm&P2#@', 'k7'.repeat(2 ** 12)])('%j is sent as it is', (key) => {
	expect(authenticated({ url: '' }, key).headers).toEqual({ Authorization: `Bearer ${key}` });
});

test('the rest of the request is left as it is', () => {
	const request: IHttpRequestOptions = {
		url: ENDPOINT,
		method: 'POST',
		body: { a: 1 },
		headers: { 'Content-Type': 'application/json' },
	};
	expect(authenticated(request)).toEqual({
		...request,
		...NO_REDIRECTS,
		headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${KEY}` },
	});
	expect(request.headers).toEqual({ 'Content-Type': 'application/json' });
});

test('an Authorization that was there before does not win', () => {
	const headers = { Authorization: 'Basic abc' };
	expect(authenticated({ url: '', headers }).headers).toEqual({ Authorization: `Bearer ${KEY}` });
});
