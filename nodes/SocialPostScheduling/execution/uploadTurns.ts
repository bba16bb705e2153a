import type { Failure } from '../transport/failure';

/**
 * The turns of uploads that wait for the upload limit: they begin one after the other, so that only one of them asks the service
 * while the limit is used up. Each refusal costs a request of the general limit.
 */
export class UploadTurns {
	/** Set when one of them has given up: the others have no better chance, so none of them asks any more. */
	givenUp: Failure | null = null;
	/** How often the service has refused. */
	private refusals = 0;
	private last: Promise<void> = Promise.resolve();

	/** A place at the end of the line. */
	join(): UploadTurn {
		const before = this.last;
		let leave = () => {};
		const left = new Promise<void>((resolve) => (leave = resolve));
		this.last = before.then(async () => await left);
		const { refusals } = this;
		const joinedAt = Date.now();
		return {
			come: async () => {
				await before;
				return this.refusals === refusals ? null : Date.now() - joinedAt;
			},
			refused: () => this.refusals++,
			leave,
		};
	}
}

/** The turn of one upload. */
interface UploadTurn {
	/**
	 * Resolves when all before it have begun or ended: with the milliseconds since it joined if the limit was waited for meanwhile,
	 * else with null.
	 */
	readonly come: () => Promise<number | null>;
	/** The service has refused to begin the upload. */
	readonly refused: () => void;
	/** Must be called when the upload has begun or ended: the next one waits for it. */
	readonly leave: () => void;
}

/** The place of an upload in a line, from when it is asked for: nothing that it does before its start loses it. */
export class UploadPlace {
	private turn: UploadTurn | undefined;
	private hasCome = false;

	/** @param goesAlone whether those behind it begin when its file was sent, and not when it has begun */
	constructor(
		private readonly turns: UploadTurns,
		readonly goesAlone: boolean,
	) {
		this.turn = turns.join();
	}

	/** Resolves when its turn has come; with what the turn says the first time, then with null. An upload that begins once more joins the end. */
	async come(): Promise<number | null> {
		this.turn ??= this.turns.join();
		if (this.hasCome) return null;
		this.hasCome = true;
		return await this.turn.come();
	}

	/** The service has refused to begin the upload. */
	refused(): void {
		this.turn?.refused();
	}

	/** Must be called when the upload has begun. */
	begun(): void {
		if (!this.goesAlone) this.leave();
	}

	/** Must be called when those behind it need not wait any more: its file was sent, or it has ended, or it is not needed. */
	leave(): void {
		this.turn?.leave();
		this.turn = undefined;
		this.hasCome = false;
	}
}
