/* The numbers of RFC 3492, section 5. */
const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const INITIAL_BIAS = 72;
const INITIAL_CODE = 0x80;

const PREFIX = 'xn--';
const PLAIN_ASCII = /^[\x20-\x7e]*$/;

/** Other dots that are written as a dot in a domain name (RFC 3490, section 3.1). */
const OTHER_DOTS = /[\u3002\uFF0E\uFF61]/;

/**
 * How many characters a label of a domain has when it is written in ASCII (punycode, RFC 3492). The time grows with the square of
 * the length: it is for labels that are not much longer than a label may be.
 */
export function asciiLength(label: string): number {
	const parts = label.split(OTHER_DOTS).map((part) => (PLAIN_ASCII.test(part) ? part.length : encodedLength(part)));
	return parts.reduce((sum, length) => sum + 1 + length);
}

/** The encoder of RFC 3492, section 6.3, with the digits counted and not written. */
function encodedLength(part: string): number {
	const codes = Array.from(part, (letter) => letter.codePointAt(0) ?? 0);
	const basic = codes.filter((code) => code < INITIAL_CODE).length;
	let length = PREFIX.length + basic + (basic > 0 ? 1 : 0);
	let bias = INITIAL_BIAS;
	let delta = 0;
	let handled = basic;
	for (let code = INITIAL_CODE; handled < codes.length; code++, delta++) {
		const next = Math.min(...codes.filter((other) => other >= code));
		delta += (next - code) * (handled + 1);
		code = next;
		for (const other of codes) {
			if (other < code) delta++;
			if (other !== code) continue;
			length += digits(delta, bias);
			bias = adapt(delta, handled + 1, handled === basic);
			delta = 0;
			handled++;
		}
	}
	return length;
}

function digits(delta: number, bias: number): number {
	let count = 1;
	for (let rest = delta, k = BASE; ; k += BASE, count++) {
		const threshold = Math.min(Math.max(k - bias, T_MIN), T_MAX);
		if (rest < threshold) return count;
		rest = Math.floor((rest - threshold) / (BASE - threshold));
	}
}

function adapt(delta: number, points: number, isFirst: boolean): number {
	let rest = Math.floor(delta / (isFirst ? DAMP : 2));
	rest += Math.floor(rest / points);
	let k = 0;
	for (; rest > ((BASE - T_MIN) * T_MAX) >> 1; k += BASE) rest = Math.floor(rest / (BASE - T_MIN));
	return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}
