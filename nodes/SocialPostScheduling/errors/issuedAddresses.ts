import { RecentMap } from '../utils/recentMap';
import { redact, type Replacer, type Secret, secretsOfAddress, secretsOfKeys } from './redact';

/** How many are looked for: as many uploads as a paid account may begin in two hours. */
const MAX_ADDRESSES = 200;

/** What is looked for of the addresses that were used last, in all executions: up to 40 KiB each, where the address itself has 1 or 2. */
const recentSecrets = new RecentMap<readonly Secret[]>(MAX_ADDRESSES);

/** How many addresses are kept, of all executions: each lives for an hour, and has 1 or 2 KiB. */
const MAX_KEPT = 2_000;

/** Whose addresses they are, the oldest first. */
const owners: IssuedAddresses[] = [];

/** The signed addresses that the service has issued in an execution, the last ones: it may quote one in whatever it says later. */
export class IssuedAddresses {
	private readonly addresses: string[] = [];

	add(address: string): void {
		this.addresses.push(address);
		owners.push(this);
		if (owners.length > MAX_KEPT) owners.shift()?.addresses.shift();
	}

	/** Makes texts without any part of them, and without API keys. */
	redactorWithKeys(apiKeys: readonly string[]): Replacer {
		const keys = secretsOfKeys(apiKeys);
		const secretsOf = (address: string) => recentSecrets.getOrCreate(address, () => secretsOfAddress(address));
		// Only where there is a text: for most addresses there is none.
		return (text) => redact([...this.addresses.slice(-MAX_ADDRESSES).flatMap(secretsOf), ...keys], text);
	}
}
