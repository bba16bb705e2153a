/** What stands where a secret stood. */
const KEY = '[API key]';
const ADDRESS = '[address]';

/** Shorter texts are no secret, and replacing them would blank out ordinary words. */
const SHORTEST_SECRET = 6;

/**
 * A text that is safe to show and to store: without the API key, and without any web address that carries parameters. The
 * signed upload address is as secret as the key, and a service may quote either in its answers.
 */
export function redact(text: string, apiKey: string): string {
	const safe = text
		.replace(/\bhttps?:\/\/[^\s"<>]*[?&][^\s"<>]*/gi, ADDRESS)
		.replace(/\bBearer\s+(?!\[API key\])\S+/gi, `Bearer ${KEY}`);
	const key = apiKey.trim();
	return key.length >= SHORTEST_SECRET ? safe.split(key).join(KEY) : safe;
}
