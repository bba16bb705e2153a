import { randomBytes } from 'node:crypto';
import type { Origin } from './calls';
import type { Clock } from './clock';
import { FaultBook } from './faults/book';
import type { Plan } from './limits';
import { RequestLog } from './log';
import type { Settings } from './settings';
import { ACCOUNT_NAMES, newAccounts } from './store/accounts';
import type { Account, AccountName } from './store/accounts';
import { FileStore } from './store/files';
import { KeyRing } from './store/keys';
import { publishDue } from './store/publisher';
import type { PublishingDesk } from './store/publisher';
import type { UploadSession } from './store/sessions';

/** First id of each kind of thing: ids are whole numbers that count up, written as strings. */
const FIRST_ID = { media: 1001, post: 2001, submission: 3001, outcome: 4001 } as const;

/** The kinds of things that get an id. */
export type IdKind = keyof typeof FIRST_ID;

/** What belongs to a sandbox as long as it runs. */
export interface WorldFrame {
	readonly clock: Clock;
	/** The addresses, known once the sandbox listens. */
	readonly origins: Record<Origin, string>;
	readonly firstSettings: Readonly<Settings>;
	readonly firstPlan: Plan;
}

/** Everything the service knows. `reset` brings it back to the start; the rest of the sandbox only reads and changes it. */
export class World {
	/** Signs upload addresses; a new one for each sandbox. */
	readonly signingSecret = randomBytes(32);
	/** The value of the cookie that stands for the browser session of the paid account. */
	readonly sessionCookie = randomBytes(24).toString('base64url');
	readonly files = new FileStore();
	accounts!: Record<AccountName, Account>;
	keys!: KeyRing;
	sessions!: Map<string, UploadSession>;
	log!: RequestLog;
	faults!: FaultBook;
	settings!: Settings;
	private ids!: Record<IdKind, number>;

	constructor(private readonly frame: WorldFrame) {
		this.reset();
		frame.clock.onChange(() => this.publish());
	}

	get clock(): Clock {
		return this.frame.clock;
	}

	get origins(): Record<Origin, string> {
		return this.frame.origins;
	}

	/** The service's time, in milliseconds since 1970. */
	now(): number {
		return this.frame.clock.now();
	}

	nextId(kind: IdKind): string {
		const id = this.ids[kind];
		this.ids[kind] += 1;
		return String(id);
	}

	/** Whether an account is of the time since the last reset: what was under way before it must not show up after it. */
	knows(account: Account): boolean {
		return this.accounts[account.name] === account;
	}

	/** What publishing needs. */
	publishingDesk(): PublishingDesk {
		return {
			now: this.now(),
			nextId: () => this.nextId('outcome'),
			urlOf: ({ id }) => `${this.origins.api}/#submission-${id}`,
		};
	}

	/** Submits what is due, in every account. */
	publish(): void {
		for (const name of ACCOUNT_NAMES) publishDue(this.accounts[name].posts, this.publishingDesk());
	}

	/** Forgets everything that happened, and removes the files; keys, clock, speed and plans are as at the start, fault rules are gone. */
	reset(): void {
		this.accounts = newAccounts(this.frame.firstPlan);
		this.keys = new KeyRing();
		this.sessions = new Map();
		this.files.clear();
		this.log = new RequestLog();
		this.faults = new FaultBook();
		this.settings = { ...this.frame.firstSettings };
		this.ids = { ...FIRST_ID };
		this.clock.reset();
	}
}
