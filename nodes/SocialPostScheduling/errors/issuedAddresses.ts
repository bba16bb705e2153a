import { redactorOfAddress } from './redact';

/** How many are remembered: as many uploads as a paid account may begin in two hours. Each costs time for every text of an error. */
const MAX_ADDRESSES = 200;

/** The signed addresses that the service has issued in a run, the last ones: it may quote one in whatever it says later. */
export class IssuedAddresses {
	private readonly redactors: Array<(text: string) => string> = [];

	add(address: string): void {
		this.redactors.push(redactorOfAddress(address));
		if (this.redactors.length > MAX_ADDRESSES) this.redactors.shift();
	}

	/** A text without any part of them. */
	readonly redact = (text: string): string => this.redactors.reduce((words, redact) => redact(words), text);
}
