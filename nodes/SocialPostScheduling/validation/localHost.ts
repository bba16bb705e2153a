/** Addresses that never leave the machine or its own network: loopback, private and link-local ranges (RFC 1918, 4193, 3927). */
const PRIVATE_IPV4 = /^(127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)/;
const PRIVATE_IPV6 = /^\[(::1|f[cd][0-9a-f]{2}:.*|fe[89ab][0-9a-f]:.*)\]$/;
const LOCAL_NAME = /^([^.]+|.*\.(local|localhost|internal|lan|home\.arpa))$/;

/** Whether a host is this machine or one beside it. */
export function isLocalHost(hostname: string): boolean {
	const host = hostname.toLowerCase();
	if (/^[\d.]+$/.test(host)) return PRIVATE_IPV4.test(host);
	return host.startsWith('[') ? PRIVATE_IPV6.test(host) : LOCAL_NAME.test(host);
}

/**
 * Whether the key or a file may be sent to a web address: over https, or over plain http to this machine or one beside it, such as
 * a sandbox or a container next to n8n.
 */
export function isEncryptedOrLocal({ protocol, hostname }: URL): boolean {
	return protocol === 'https:' || (protocol === 'http:' && isLocalHost(hostname));
}
