import { redact, type Replacer, type Secret, secretsOfAddress, secretsOfKey } from './redact';

/** How many are remembered: as many uploads as a paid account may begin in two hours. */
const MAX_ADDRESSES = 200;

/** The signed addresses that the service has issued in an execution, the last ones: it may quote one in whatever it says later. */
export class IssuedAddresses {
	private readonly addresses: Array<readonly Secret[]> = [];

	add(address: string): void {
		this.addresses.push(secretsOfAddress(address));
		if (this.addresses.length > MAX_ADDRESSES) this.addresses.shift();
	}

	/** Makes texts without any part of them, and without the API key. */
	redactorWithKey(apiKey: string): Replacer {
		const key = secretsOfKey(apiKey);
		return (text) => redact([...this.addresses.flat(), ...key], text);
	}
}
