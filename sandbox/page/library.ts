import { humanReadableSize } from '../api/views';
import type { Account } from '../store/accounts';
import { mediaPath } from '../store/library';
import type { Media } from '../store/library';
import { html } from './html';
import type { Html } from './html';
import { copyButton, renderRest } from './texts';

/** How many files are shown. */
const MOST_FILES = 60;

/** Browsers show a picture of a video's first moment when the address names a time. */
const FIRST_FRAME = '#t=0.1';

/** The content library, newest first. */
export function renderLibrary({ library }: Account): Html {
	if (library.length === 0) return html`<p class="empty">No files yet. An upload shows up here at once.</p>`;
	const newest = library.slice(-MOST_FILES).reverse();
	return html`<ul class="library">
			${newest.map(renderMedia)}
		</ul>
		${renderRest(library.length - newest.length)}`;
}

function renderMedia(media: Media): Html {
	return html`<li>
		<div class="preview">${renderPreview(media, true)}</div>
		<p class="name" title="${media.name}"><bdi>${media.name}</bdi></p>
		<p class="facts">
			<span>id ${media.id} ${copyButton(media.id, 'Copy the id')}</span><span>${media.mimeType}</span
			><span>${humanReadableSize(media.file.size)}</span>
		</p>
	</li>`;
}

/** The picture of a file. */
export function renderPreview(media: Media, controls: boolean): Html {
	const address = mediaPath(media);
	if (media.mimeType === 'image/heic') return html`<span class="no-picture">HEIC</span>`;
	if (media.mimeType.startsWith('image/')) return html`<img src="${address}" alt="${media.name}" loading="lazy" />`;
	const source = `${address}${FIRST_FRAME}`;
	if (controls) return html`<video src="${source}" controls muted playsinline preload="metadata"></video>`;
	return html`<video src="${source}" muted playsinline preload="metadata" title="${media.name}"></video>`;
}
