/**
 * What a trigger knows of its earlier polls. n8n keeps it with the workflow as JSON, so it is read as what it may be and not as what
 * it was.
 */
import { booleanField, field, integerField, isRecord, textField } from '../SocialPostScheduling/utils/json';
import type { Settings } from './settings';
import { type Looked, SWEEP_MS } from './window';

/**
 * What is known of the posts of one platform. Times are milliseconds since 1970, by the clock of the service; by this machine's after a
 * first poll that has failed.
 */
export interface PlatformProgress extends Looked {
	/** Whether the list of the last poll counted more entries than it had. */
	readonly hasFewer: boolean;
	/**
	 * When the trigger began, where its first poll has failed, or has read a list that counted more entries than it had: what is older is none
	 * of its events.
	 */
	readonly beganAt?: number;
	/** The events that were given, or were there before, with the time when they were seen last. */
	readonly known: Readonly<Record<string, number>>;
}

export interface Progress {
	/** Whose posts these are: with another credential everything begins anew. */
	readonly source: string;
	readonly platforms: Readonly<Record<string, PlatformProgress>>;
	/** The accounts, and whether they were connected. */
	readonly accounts: Readonly<Record<string, boolean>> | undefined;
}

/**
 * The progress of a trigger that begins now, and does not know yet what there is: what has happened before is none of its events.
 *
 * @param now milliseconds since 1970, by this machine's clock: the service has not told its own
 */
export const beginAt = (now: number, progress: Progress, settings: Settings): Progress => ({
	...progress,
	// None was seen connected yet.
	accounts: progress.accounts ?? {},
	platforms: Object.fromEntries(
		settings.platforms.map((platform) => [
			platform,
			progress.platforms[platform] ?? {
				checkedUntil: now,
				sweptAt: now,
				sweptFrom: now - SWEEP_MS,
				isBusy: false,
				hasFewer: false,
				beganAt: now,
				known: {},
			},
		]),
	),
});

/** What was stored of the same source; otherwise nothing. */
export function readProgress(stored: unknown, source: string): Progress {
	if (textField(stored, 'source') !== source) return { source, platforms: {}, accounts: undefined };
	const platforms: Record<string, PlatformProgress> = {};
	for (const [platform, written] of entriesOf(field(stored, 'platforms'))) {
		const checkedUntil = integerField(written, 'checkedUntil');
		const sweptAt = integerField(written, 'sweptAt');
		const sweptFrom = integerField(written, 'sweptFrom');
		if (checkedUntil === null || sweptAt === null || sweptFrom === null) continue;
		const known: Record<string, number> = {};
		for (const [key, seenAt] of entriesOf(field(written, 'known'))) if (typeof seenAt === 'number') known[key] = seenAt;
		const isBusy = booleanField(written, 'isBusy') === true;
		const hasFewer = booleanField(written, 'hasFewer') === true;
		const beganAt = integerField(written, 'beganAt');
		platforms[platform] = {
			checkedUntil,
			sweptAt,
			sweptFrom,
			isBusy,
			hasFewer,
			...(beganAt !== null && { beganAt }),
			known,
		};
	}
	const accounts = field(stored, 'accounts');
	return { source, platforms, accounts: isRecord(accounts) ? connectionsIn(accounts) : undefined };
}

const entriesOf = (value: unknown): Array<[string, unknown]> => (isRecord(value) ? Object.entries(value) : []);

const connectionsIn = (accounts: object): Record<string, boolean> =>
	Object.fromEntries(
		Object.entries(accounts).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'),
	);

/** Whether nothing is known yet of something that the trigger listens to. */
export const isNew = ({ platforms, accounts }: Progress, settings: Settings): boolean =>
	settings.platforms.some((platform) => platforms[platform] === undefined) ||
	(settings.events.has('accountDisconnected') && accounts === undefined);
