import { redactWith, type Replacer, replacerOfAddress } from './redact';

/** How many are remembered: as many uploads as a paid account may begin in two hours. */
const MAX_ADDRESSES = 200;

/** The signed addresses that the service has issued in an execution, the last ones: it may quote one in whatever it says later. */
export class IssuedAddresses {
	private readonly replacers: Replacer[] = [];

	add(address: string): void {
		this.replacers.push(replacerOfAddress(address));
		if (this.replacers.length > MAX_ADDRESSES) this.replacers.shift();
	}

	/** A text without any part of them. */
	readonly redact = (text: string): string => redactWith(this.replacers, text);
}
