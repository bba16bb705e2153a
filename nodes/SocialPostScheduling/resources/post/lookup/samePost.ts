import type { Siblings, Sighting } from '../../../execution/operation';
import { isSameTime, SAME_TIME_MS } from '../../../utils/sameTime';
import { isUnread, type Post } from '../post';
import { stateOfPost } from '../state';

/** What makes two posts the same one: account, time and texts. Their media and their tags may differ. */
export interface WantedPost {
	/** The handle, without @. */
	readonly username: string;
	/** ISO 8601. */
	readonly postAt: string;
	/** Those of the parts, in their order. */
	readonly texts: readonly string[];
	readonly isDraft: boolean;
}

/** Whether a post of the service is the wanted one; `unclear` where it may be, and the service does not say all that shows it. */
type Likeness = 'same' | 'other' | 'unclear';

/** How far apart the times of two posts may be as they are sent, so that they may be the same as the service keeps them: it may round. */
export const NEAR_TIME_MS = 2 * SAME_TIME_MS;

/**
 * Compares a post with the wanted one. What is in the trash is not there any more. A draft is not the post that is to go out; a post that
 * goes out, is out or has failed is the one that was to be a draft. Texts are the same to the letter, but for what services change:
 * {@link asKept}.
 */
export function likenessOf(post: Post, wanted: WantedPost): Likeness {
	const signs = [
		post.dateDeleted === null,
		wanted.isDraft || post.publishingStatus?.toUpperCase() !== 'DRAFT',
		isSameAccount(post, wanted),
		isSameTime(post.submissions[0]?.postAt, wanted.postAt),
	];
	const areTextsSame = signs.includes(false) ? false : hasSameTexts(post, wanted);
	if (areTextsSame === false) return 'other';
	return [...signs, areTextsSame].includes(undefined) ? 'unclear' : 'same';
}

function isSameAccount({ socialAccount }: Post, { username }: WantedPost): boolean | undefined {
	const handle = socialAccount?.username?.replace(/^@/, '').toLowerCase();
	return handle === undefined ? undefined : handle === username.toLowerCase();
}

function hasSameTexts({ submissions }: Post, { texts }: WantedPost): boolean | undefined {
	if (submissions.length === 0) return undefined;
	if (submissions.length !== texts.length) return false;
	// It is not known which of the texts is missing.
	if (submissions.some(isUnread)) return undefined;
	const signs = submissions.map(({ text }, order) => {
		const wanted = asKept(texts[order] ?? '');
		return text === null && wanted !== '' ? undefined : asKept(text ?? '') === wanted;
	});
	if (signs.includes(false)) return false;
	return signs.includes(undefined) ? undefined : true;
}

/**
 * A text without what a service may change as it keeps it: spaces around it, the line ends of a web form, half an emoji, as a text has that
 * was cut at some character, and how accents are written, as part of a letter or behind it (Unicode's normal form C, which X counts in).
 */
export const asKept = (text: string): string =>
	text.trim().replace(/\r\n?/g, '\n').replace(HALF_A_PAIR, '\uFFFD').normalize('NFC');

const HALF_A_PAIR = /\p{Surrogate}/gu;

/** Posts of the service around a time. */
export interface PostList {
	readonly posts: readonly Post[];
	/** Whether all of them could be read. */
	readonly isComplete: boolean;
	/** Whether the service counts more than it shows: the others may come a moment later. */
	readonly hasFewer: boolean;
	/** Whether it has more than is read of it. */
	readonly isCut: boolean;
	/** When it was asked for, in milliseconds since 1970. */
	readonly readAt: number;
}

/** What stands before the reason why it cannot be told whether a post is there. */
export const NOT_TOLD = '"Duplicate Check" could not look it up.';

const INCOMPLETE = `${NOT_TOLD} The list of posts is too long or not complete: it does not say how many it has, it has fewer, or it has entries that cannot be read.`;
const HIDDEN = `${NOT_TOLD} Another item has the same account, time and texts, and the post that is there may be of that item.`;

/** Whether a list has the wanted post. The posts of the item's siblings are known, or it cannot be told. */
export function sightingIn(
	{ posts, isComplete, hasFewer, isCut, readAt }: PostList,
	wanted: WantedPost,
	siblings: Siblings,
): Sighting {
	const { same, hasUnclear } = sortOut(posts, wanted, siblings);
	const [first, ...others] = same;
	if (first === undefined) {
		return isComplete && !hasUnclear
			? { state: 'absent', readAt }
			: {
					state: 'unclear',
					reason: INCOMPLETE,
					...(hasFewer && { mayClearSoon: true }),
					// What is in doubt may be among those that were not read, and a person can look there.
					...((hasFewer || isCut) && { mayClearLater: true }),
				};
	}
	const ofSiblings = countHidden(siblings, wanted);
	if (same.length <= ofSiblings) return { state: 'unclear', reason: HIDDEN };
	const warnings = others.length === 0 ? [] : [sayEqual(same)];
	// It is one of them, whichever.
	if (ofSiblings > 0) return { state: 'found', result: {}, warnings };
	const postId = others.reduce(firstOf, first);
	const failed = hasFailed(posts, postId) ? [`Post ${postId} has failed on the platform. ${LOOK_AT_IT}`] : [];
	return { state: 'found', result: { postId }, warnings: [...warnings, ...failed] };
}

/** What becomes of a post that was made while others may have made the same. */
export type Fate =
	| { readonly type: 'stays'; readonly warnings: readonly string[] }
	/** It stays, unless a later look shows more: the list does not have it yet. */
	| { readonly type: 'notShown'; readonly warnings: readonly string[] }
	/** It goes: the other one was there first. */
	| { readonly type: 'goes'; readonly own: string; readonly first: string };

/**
 * Whether a post that was made just now stays beside those that the service has around its time. Only a post whose ID came with its own
 * response and stands in the list goes, and none beside which this execution has made others with the same texts: then it cannot be told
 * which belong together.
 *
 * @param own its ID, if the service gave one
 */
export function fateOf(own: string | null, list: PostList, wanted: WantedPost, siblings: Siblings): Fate {
	const { same, hasUnclear } = sortOut(list.posts, wanted, siblings);
	const others = same.filter((id) => id !== own);
	const stays = (...warnings: string[]): Fate => ({ type: 'stays', warnings });
	const isAlone = others.length === 0 || (own === null && others.length === 1);
	const isShown = own === null ? same.length > 0 : list.posts.some(({ id }) => id === own);
	if (isAlone) {
		if (hasUnclear || !list.isComplete) return stays(INCOMPLETE);
		if (isShown) return stays();
		const words = `The service does not show this post${own === null ? '' : `, ${own},`} in its list yet, so an equal one of another execution may not be shown either. ${LOOK_AT_IT}`;
		return { type: 'notShown', warnings: [words] };
	}
	const isRelated = siblings.results.length > 0 || siblings.unknown > 0;
	if (own === null || isRelated) return stays(sayEqual(same));
	if (!isShown) {
		const words = `The service shows an equal post, ${others.join(', ')}, and not this one, ${own}: they may be one post, or two. ${LOOK_AT_THEM}`;
		return { type: 'notShown', warnings: [words] };
	}
	if (!same.includes(own)) {
		return stays(
			`The service has an equal post, ${others.join(', ')}, and shows this one, ${own}, but not as it was sent. Both stay. ${LOOK_AT_THEM}`,
		);
	}
	const first = others.reduce(firstOf, own);
	// What has failed is no reason to take another one away.
	if (others.some((id) => hasFailed(list.posts, id))) return stays(sayEqual(same));
	const isOut = list.posts.some(
		({ id, submissions }) => id === own && submissions.some(({ result }) => result !== null),
	);
	if (isOut) return stays(`${sayEqual(same)} This one is out already.`);
	if (first !== own) return { type: 'goes', own, first };
	return stays(
		`The service has an equal post as well: ${others.join(', ')}. If the other execution has "Duplicate Check" set to "Always", it moves its post to the trash. ${LOOK_AT_THEM}`,
	);
}

const LOOK_AT_THEM = 'Look at them in the service. If you want the post once, keep one.';
const LOOK_AT_IT = 'Look at it in the service.';

const hasFailed = (posts: readonly Post[], wanted: string): boolean =>
	posts.some((post) => post.id === wanted && ['failed', 'partly'].includes(stateOfPost(post) ?? ''));

/** An execution may have meant to post it more than once. */
function sayEqual(ids: readonly string[]): string {
	const [times, others] = ids.length === 2 ? ['twice', 'other'] : [`${ids.length} times`, 'others'];
	const posts = `${ids.slice(0, -1).join(', ')} and ${ids.at(-1)}`;
	const lookAgain =
		'Look again in a minute: if another execution has "Duplicate Check" set to "Always", it may move one of them to the trash.';
	return `The service has this post ${times}: ${posts}. ${lookAgain} If you want it once then, and their media are the same, keep one and delete the ${others}, for example with Post: Delete.`;
}

/** The IDs of the posts that are the wanted one, without those of the item's siblings. */
function sortOut(posts: readonly Post[], wanted: WantedPost, { results }: Siblings) {
	const known = new Set(results.flatMap(({ postId, withdrawn }) => [postId, withdrawn]));
	const compared = posts
		.filter(({ id }) => !known.has(id))
		.map((post) => ({ id: post.id, is: likenessOf(post, wanted) }));
	return {
		same: compared.filter(({ is }) => is === 'same').map(({ id }) => id),
		hasUnclear: compared.some(({ is }) => is === 'unclear'),
	};
}

/**
 * How many posts siblings may have made that are like the wanted one, and whose IDs are not known, as where two of them were given the same
 * one. Of one that has moved its own to the trash, it is known; one whose post was there before has made none.
 */
function countHidden({ results, unknown }: Siblings, { isDraft }: WantedPost): number {
	const alike = results.filter(({ draft, done }) => (isDraft || draft === undefined) && done !== 'no');
	const ids = new Set(alike.flatMap(({ postId, withdrawn }) => withdrawn ?? postId ?? []));
	return unknown + alike.length - ids.size;
}

/**
 * The one that stays of two equal posts: the same for both sides, whatever each of them sees. The service counts its IDs up, so that the
 * smaller number is the one that came first; of IDs that are no numbers, it is the one that comes first as text.
 */
export function firstOf(one: string, other: string): string {
	if (isNumber(one) !== isNumber(other)) return isNumber(one) ? one : other;
	const isOneFirst = isNumber(one) ? BigInt(one) <= BigInt(other) : one <= other;
	return isOneFirst ? one : other;
}

const isNumber = (id: string): boolean => /^\d+$/.test(id);
