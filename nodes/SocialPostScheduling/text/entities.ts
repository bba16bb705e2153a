import { findLinks } from './links';

/** Mentions, hashtags and cashtags. A word that only looks like one stays whole as well, which does no harm. */
const TAGS =
	/[@\uFF20]\w{1,20}(?:\/[a-z][\w-]{0,24})?|[#\uFF03](?:\u200C|\u200D|[\p{L}\p{M}\p{N}_\xB7\u05BE\u05F3\u05F4\u0F0B\u0F0C\u3003\u301C\u309B\u309C\u30A0\u30FB\uA67E\uFF5E])+|\$[a-z]{1,6}(?:[._][a-z]{1,2})?/giu;

/** Tells of an index, in UTF-16 code units, whether it is within a link, a mention, a hashtag or a cashtag: not at its start or end. */
export function findEntities(text: string): (index: number) => boolean {
	const within = new Uint8Array(text.length + 1);
	for (const { start, end } of findLinks(text)) within.fill(1, start + 1, end);
	for (const { 0: tag, index } of text.matchAll(TAGS)) within.fill(1, index + 1, index + tag.length);
	return (index) => within[index] === 1;
}
