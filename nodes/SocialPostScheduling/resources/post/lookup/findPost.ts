import { causeOf, messageOf } from '../../../errors/errorMessages';
import { accountOf } from '../../../execution/account';
import { fieldAt } from '../../../execution/executionScope';
import type { Item, LookUpTime, Siblings, Sighting, UnclearSighting } from '../../../execution/operation';
import { collectPages } from '../../../execution/pages';
import { type Failure, isDocumentInvalid, isNotOffered, isTrouble } from '../../../transport/failure';
import { type Connection, waitingUntil } from '../../../transport/connection';
import { callService } from '../../../transport/graphql';
import type { RequestInfo } from '../../../transport/request';
import { retryDelay } from '../../../transport/retry';
import { getOrCreate } from '../../../utils/getOrCreate';
import { RecentMap } from '../../../utils/recentMap';
import { ok, type Result } from '../../../utils/result';
import { MAX_PAGE_SIZE, postsIn, postsOn } from '../list';
import { NOT_TOLD, type PostList, sightingIn, type WantedPost } from './samePost';

/** Posts of an account are looked for in whole days, in milliseconds: a service may take the dates of a list without their times. */
const DAY_MS = 24 * 3_600_000;

/** How much earlier than the day its list begins, in milliseconds: no service says whether a post of that very moment is in it. */
const BEFORE_DAY_MS = 1;

/** How far around its time a post is looked for that was made just now, in milliseconds: the list is short then. */
const AROUND_MS = 60_000;

/** How many entries of a list are read at most: eleven pages. What an account posts more often than that in a day is looked for around its time. */
const MAX_ENTRIES = 10 * MAX_PAGE_SIZE;

/** The last time that has a year of four digits, in milliseconds since 1970: services refuse others. */
const LAST_TIME_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** A time in milliseconds since 1970, from and to. */
interface Range {
	readonly from: number;
	readonly to: number;
}

/** The list has all accounts of the platform: to ask for one of them, its ID would have to be looked up first. */
const LIST = postsOn('TWITTER', { startDate: '', endDate: '' });

/** The same, where nothing is sent because it fails. */
export const LOOK_UP: RequestInfo = {
	...LIST,
	failed: 'The thread was not scheduled, because "Duplicate Check" could not look it up',
	saysNext: true,
};

/** How old a list may be that was read for an earlier item, in milliseconds: other executions may have scheduled something since. */
export const MAX_AGE_MS: Readonly<Record<LookUpTime, number>> = {
	always: 10_000,
	// Only what an earlier execution has done is looked for.
	whenInDoubt: Number.POSITIVE_INFINITY,
	never: 0,
};

/** How old a list may be that shows a post, in milliseconds: the post may have been deleted since. */
const FOUND_MAX_AGE_MS = MAX_AGE_MS.always;

/**
 * Looks for a post in the list of its day; where that has more than is read of it, also among those around its time.
 *
 * @param maxAgeMs how old a list may be that was read for another item of the execution; 0 for a new one
 */
export async function findPost(
	item: Item,
	wanted: WantedPost,
	siblings: Siblings,
	maxAgeMs: number,
): Promise<Sighting> {
	const begin = Math.floor(Date.parse(wanted.postAt) / DAY_MS) * DAY_MS;
	const day = { from: begin - BEFORE_DAY_MS, to: begin + DAY_MS };
	// A wait beyond its time would be in vain for what is still to be sent. What has gone out may be looked for at any time.
	const isAhead = Date.parse(wanted.postAt) > Date.now();
	const connection = isAhead ? waitingUntil(item.connection, wanted.postAt) : item.connection;
	const list = await readOnce({ ...item, connection }, day, maxAgeMs);
	if (!list.ok) return unclearBy(list.error);
	const sighting = sightingIn(list.value, wanted, siblings);
	if (sighting.state === 'unclear' && list.value.isCut) {
		const near = await readAround({ ...item, connection }, wanted.postAt);
		if (!near.ok) return unclearBy(near.error);
		const nearby = sightingIn(near.value, wanted, siblings);
		// A service that takes dates without their times may leave it out.
		return nearby.state === 'found' ? nearby : sighting;
	}
	if (sighting.state !== 'found' || maxAgeMs <= FOUND_MAX_AGE_MS) return sighting;
	const newer = await findPost(item, wanted, siblings, FOUND_MAX_AGE_MS);
	return newer.state === 'unclear' ? sighting : newer;
}

const unclearBy = (failure: Failure): Sighting => ({
	state: 'unclear',
	reason: reasonOf(failure),
	failure,
	...whenClear(failure),
});

/**
 * When another look may tell after a failure: soon where the request was not tried again; not at all where the service refuses the list,
 * or gives it in another form in both looks.
 */
function whenClear(failure: Failure): Pick<UnclearSighting, 'mayClearSoon' | 'mayClearLater'> {
	if (isDocumentInvalid(failure)) return {};
	if (failure.kind === 'unexpectedResponse') return { mayClearSoon: true };
	return {
		mayClearLater: true,
		...(isTrouble(failure) && retryDelay('safe', failure, 1, 0) === null && { mayClearSoon: true }),
	};
}

/** Reads the posts around a time. */
export async function readAround(item: Item, postAt: string): Promise<Result<PostList, Failure>> {
	const at = Date.parse(postAt);
	return await readPosts(item, { from: at - AROUND_MS, to: at + AROUND_MS });
}

/**
 * Why a list was not read, as sentences. A refusal is told in the service's words, not made safe yet: a person may be able to change what
 * is refused.
 */
export function reasonOf(failure: Failure): string {
	const reason = `${NOT_TOLD} ${messageOf(failure, LIST)}.`;
	const isRefusal =
		failure.kind === 'unauthorized' ||
		failure.kind === 'forbidden' ||
		(failure.kind === 'graphqlErrors' && failure.messages.length > 0 && !isNeverOffered(failure));
	return isRefusal ? `${reason} ${causeOf(failure, LIST).description}` : reason;
}

/** A list that was read, or is being read, and since when, in milliseconds since 1970. */
interface SharedList {
	readonly list: Promise<Result<PostList, Failure>>;
	readonly readAt: number;
}

/** The lists that the items of an execution share, by account and day. */
const lists = new WeakMap<object, Map<string, SharedList>>();

/** Reads a list once for all items of the execution, as long as it is not too old. What was not read may be read by the next item. */
async function readOnce(item: Item, range: Range, maxAgeMs: number): Promise<Result<PostList, Failure>> {
	const { connection, functions, scope } = item;
	const shared = getOrCreate(lists, scope.execution, () => new Map<string, SharedList>());
	const key = [connection.endpoint.href, await accountOf(functions), range.from].join(' ');
	const now = Date.now();
	const known = shared.get(key);
	const read =
		known !== undefined && maxAgeMs > 0 && now - known.readAt <= maxAgeMs && known.readAt > lastChangeOf(connection).at
			? known
			: { list: readPosts(item, range), readAt: now };
	shared.set(key, read);
	const list = await read.list;
	if (!list.ok && shared.get(key) === read) shared.delete(key);
	return list;
}

/** How many services are known at most whose posts were deleted or moved. */
const MAX_SERVICES = 500;

/** When posts of a service were deleted or moved here, also by a sub-workflow, in milliseconds since 1970: by its endpoint. */
const changes = new RecentMap<{ at: number }>(MAX_SERVICES);

const lastChangeOf = ({ endpoint }: Connection) => changes.getOrCreate(endpoint.href, () => ({ at: 0 }));

/** What was read of the posts of a service before does not count any more. */
export function notePostsChanged(connection: Connection): void {
	lastChangeOf(connection).at = Date.now();
}

async function readPosts({ connection, scope }: Item, { from, to }: Range): Promise<Result<PostList, Failure>> {
	const { refusedFields } = scope;
	const list = fieldAt(connection, LIST.name);
	if (refusedFields.has(list)) return NOT_OFFERED;
	const variables = {
		startDate: new Date(from).toISOString(),
		endDate: new Date(Math.min(to, LAST_TIME_MS)).toISOString(),
	};
	const readAt = Date.now();
	const outcome = await collectPages(
		async (page) => await callService(connection, LIST, { ...variables, ...page }),
		{ limit: MAX_ENTRIES, pageSize: MAX_PAGE_SIZE },
		(all) => all,
	);
	if (!outcome.ok) {
		// Such a document is refused each time. What else is refused before the execution, as for a limit, may pass.
		if (isNeverOffered(outcome.error)) refusedFields.add(list);
		return outcome;
	}
	const { results: entries, total, hasUnreadable } = outcome.value;
	const hasFewer = entries.length < Math.min(total ?? 0, MAX_ENTRIES);
	const isCut = entries.length >= MAX_ENTRIES && entries.length !== total;
	const isComplete =
		!hasUnreadable &&
		total !== null &&
		!hasFewer &&
		// A list that has more than it counts counts something else.
		entries.length <= total &&
		!isCut &&
		entries.every(({ post }) => post !== null);
	return ok({ posts: postsIn(entries), isComplete, hasFewer, isCut, readAt });
}

const isNeverOffered = (failure: Failure): boolean => isNotOffered(failure) && isDocumentInvalid(failure);

const NOT_OFFERED: Result<PostList, Failure> = {
	ok: false,
	error: {
		kind: 'graphqlErrors',
		status: 200,
		messages: [],
		hasWordless: false,
		executed: false,
		unknownFields: [LIST.name],
	},
};
