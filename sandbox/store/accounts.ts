import { SlidingWindow } from '../budget';
import { BUDGET_LIMIT, BUDGET_WINDOW_MS } from '../limits';
import type { BudgetName, Plan } from '../limits';
import type { BudgetState } from '../budget';
import type { Media } from './library';
import type { Post } from './posts';
import { FREE_SOCIAL_ACCOUNTS, PAID_SOCIAL_ACCOUNTS, type SocialAccount } from './socialAccounts';

/** The three accounts of the sandbox. */
export const ACCOUNT_NAMES = ['paid', 'free', 'noAccess'] as const;

/** The name of an account in the sandbox; not part of the service's API. */
export type AccountName = (typeof ACCOUNT_NAMES)[number];

/** Fields of the caller's profile (specification, section 2). */
export interface User {
	readonly id: string;
	readonly username: string;
	readonly email: string;
	readonly registeredAt: Date;
}

/** One customer of the service, with everything that belongs to it. */
export interface Account {
	readonly name: AccountName;
	readonly user: User;
	readonly hasApiAccess: boolean;
	plan: Plan;
	/** Limits that stand in the place of the plan's: a test control. */
	readonly ownLimits: Partial<Record<BudgetName, number>>;
	readonly windows: Record<BudgetName, SlidingWindow>;
	/** Calls counted since the sandbox started or was reset, whatever their window. */
	readonly counted: Record<BudgetName, number>;
	readonly socialAccounts: readonly SocialAccount[];
	readonly library: Media[];
	readonly posts: Post[];
}

const REGISTERED_AT = new Date('2024-03-01T09:00:00Z');

function newAccount(name: AccountName, id: string, plan: Plan, hasApiAccess: boolean): Account {
	const username = { paid: 'paula', free: 'fred', noAccess: 'nora' }[name];
	return {
		name,
		user: { id, username, email: `${username}@example.com`, registeredAt: REGISTERED_AT },
		hasApiAccess,
		plan,
		ownLimits: {},
		windows: {
			general: new SlidingWindow(BUDGET_WINDOW_MS.general),
			uploads: new SlidingWindow(BUDGET_WINDOW_MS.uploads),
		},
		counted: { general: 0, uploads: 0 },
		socialAccounts: structuredClone({ paid: PAID_SOCIAL_ACCOUNTS, free: FREE_SOCIAL_ACCOUNTS, noAccess: [] }[name]),
		library: [],
		posts: [],
	};
}

/** The accounts as they stand at the start; `plan` is the plan of the account that holds the paid key. */
export function newAccounts(plan: Plan): Record<AccountName, Account> {
	return {
		paid: newAccount('paid', '101', plan, true),
		free: newAccount('free', '102', 'free', true),
		noAccess: newAccount('noAccess', '103', 'free', false),
	};
}

/** How many calls one of the account's budgets lets through within its window. */
export function limitOf({ plan, ownLimits }: Account, budget: BudgetName): number {
	return ownLimits[budget] ?? BUDGET_LIMIT[budget][plan];
}

/** What is left of one of the account's budgets. */
export function budgetState(account: Account, budget: BudgetName, now: number): BudgetState {
	return account.windows[budget].state(now, limitOf(account, budget));
}

/** Counts one call in a budget; false when the budget is used up, and then nothing is counted. */
export function takeFromBudget(account: Account, budget: BudgetName, now: number): boolean {
	const taken = account.windows[budget].take(now, limitOf(account, budget));
	if (taken) account.counted[budget] += 1;
	return taken;
}
