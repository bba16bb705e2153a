/** Ends whatever a command started, whichever way the command ends. */
import { endProgress } from '../bootstrap/progress.mjs';
import { PlainFailure, messageOf } from './failure';

export { PlainFailure, messageOf };

/** What a shell reports for a command that was ended with Ctrl-C. */
const STOPPED_EXIT_CODE = 130;
/**
 * Milliseconds in which a second signal counts as the same one: on Ctrl-C the terminal signals this process, and npm
 * passes the signal on once more.
 */
const SAME_SIGNAL_MS = 1000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

interface Ending {
	/** Ends it properly, which may take some seconds. */
	end: () => Promise<void>;
	/** Ends it at once; for the person who presses Ctrl-C twice. */
	endNow?: () => void;
}

/** What a command has started. The last one started is ended first. */
export class Lifetime {
	private endings: Ending[] = [];

	/** Promises to end something when the command ends. */
	add(ending: Ending): void {
		this.endings.push(ending);
	}

	/** Does some work with servers of its own, which end with it, or with the command where that ends first. */
	async apart<T>(work: (own: Lifetime) => Promise<T>): Promise<T> {
		const own = new Lifetime();
		this.add({ end: () => own.end(), endNow: () => own.endNow() });
		try {
			return await work(own);
		} finally {
			await own.end();
		}
	}

	/** Ends everything; what fails to end is told and does not keep the rest from ending. */
	async end(): Promise<void> {
		for (let ending = this.endings.pop(); ending; ending = this.endings.pop()) {
			try {
				await ending.end();
			} catch (error) {
				console.error(`While stopping: ${messageOf(error)}`);
			}
		}
	}

	/** Ends what can be ended without waiting. */
	endNow(): void {
		for (const ending of this.endings) ending.endNow?.();
	}
}

function tell(error: unknown): void {
	const text =
		error instanceof Error && !(error instanceof PlainFailure) ? (error.stack ?? error.message) : messageOf(error);
	console.error(`\n${text}`);
}

/**
 * Runs a command from start to end: its work, its failures, Ctrl-C, and the ending of what it started. Does not return.
 *
 * @param work gives the exit code
 */
export async function runCommand(work: (lifetime: Lifetime) => Promise<number>): Promise<never> {
	const lifetime = new Lifetime();
	let stoppedAt: number | undefined;
	const stop = (): void => {
		const now = Date.now();
		if (stoppedAt === undefined) {
			stoppedAt = now;
			endProgress();
			console.log('\nStopping what was started ...');
			void lifetime.end().then(() => process.exit(STOPPED_EXIT_CODE));
		} else if (now - stoppedAt > SAME_SIGNAL_MS) {
			lifetime.endNow();
			process.exit(STOPPED_EXIT_CODE);
		}
	};
	for (const signal of SIGNALS) process.on(signal, stop);
	let exitCode = 1;
	try {
		exitCode = await work(lifetime);
	} catch (error) {
		// After Ctrl-C the work fails because its servers are gone: that is no news.
		if (stoppedAt === undefined) tell(error);
	}
	if (stoppedAt !== undefined) return await new Promise<never>(() => undefined);
	await lifetime.end();
	process.exit(exitCode);
}
