import { memoize } from '../utils/memoize';
import { redact, type Replacer, type Secret, secretsOfAddress, secretsOfKey } from './redact';

/** How many are remembered: as many uploads as a paid account may begin in two hours. */
const MAX_ADDRESSES = 200;

/** The signed addresses that the service has issued in an execution, the last ones: it may quote one in whatever it says later. */
export class IssuedAddresses {
	/** What is looked for, made where there is a text: for most addresses there is none. */
	private readonly secrets: Array<() => readonly Secret[]> = [];

	add(address: string): void {
		this.secrets.push(memoize(() => secretsOfAddress(address)));
		if (this.secrets.length > MAX_ADDRESSES) this.secrets.shift();
	}

	/** Makes texts without any part of them, and without the API key. */
	redactorWithKey(apiKey: string): Replacer {
		const key = secretsOfKey(apiKey);
		return (text) => redact([...this.secrets.flatMap((secretsOf) => secretsOf()), ...key], text);
	}
}
