/** The numbers of the specification: every limit that the sandbox enforces stands here once. */

/** One MiB in bytes. */
export const MIB = 1024 * 1024;

/** Largest file of a direct upload, in bytes (specification, section 8, rule 5). */
export const MAX_UPLOAD_BYTES = 500 * MIB;

/** File types that may be uploaded (specification, section 4, startMediaUpload). */
export const UPLOAD_MIME_TYPES = [
	'image/png',
	'image/jpeg',
	'image/webp',
	'image/gif',
	'image/heic',
	'video/mp4',
	'video/quicktime',
] as const;

/** How long an upload session lives, in milliseconds (specification, section 2, upload session: about one hour). */
export const SESSION_LIFETIME_MS = 60 * 60 * 1000;

/** The plan of an account; it decides both budgets. */
export type Plan = 'free' | 'paid';

/** What a budget counts. */
export type BudgetName = 'general' | 'uploads';

/** Length of the sliding window of each budget, in milliseconds (specification, section 8). */
export const BUDGET_WINDOW_MS: Record<BudgetName, number> = {
	general: 10 * 60 * 1000,
	uploads: 60 * 60 * 1000,
};

/** How many calls each budget lets through within its window (specification, section 8). */
export const BUDGET_LIMIT: Record<BudgetName, Record<Plan, number>> = {
	general: { free: 25, paid: 300 },
	uploads: { free: 10, paid: 100 },
};

/** Longest text of one tweet, in characters (public reference, section 7.1). */
export const MAX_TWEET_CHARACTERS = 280;

/** Largest body of an API call that is read, in bytes; a decision of the sandbox. */
export const MAX_API_BODY_BYTES = 2 * MIB;
