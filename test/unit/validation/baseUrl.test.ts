import fc from 'fast-check';
import { checkBaseUrl } from '../../../nodes/SocialPostScheduling/validation/baseUrl';
import { isEncryptedOrLocal, isLocalHost } from '../../../nodes/SocialPostScheduling/validation/localHost';
import { anything } from '../arbitraries';
import { problemOf } from '../builders';

const endpointOf = (written: unknown) => {
	const checked = checkBaseUrl(written);
	return checked.ok ? checked.value.href : checked.error.problem;
};

test.each([
	['https://api.example.com', 'https://api.example.com/gql'],
	['https://api.example.com/', 'https://api.example.com/gql'],
	['https://api.example.com///', 'https://api.example.com/gql'],
	['https://api.example.com/gql', 'https://api.example.com/gql'],
	['https://api.example.com/gql/', 'https://api.example.com/gql'],
	['https://api.example.com/graphql', 'https://api.example.com/gql'],
	['https://api.example.com/v1/graphql/', 'https://api.example.com/v1/gql'],
	['  https://api.example.com\n', 'https://api.example.com/gql'],
	['HTTPS://API.Example.com', 'https://api.example.com/gql'],
	['https://example.com/api', 'https://example.com/api/gql'],
	['https://example.com/api/gql/', 'https://example.com/api/gql'],
	['https://example.com/gql/v2', 'https://example.com/gql/v2/gql'],
	['https://example.com/not-gql', 'https://example.com/not-gql/gql'],
	['https://example.com:8443', 'https://example.com:8443/gql'],
	['https://api.example.com/GraphQL', 'https://api.example.com/gql'],
	['https://[2001:db8::1]', 'https://[2001:db8::1]/gql'],
	['http://localhost:4000', 'http://localhost:4000/gql'],
	['http://[::1]:4000/gql', 'http://[::1]:4000/gql'],
])('the endpoint of "%s" is %s', (written, expected) => {
	expect(endpointOf(written)).toBe(expected);
});

test.each([
	['an empty text', '', 'is empty'],
	['blanks', '  ', 'is empty'],
	['nothing', undefined, 'is empty'],
	['a number', 443, 'is empty'],
	['an expression that is not evaluated', '{{ $env.URL }}/gql', 'is an expression, as text'],
	['an address without https', 'api.example.com', 'is not a valid URL'],
	['a path', '/gql', 'is not a valid URL'],
	['another protocol', 'ftp://api.example.com', 'is not a valid URL'],
	['a script', 'javascript:alert(1)', 'is not a valid URL'],
	['a user and a password', 'https://me:secret-word@api.example.com', 'contains a user name or a password'],
	['a user alone', 'https://me@api.example.com', 'contains a user name or a password'],
	['public http', 'http://api.example.com', 'would send the API key unencrypted'],
	['public http to an IP address', 'http://8.8.8.8', 'would send the API key unencrypted'],
])('%s is refused', (_, written, says) => {
	const { field, problem, advice } = problemOf(checkBaseUrl(written));
	expect(field).toContain('Base URL');
	expect(problem).toContain(says);
	expect(advice).not.toBe('');
});

test('a password in the address is not repeated in the text', () => {
	expect(JSON.stringify(checkBaseUrl('https://me:secret-word@api.example.com'))).not.toContain('secret-word');
});

test('what is no address is not repeated: it may be the key', () => {
	expect(JSON.stringify(checkBaseUrl('sk_live_51Hf0000TESTKEY'))).not.toContain('sk_live');
});

test.each([
	['localhost:3000', 'localhost://'],
	['api.example.com:8443', 'api.example.com://'],
])('the text about "%s" does not speak of "%s", which nobody wrote', (written, notThere) => {
	expect(problemOf(checkBaseUrl(written)).problem).not.toContain(notThere);
});

test.each([
	'localhost',
	'LOCALHOST',
	'sandbox',
	'n8n.local',
	'app.localhost',
	'service.internal',
	'nas.lan',
	'box.home.arpa',
	'127.0.0.1',
	'127.255.0.3',
	'10.0.0.1',
	'172.16.0.1',
	'172.31.255.255',
	'192.168.1.20',
	'169.254.10.10',
	'[::1]',
	'[fc00::1]',
	'[fd12:3456:789a::1]',
	'[fe80::1]',
	'[febf::1]',
])('%s is this machine or beside it', (host) => {
	expect(isLocalHost(host)).toBe(true);
});

test.each([
	'api.example.com',
	'localhost.example.com',
	'local.example.com',
	'mylocal.com',
	'127.0.0.1.example.com',
	'10.example.com',
	'8.8.8.8',
	'172.15.0.1',
	'172.32.0.1',
	'192.169.0.1',
	'11.0.0.1',
	'100.10.0.1',
	'[2001:db8::1]',
	'[fec0::1]',
	'[::2]',
	'[fc::1]',
])('%s is out in the world', (host) => {
	expect(isLocalHost(host)).toBe(false);
});

test.each([
	['http://2130706433', 'http://127.0.0.1/gql'],
	['http://0x7f.1', 'http://127.0.0.1/gql'],
])('another spelling of a private address, %s, is read as what it is', (written, expected) => {
	expect(endpointOf(written)).toBe(expected);
});

test('another spelling of a public address is not taken for a name', () => {
	expect(problemOf(checkBaseUrl('http://134744072')).problem).toContain('8.8.8.8');
});

test('any value gives an endpoint to which the key may travel, or a problem', () => {
	fc.assert(
		fc.property(fc.oneof(anything(), fc.webUrl({ validSchemes: ['http', 'https', 'ftp'] })), (written) => {
			const checked = checkBaseUrl(written);
			if (!checked.ok) return expect(checked.error.advice).not.toBe('');
			const { pathname, search, hash, username, password } = checked.value;
			expect(isEncryptedOrLocal(checked.value)).toBe(true);
			expect(pathname.endsWith('/gql')).toBe(true);
			expect([search, hash, username, password]).toEqual(['', '', '', '']);
		}),
	);
});

test('an endpoint is its own base URL', () => {
	fc.assert(
		fc.property(fc.webUrl({ validSchemes: ['https'] }), (written) => {
			const once = endpointOf(written);
			expect(endpointOf(once)).toBe(once);
		}),
	);
});

test.each(['https://api.example.com/gql?query=%7Bprofile%7D', 'https://api.example.com/#docs'])(
	'what would be left out is refused: %s',
	(written) => {
		expect(checkBaseUrl(written)).toMatchObject({ ok: false, error: { problem: 'contains a query or a fragment' } });
	},
);
