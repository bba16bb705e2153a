import { mediaFields } from '../api/views';
import type { Origin } from '../calls';
import type { RuleReport } from '../faults/book';
import type { BudgetName, Plan } from '../limits';
import type { LogEntry, Peaks } from '../log';
import type { Settings } from '../settings';
import { ACCOUNT_NAMES, budgetState } from '../store/accounts';
import type { Account, AccountName } from '../store/accounts';
import { errorOf, firstPostAt, resultOf, stateOf } from '../store/posts';
import type { Post, PublishingStatus, SubmissionState } from '../store/posts';
import type { SocialPlatform } from '../store/platforms';
import type { UploadSession } from '../store/sessions';
import type { World } from '../world';

/** A file of a library. */
export interface MediaSnapshot {
	readonly account: AccountName;
	readonly id: string;
	readonly name: string;
	readonly url: string;
	readonly mimeType: string;
	/** Bytes. */
	readonly size: number;
	/** Hexadecimal SHA-256 of the content. */
	readonly sha256: string;
	readonly labelIds: readonly string[];
}

/** A submission of a post. */
export interface SubmissionSnapshot {
	readonly id: string;
	readonly text: string;
	readonly order: number;
	readonly state: SubmissionState;
	readonly mediaIds: readonly string[];
	readonly resultUrl: string | null;
	readonly errorCode: string | null;
}

/** A scheduled post. Times are ISO 8601. */
export interface PostSnapshot {
	readonly account: AccountName;
	readonly id: string;
	readonly platform: SocialPlatform;
	readonly username: string;
	/** When its first submission is to be published. */
	readonly postAt: string;
	/** When it was moved to the trash. */
	readonly dateDeleted: string | null;
	readonly publishingStatus: PublishingStatus;
	readonly postTagIds: readonly string[];
	readonly submissions: readonly SubmissionSnapshot[];
}

/** An upload session; its signed address is not part of it. */
export interface SessionSnapshot {
	readonly account: AccountName;
	readonly uploadToken: string;
	readonly size: number;
	readonly mimeType: string;
	readonly expiresAt: string;
	/** SHA-256 of the file that the PUT brought, once it has. */
	readonly sha256: string | null;
	readonly mediaId: string | null;
}

/** State of one budget of an account. */
export interface BudgetSnapshot {
	readonly limit: number;
	readonly used: number;
	readonly left: number;
	readonly freesAt: string;
}

/** One account. */
export interface AccountSnapshot {
	readonly plan: Plan;
	readonly username: string;
	/** API calls counted since the start or the last reset. */
	readonly requestsCounted: number;
	/** Uploads counted since the start or the last reset. */
	readonly uploadsCounted: number;
	readonly budgets: Record<BudgetName, BudgetSnapshot>;
}

/** Everything that can be known of the sandbox, as plain JSON data. */
export interface SandboxState {
	/** The service's time, ISO 8601. */
	readonly now: string;
	readonly clock: { readonly frozen: boolean; readonly skewMs: number };
	readonly settings: Settings;
	readonly accounts: Record<AccountName, AccountSnapshot>;
	/** Sums over all accounts. */
	readonly requestsCounted: number;
	readonly uploadsCounted: number;
	/** Libraries, posts and sessions of all accounts, oldest first. */
	readonly media: readonly MediaSnapshot[];
	readonly posts: readonly PostSnapshot[];
	readonly sessions: readonly SessionSnapshot[];
	/** Every API call and every request at the upload storage, in order of arrival. */
	readonly log: readonly LogEntry[];
	readonly peaks: Readonly<Peaks>;
	readonly openSockets: Record<Origin, number>;
	readonly faults: readonly RuleReport[];
}

/** Takes a snapshot; it does not change afterwards. */
export function takeSnapshot(world: World, openSockets: Record<Origin, number>): SandboxState {
	world.publish();
	const accounts = ACCOUNT_NAMES.map((name) => world.accounts[name]);
	const sum = (budget: BudgetName) => accounts.reduce((total, { counted }) => total + counted[budget], 0);
	return {
		now: iso(world.now()),
		clock: { frozen: world.clock.frozen, skewMs: world.clock.skewMs },
		settings: { ...world.settings },
		accounts: {
			paid: accountSnapshot(world.accounts.paid, world.now()),
			free: accountSnapshot(world.accounts.free, world.now()),
			noAccess: accountSnapshot(world.accounts.noAccess, world.now()),
		},
		requestsCounted: sum('general'),
		uploadsCounted: sum('uploads'),
		media: accounts.flatMap((account) => mediaSnapshots(world, account)),
		posts: accounts.flatMap((account) => account.posts.map((post) => postSnapshot(account.name, post))),
		sessions: [...world.sessions.values()].map(sessionSnapshot),
		log: world.log.entries.map((entry) => ({ ...entry })),
		peaks: { ...world.log.peaks },
		openSockets,
		faults: world.faults.report(),
	};
}

function iso(time: number): string {
	return new Date(time).toISOString();
}

function accountSnapshot(account: Account, now: number): AccountSnapshot {
	const budget = (name: BudgetName): BudgetSnapshot => {
		const state = budgetState(account, name, now);
		return { ...state, freesAt: iso(state.freesAt) };
	};
	return {
		plan: account.plan,
		username: account.user.username,
		requestsCounted: account.counted.general,
		uploadsCounted: account.counted.uploads,
		budgets: { general: budget('general'), uploads: budget('uploads') },
	};
}

function mediaSnapshots(world: World, account: Account): MediaSnapshot[] {
	return account.library.map((media) => {
		const { id, name, url, mimeType, size } = mediaFields(world, media);
		const { labelIds, file } = media;
		return { account: account.name, id, name, url, mimeType, size, sha256: file.sha256, labelIds };
	});
}

function postSnapshot(account: AccountName, post: Post): PostSnapshot {
	return {
		account,
		id: post.id,
		platform: post.platform,
		username: post.socialAccount.username,
		postAt: firstPostAt(post).toISOString(),
		dateDeleted: post.dateDeleted?.toISOString() ?? null,
		publishingStatus: post.publishingStatus,
		postTagIds: (post.postTags ?? []).map(({ id }) => id),
		submissions: post.submissions.map((submission) => {
			const { id, text, order, media } = submission;
			return {
				id,
				text,
				order,
				state: stateOf(post, submission),
				mediaIds: media.map((item) => item.id),
				resultUrl: resultOf(submission)?.url ?? null,
				errorCode: errorOf(submission)?.errorCode ?? null,
			};
		}),
	};
}

function sessionSnapshot(session: UploadSession): SessionSnapshot {
	return {
		account: session.account,
		uploadToken: session.token,
		size: session.size,
		mimeType: session.mimeType,
		expiresAt: iso(session.expiresAt),
		sha256: session.file?.sha256 ?? null,
		mediaId: session.media?.id ?? null,
	};
}
