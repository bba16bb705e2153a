/** A tag that posts are sorted by (public reference, section 4.6). */
export interface PostTag {
	readonly id: string;
	readonly name: string;
	/** Hexadecimal, with #. */
	readonly color: string;
	/** When it was put away; null while it is in use. */
	readonly dateArchived: Date | null;
}

/** The tags of every account: the sandbox has no way to make others. */
export const POST_TAGS: readonly PostTag[] = [
	{ id: '31', name: 'Product news', color: '#2a9d8f', dateArchived: null },
	{ id: '32', name: 'Community', color: '#e9c46a', dateArchived: null },
	{ id: '33', name: 'Spring campaign', color: '#e76f51', dateArchived: new Date('2025-06-01T00:00:00Z') },
];
