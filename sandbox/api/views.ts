import { MIB } from '../limits';
import { MEDIA_LABELS } from '../store/labels';
import { mediaPath } from '../store/library';
import type { Media } from '../store/library';
import type { SocialAccount } from '../store/socialAccounts';
import type { World } from '../world';

const KIB = 1024;

/** A size for people. */
export function humanReadableSize(bytes: number): string {
	if (bytes >= MIB) return `${(bytes / MIB).toFixed(1)} MiB`;
	if (bytes >= KIB) return `${(bytes / KIB).toFixed(1)} KiB`;
	return `${bytes} B`;
}

/** A label as the type MediaLabelType of the schema. An id that nobody has made stands for itself. */
const labelFields = (id: string) => MEDIA_LABELS.find((label) => label.id === id) ?? { id, text: id, color: '#000000' };

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
		labels: media.labelIds.map(labelFields),
	};
}

/** A connected account as the type SocialAccountType of the schema. */
export function socialAccountFields(account: SocialAccount) {
	const platform = account.platform.toLowerCase();
	return { ...account, profileUrl: `https://${platform}.example.com/${account.username}` };
}
