/** The columns of the fault table: the calls that an operation makes, and how each is reached. */
import type { INode } from 'n8n-workflow';
import type { Sandbox } from '../../sandbox/server';
import { scheduleParameters } from '../harness/posts';

export const STEPS = [
	'profile',
	'uploadMediaFromUrl',
	'startMediaUpload',
	'put',
	'completeMediaUpload',
	'scheduleTweet',
] as const;

export type Step = (typeof STEPS)[number];

/** What stands at the service after a run. */
export interface Left {
	/** Uploads that were counted. */
	readonly uploads: number;
	/** Files in the library. */
	readonly library: number;
	/** Scheduled posts. */
	readonly posts: number;
}

/** What a run leaves that was done in full. */
export const DONE: Readonly<Record<Step, Left>> = {
	profile: { uploads: 0, library: 0, posts: 0 },
	uploadMediaFromUrl: { uploads: 1, library: 1, posts: 0 },
	startMediaUpload: { uploads: 1, library: 1, posts: 0 },
	put: { uploads: 1, library: 1, posts: 0 },
	completeMediaUpload: { uploads: 1, library: 1, posts: 0 },
	scheduleTweet: { uploads: 0, library: 0, posts: 1 },
};

const UPLOAD_BINARY = { resource: 'media', operation: 'uploadBinary' };

/** What the node is set to, to make the call. */
export function parametersOf(step: Step, fileUrl: string): INode['parameters'] {
	switch (step) {
		case 'profile':
			return { resource: 'profile', operation: 'get' };
		case 'uploadMediaFromUrl':
			return { resource: 'media', operation: 'uploadFromUrl', url: fileUrl };
		case 'scheduleTweet':
			return scheduleParameters('={{ "Hello " + $itemIndex }}');
		case 'startMediaUpload':
		case 'put':
		case 'completeMediaUpload':
			return UPLOAD_BINARY;
	}
}

export function leftAt(sandbox: Sandbox): Left {
	const { uploadsCounted, media, posts } = sandbox.state();
	return { uploads: uploadsCounted, library: media.length, posts: posts.length };
}
