import type { IHttpRequestOptions } from 'n8n-workflow';
import { withApiKey } from '../../../nodes/SocialPostScheduling/transport/authenticate';

const KEY = 'sk_live_51Hf0000TESTKEY';

const authenticated = (request: IHttpRequestOptions, apiKey: string = KEY) => withApiKey({ apiKey }, request);

test.each([
	'https://api.example.com/gql',
	'http://localhost:4000/gql',
	'http://192.168.1.2/gql',
	'http://[::1]:4000/gql',
])('the key goes to %s as a Bearer token', (url) => {
	expect(authenticated({ url }).headers).toEqual({ Authorization: `Bearer ${KEY}` });
});

test('an address under a base URL is read as the whole of both', () => {
	expect(authenticated({ url: '/gql', baseURL: 'https://api.example.com' }).headers).toMatchObject({
		Authorization: `Bearer ${KEY}`,
	});
	expect(() => authenticated({ url: '/gql', baseURL: 'http://api.example.com' })).toThrow('unencrypted');
	expect(() => authenticated({ url: 'http://api.example.com/gql', baseURL: 'https://api.example.com' })).toThrow(
		'unencrypted',
	);
});

test.each(['http://api.example.com/gql', 'http://8.8.8.8/gql', 'ftp://localhost/gql', 'ws://api.example.com/gql'])(
	'the key does not go to %s, and does not stand in what is thrown',
	(url) => {
		expect(() => authenticated({ url })).toThrow(`not sent to ${new URL(url).protocol}//${new URL(url).hostname}`);
		expect(() => authenticated({ url })).not.toThrow(KEY);
	},
);

test.each(['api.example.com', 'localhost:4600', 'api.example.com:443', 'https://', ''])(
	'a base URL "%s" is told in words',
	(baseURL) => {
		expect(() => authenticated({ url: '/gql', baseURL })).toThrow(
			'The base URL is not an address. Enter it with https://',
		);
	},
);

test('the key is sent without the blanks that came along when it was pasted', () => {
	expect(authenticated({ url: 'https://a.example' }, ` ${KEY}\r\n`).headers).toEqual({
		Authorization: `Bearer ${KEY}`,
	});
});

test('the rest of the request is left as it is', () => {
	const request: IHttpRequestOptions = {
		url: 'https://a.example',
		method: 'POST',
		body: { a: 1 },
		headers: { 'Content-Type': 'application/json' },
	};
	expect(authenticated(request)).toEqual({
		...request,
		headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${KEY}` },
	});
	expect(request.headers).toEqual({ 'Content-Type': 'application/json' });
});

test('an Authorization that was there before does not win', () => {
	const headers = { Authorization: 'Basic abc' };
	expect(authenticated({ url: 'https://a.example', headers }).headers).toEqual({ Authorization: `Bearer ${KEY}` });
});

test('without a key there is none in the header', () => {
	expect(withApiKey({}, { url: 'https://a.example' }).headers).toEqual({ Authorization: 'Bearer ' });
});
