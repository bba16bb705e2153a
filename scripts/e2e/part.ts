/** A part of the end-to-end tests: a proof that needs its own servers. */
import type { Lifetime } from '../lib/lifetime';
import type { Counts } from '../test/parts';

export interface PartResult extends Counts {
	/** What did not run on this machine, each with the reason: told at the end, never left out in silence. */
	left?: string[];
}

export interface PartContext {
	/** Ends what the part has started when the part ends, however it ends. */
	lifetime: Lifetime;
	/** More arguments for jest, for the parts whose tests it runs. */
	jestArgs: string[];
}

export interface Part {
	/** As it is named on the command line. */
	name: string;
	title: string;
	run: (context: PartContext) => Promise<PartResult>;
}
