import type { Origin } from '../calls';
import type { FaultRule } from '../faults/rules';
import type { BudgetName, Plan } from '../limits';
import type { Listener } from '../listener';
import { BadInput, read, time } from '../parse';
import type { Settings } from '../settings';
import { limitOf } from '../store/accounts';
import type { AccountName } from '../store/accounts';
import { deletePost } from '../store/posts';
import type { World } from '../world';
import { fillLibrary } from './fill';
import { fillPosts } from './fillPosts';
import type { PostFilling } from './fillPosts';
import { takeSnapshot } from './state';
import type { SandboxState } from './state';

/** The controls that tests use, in the same process or over HTTP. Times are ISO 8601 or milliseconds since 1970. */
export interface SandboxControl {
	/** Back to the start: libraries, posts, sessions, budgets, log, rules, settings, keys and clock. */
	reset(): void;
	readonly clock: {
		/** Puts the service's clock at a time. */
		set(time: string | number): void;
		/** Moves it on by milliseconds. */
		advance(ms: number): void;
		/** Puts it at a distance from real time: ahead with a positive number of milliseconds. */
		skew(ms: number): void;
		/** Stops it: from then on every wait of the service ends only when the clock is moved. */
		freeze(): void;
		/** Lets it run again. */
		run(): void;
	};
	/** Changes the plan of an account (by default of the one with the paid key). */
	setPlan(plan: Plan, account?: AccountName): void;
	/** Gives an account a limit of its own in the place of its plan's: more calls than a plan allows are needed to see how a load is borne. */
	setLimit(budget: BudgetName, limit: number, account?: AccountName): void;
	/** Leaves this much of a budget. */
	leaveBudget(budget: BudgetName, left: number, account?: AccountName): void;
	/** Changes how fast the service works. */
	setSettings(settings: Partial<Settings>): void;
	/** Adds so many small pictures to a library, named "File 1" and so on: what a list shows of thousands. Counts as no upload. */
	fillLibrary(files: number, account?: AccountName): Promise<void>;
	/** Adds posts of a platform in a state, a minute apart: what a list shows of thousands. */
	fillPosts(filling: PostFilling, account?: AccountName): void;
	/** Moves a post to the trash, or deletes it for good; costs no request. @throws BadInput when there is none */
	deletePost(id: string, permanently?: boolean, account?: AccountName): void;
	/** Disconnects an account from its platform, or connects it again. @throws BadInput when there is none with this id */
	setConnected(socialAccountId: string, isConnected: boolean, account?: AccountName): void;
	/** Puts a fault rule in force. @throws BadInput when the rule makes no sense */
	addFault(rule: FaultRule): void;
	/** Takes all fault rules out of force. */
	clearFaults(): void;
	/** Makes a new key for an account and gives it; the old one is dead. */
	rotateKey(account: AccountName, expiresAt?: string | number): string;
	/** Refuses connections at one of the two addresses. */
	stopListening(origin: Origin): Promise<void>;
	/** Listens there again, at the same port. */
	startListening(origin: Origin): Promise<void>;
	/** Everything that can be known. */
	state(): SandboxState;
}

function toTime(given: string | number): number {
	return typeof given === 'number' ? given : read(time, given, 'time');
}

/** Builds the controls over a world and its listeners. */
export function createControl(world: World, listeners: Record<Origin, Listener>): SandboxControl {
	const { clock } = world;
	return {
		reset: () => world.reset(),
		clock: {
			set: (time) => clock.set(toTime(time)),
			advance: (ms) => clock.advance(ms),
			skew: (ms) => clock.skew(ms),
			freeze: () => clock.freeze(),
			run: () => clock.run(),
		},
		setPlan: (plan, account = 'paid') => {
			world.accounts[account].plan = plan;
		},
		setLimit: (budget, limit, account = 'paid') => {
			world.accounts[account].ownLimits[budget] = limit;
		},
		leaveBudget: (budget, left, name = 'paid') => {
			const account = world.accounts[name];
			account.windows[budget].leave(world.now(), limitOf(account, budget), left);
		},
		setSettings: (settings) => {
			Object.assign(world.settings, settings);
		},
		fillLibrary: (files, account = 'paid') => fillLibrary(world, world.accounts[account], files),
		fillPosts: (filling, account = 'paid') => fillPosts(world, world.accounts[account], filling),
		deletePost: (id, permanently = false, account = 'paid') => {
			const { posts } = world.accounts[account];
			const post = posts.find((candidate) => candidate.id === id);
			if (!post) throw new BadInput(`there is no post ${id}`);
			deletePost(posts, post, permanently, world.now());
		},
		setConnected: (socialAccountId, isConnected, account = 'paid') => {
			const found = world.accounts[account].socialAccounts.find(({ id }) => id === socialAccountId);
			if (found === undefined) throw new BadInput(`there is no social account ${socialAccountId}`);
			found.isConnected = isConnected;
		},
		addFault: (rule) => world.faults.add(rule),
		clearFaults: () => world.faults.clear(),
		rotateKey: (account, expiresAt) =>
			world.keys.rotate(account, expiresAt === undefined ? undefined : toTime(expiresAt)),
		stopListening: (origin) => listeners[origin].stop(),
		startListening: (origin) => listeners[origin].start(),
		state: () => takeSnapshot(world, { api: listeners.api.openSockets, upload: listeners.upload.openSockets }),
	};
}
