/** A label of the content library (public reference, section 4.6). */
export interface MediaLabel {
	readonly id: string;
	readonly text: string;
	/** Hexadecimal, with #. */
	readonly color: string;
}

/** The labels of every account: the sandbox has no way to make others. */
export const MEDIA_LABELS: readonly MediaLabel[] = [
	{ id: '12', text: 'Launch', color: '#1f7a8c' },
	{ id: '15', text: 'Video', color: '#bf4342' },
	{ id: '19', text: 'Archive', color: '#8d99ae' },
];
