import { GraphQLError } from 'graphql';
import type { Account } from '../store/accounts';
import type { Media } from '../store/library';
import { nextFreeSlot } from '../store/socialAccounts';
import type { World } from '../world';
import { onPage } from './paging';
import type { Paging } from './paging';
import { mediaFields, socialAccountFields } from './views';

/** Arguments of the query `media`. */
export interface MediaArguments extends Paging {
	readonly orderBy: string | null;
	readonly search?: string | null;
	readonly fileType: keyof typeof HAS_FILE_TYPE | null;
	readonly unusedOnly: boolean | null;
	readonly labelIds?: readonly string[] | null;
}

/** Arguments of the query `nextScheduleDates`. */
export interface NextScheduleDatesArguments {
	readonly socialAccountIds?: ReadonlyArray<string | null> | null;
}

const HAS_FILE_TYPE = {
	ALL: () => true,
	VIDEO: (type: string) => type.startsWith('video/'),
	IMAGE: (type: string) => type.startsWith('image/') && type !== 'image/gif',
	GIF: (type: string) => type === 'image/gif',
} as const satisfies Record<string, (type: string) => boolean>;

/** What a library can be sorted by (public reference, section 5). */
const SORT_VALUES = new Map<string, (media: Media) => string | number>([
	['id', ({ id }) => Number(id)],
	['name', ({ name }) => name.toLowerCase()],
	['size', ({ file }) => file.size],
	['mimeType', ({ mimeType }) => mimeType],
	['dateCreated', ({ dateCreated }) => dateCreated.getTime()],
]);

/** The connected accounts, of one platform or of all. */
export function listSocialAccounts({ socialAccounts }: Account, platform: string | null | undefined) {
	const wanted = platform?.toUpperCase();
	return socialAccounts
		.filter((account) => wanted === undefined || account.platform === wanted)
		.map(socialAccountFields);
}

/**
 * The next free slot of each account that can post, of some accounts or of all.
 *
 * @param now the service's time, in milliseconds since 1970
 */
export function listNextScheduleDates(
	{ socialAccounts, posts }: Account,
	{ socialAccountIds }: NextScheduleDatesArguments,
	now: number,
) {
	return socialAccounts
		.filter(({ isConnected, isEnabled }) => isConnected && isEnabled)
		.filter(({ id }) => socialAccountIds == null || socialAccountIds.includes(id))
		.map((account) => ({ socialAccountId: account.id, scheduleDate: nextFreeSlot(account, posts, now) }));
}

/** The library; `search` is a part of the name, without regard to case. */
export function listMedia(world: World, account: Account, args: MediaArguments) {
	const { search, fileType, unusedOnly, labelIds, orderBy, ...paging } = args;
	const wanted = (search ?? '').toLowerCase();
	const hasType = HAS_FILE_TYPE[fileType ?? 'ALL'];
	const used = new Set(account.posts.flatMap(({ submissions }) => submissions.flatMap(({ media }) => media)));
	const found = account.library
		.filter(({ name, mimeType }) => name.toLowerCase().includes(wanted) && hasType(mimeType))
		.filter((media) => unusedOnly !== true || !used.has(media))
		.filter((media) => labelIds == null || labelIds.some((id) => media.labelIds.includes(id)))
		.sort(comparing(orderBy ?? '-id'));
	return { total: found.length, objects: onPage(found, paging).map((media) => mediaFields(world, media)) };
}

function comparing(orderBy: string): (a: Media, b: Media) => number {
	const valueOf = SORT_VALUES.get(orderBy.replace(/^-/, ''));
	if (valueOf === undefined) throw new GraphQLError(`orderBy must be one of ${[...SORT_VALUES.keys()].join(', ')}.`);
	const sign = orderBy.startsWith('-') ? -1 : 1;
	return (a, b) => {
		const [first, second] = [valueOf(a), valueOf(b)];
		return first === second ? 0 : sign * (first < second ? -1 : 1);
	};
}
