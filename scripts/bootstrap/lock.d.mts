export interface Lock {
	/** Leaves word for those who come while it is taken. */
	tell: (text: string) => void;
	release: () => void;
	holder?: undefined;
}

export interface Taken {
	/** The process that has it, and the word that it left; empty when it left none. */
	holder: { pid: number; told: string };
}

/**
 * Takes a lock of this checkout, or tells who has it. A lock ends with its process, however that ends.
 *
 * @param folder where the locks are; the one of this checkout where nothing is said
 */
export function takeLock(name: string, folder?: string): Lock | Taken;
