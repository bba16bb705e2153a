import { randomBytes } from 'node:crypto';
import type { AccountName } from './accounts';

/** The keys that a fresh sandbox knows; they are the same at each start, so that a saved credential keeps working. */
export const FIRST_KEYS = {
	paid: 'sps_live_paid_mR7tXq2LdV9sKc4HnB8wYz3J',
	free: 'sps_live_free_Tj5GpW8xQe2NvZ6uCf9rLk4D',
	expired: 'sps_live_past_Ya3DhS7mRb6KtE9jXw2qPn5U',
	noAccess: 'sps_live_none_Gc8VzF4kMu3JyB7nHs6dQx2W',
} as const;

/** The names of the keys that are handed out. */
export type KeyName = keyof typeof FIRST_KEYS;

const EXPIRED_SINCE = Date.parse('2025-01-01T00:00:00Z');
const BYTES_OF_NEW_KEY = 18;

interface Key {
	readonly value: string;
	readonly account: AccountName;
	/** Milliseconds since 1970, or nothing for a key without an expiration date (specification, section 5, rule 3). */
	readonly expiresAt?: number | undefined;
}

/** The keys of all accounts. */
export class KeyRing {
	private readonly keys = new Map<KeyName, Key>([
		['paid', { value: FIRST_KEYS.paid, account: 'paid' }],
		['free', { value: FIRST_KEYS.free, account: 'free' }],
		['expired', { value: FIRST_KEYS.expired, account: 'paid', expiresAt: EXPIRED_SINCE }],
		['noAccess', { value: FIRST_KEYS.noAccess, account: 'noAccess' }],
	]);

	/** The values to give to clients. */
	values(): Record<KeyName, string> {
		const value = (name: KeyName): string => this.keys.get(name)?.value ?? FIRST_KEYS[name];
		return { paid: value('paid'), free: value('free'), expired: value('expired'), noAccess: value('noAccess') };
	}

	/** The account that a key opens at a moment, or nothing for an unknown or expired key. */
	accountOf(value: string, now: number): AccountName | undefined {
		const key = [...this.keys.values()].find((candidate) => candidate.value === value);
		if (!key || (key.expiresAt !== undefined && key.expiresAt <= now)) return undefined;
		return key.account;
	}

	/** Makes a new key for an account; the old one is dead at once (specification, section 5, rule 5). */
	rotate(account: AccountName, expiresAt?: number): string {
		const value = `sps_live_${account}_${randomBytes(BYTES_OF_NEW_KEY).toString('base64url')}`;
		this.keys.set(account, { value, account, expiresAt });
		return value;
	}
}
