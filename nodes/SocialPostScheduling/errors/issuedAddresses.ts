import { getOrCreate } from '../utils/getOrCreate';
import { redact, type Replacer, type Secret, secretsOfAddress, secretsOfKey } from './redact';

/** How many are remembered: as many uploads as a paid account may begin in two hours. */
const MAX_ADDRESSES = 200;

/** The signed addresses that the service has issued in an execution, the last ones: it may quote one in whatever it says later. */
export class IssuedAddresses {
	private readonly addresses: string[] = [];
	/** What is looked for, made where there is a text: for most addresses there is none. */
	private readonly secrets = new Map<string, readonly Secret[]>();

	add(address: string): void {
		this.addresses.push(address);
		if (this.addresses.length > MAX_ADDRESSES) this.secrets.delete(this.addresses.shift() ?? '');
	}

	/** Makes texts without any part of them, and without the API key. */
	redactorWithKey(apiKey: string): Replacer {
		const key = secretsOfKey(apiKey);
		const secretsOf = (address: string) => getOrCreate(this.secrets, address, () => secretsOfAddress(address));
		return (text) => redact([...this.addresses.flatMap(secretsOf), ...key], text);
	}
}
