import { MIB } from '../limits';
import { mediaPath } from '../store/library';
import type { Media } from '../store/library';
import { stateOf } from '../store/posts';
import type { Post, Submission } from '../store/posts';
import type { World } from '../world';

const KIB = 1024;

/** A size for people. */
export function humanReadableSize(bytes: number): string {
	if (bytes >= MIB) return `${(bytes / MIB).toFixed(1)} MiB`;
	if (bytes >= KIB) return `${(bytes / KIB).toFixed(1)} KiB`;
	return `${bytes} B`;
}

/** A media as the type MediaType of the schema. */
export function mediaFields(world: World, media: Media) {
	return {
		id: media.id,
		name: media.name,
		url: `${world.origins.api}${mediaPath(media)}`,
		mimeType: media.mimeType,
		size: media.file.size,
		humanReadableSize: humanReadableSize(media.file.size),
		isGif: media.mimeType === 'image/gif',
		isImage: media.mimeType.startsWith('image/') && media.mimeType !== 'image/gif',
		isVideo: media.mimeType.startsWith('video/'),
		dateCreated: media.dateCreated,
		labels: media.labelIds.map((id) => ({ id })),
	};
}

/** A submission as the type TweetType of the schema. */
export function tweetFields(world: World, post: Post, submission: Submission) {
	const { outcome } = submission;
	return {
		id: submission.id,
		postId: post.id,
		text: submission.text,
		order: submission.order,
		postAt: post.postAt,
		publishingStatus: post.publishingStatus,
		state: stateOf(post, submission),
		media: submission.media.map((media) => mediaFields(world, media)),
		result: outcome && 'result' in outcome ? outcome.result : null,
		error: outcome && 'error' in outcome ? outcome.error : null,
	};
}

/** A post as the type TwitterPostType of the schema. */
export function postFields(world: World, post: Post) {
	return {
		id: post.id,
		username: post.username,
		platform: 'twitter',
		publishingStatus: post.publishingStatus,
		postAt: post.postAt,
		dateCreated: post.dateCreated,
		submissions: post.submissions.map((submission) => tweetFields(world, post, submission)),
	};
}
