/** Whether the sandbox really holds what the demo sent. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { MediaSnapshot, PostSnapshot, SandboxState } from '../../sandbox/server';

export interface ExpectedFile {
	name: string;
	size: number;
	sha256: string;
}

/** What the library must hold of these files. */
export function expectedFiles(paths: string[]): ExpectedFile[] {
	return paths.map((path) => {
		const content = readFileSync(path);
		return { name: basename(path), size: content.length, sha256: createHash('sha256').update(content).digest('hex') };
	});
}

function faultsOfFile(file: ExpectedFile, media: MediaSnapshot | undefined): string[] {
	if (!media) return [`${file.name} is not in the library.`];
	if (media.size !== file.size) return [`${file.name} has ${media.size} bytes in the library, ${file.size} on disk.`];
	if (media.sha256 !== file.sha256) return [`${file.name} has another content in the library than on disk.`];
	return [];
}

function faultsOfPost(post: PostSnapshot, files: ExpectedFile[], library: readonly MediaSnapshot[]): string[] {
	if (post.submissions.length !== files.length)
		return [`The post has ${post.submissions.length} tweets, not ${files.length}.`];
	const inOrder = [...post.submissions].sort((one, other) => one.order - other.order);
	const faults = inOrder.flatMap(({ state, mediaIds }, place) => {
		const wanted = library.find((media) => media.name === files[place]?.name);
		const holds = mediaIds.length === 1 && mediaIds[0] === wanted?.id;
		return [
			...(holds ? [] : [`Tweet ${place + 1} does not hold ${files[place]?.name}.`]),
			...(state === 'SCHEDULED' ? [] : [`Tweet ${place + 1} is in the state ${state}.`]),
		];
	});
	return Date.parse(post.postAt) > Date.now()
		? faults
		: [...faults, `The post is scheduled for the past: ${post.postAt}.`];
}

/** What is not as it should be: each file once in the library, and one post with one file in each tweet, in this order. */
export function faultsOfResult(state: SandboxState, files: ExpectedFile[]): string[] {
	const { media, posts } = state;
	const [post] = posts;
	return [
		...files.flatMap((file) =>
			faultsOfFile(
				file,
				media.find(({ name }) => name === file.name),
			),
		),
		...(media.length === files.length ? [] : [`The library holds ${media.length} files, not ${files.length}.`]),
		...(posts.length === 1 ? [] : [`There are ${posts.length} scheduled posts, not one.`]),
		...(post ? faultsOfPost(post, files, media) : []),
		...(state.uploadsCounted === files.length
			? []
			: [`${state.uploadsCounted} uploads were spent, not ${files.length}.`]),
	];
}
