import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { failure, problem } from '../api/payload';
import type { Failure } from '../api/payload';
import { MAX_UPLOAD_BYTES } from '../limits';
import { errorText } from '../parse';
import type { Account } from '../store/accounts';
import type { Media } from '../store/library';
import type { World } from '../world';
import { addMedia } from './complete';
import { checkMimeType, checkSize } from './start';

/** How long the sandbox waits for a public address, in milliseconds of real time. */
const FETCH_TIMEOUT_MS = 30_000;

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** What a caller of `uploadMediaFromUrl` gives. */
export interface Import {
	readonly url: string;
	readonly name: string | null | undefined;
	readonly labelIds: readonly string[];
}

/** Reads an address that the sandbox may fetch: http or https on this machine, for it never touches the network. */
export function readFetchableUrl(text: string): URL | Failure {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (!url || !['http:', 'https:'].includes(url.protocol)) {
		return failure(problem('url', 'INVALID_URL', 'Enter a valid http or https URL.'));
	}
	if (LOOPBACK.test(url.hostname)) return url;
	return failure(problem('url', 'URL_UNREACHABLE', 'The sandbox only fetches files from this machine (127.0.0.1).'));
}

/** The name of a file that was given none: the last part of the path. */
export function defaultName(url: URL): string {
	const last = basename(url.pathname);
	try {
		return decodeURIComponent(last) || url.hostname;
	} catch {
		return last;
	}
}

/** Fetches a file and adds it to the library. The call has been counted already. */
export async function importFromUrl(world: World, account: Account, request: Import): Promise<Media | Failure> {
	const url = readFetchableUrl(request.url);
	if (!(url instanceof URL)) return url;
	const answer = await fetchFile(url);
	if (!(answer instanceof Response)) return answer;
	const mimeType = (answer.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
	const errors = [
		...checkMimeType(mimeType, 'url'),
		...checkSize(BigInt(answer.headers.get('content-length') ?? 1), 'url'),
	];
	if (errors.length > 0 || !answer.body) {
		await answer.body?.cancel();
		return failure(...errors);
	}
	return store(world, account, answer.body, mimeType, { ...request, url });
}

async function fetchFile(url: URL): Promise<Response | Failure> {
	try {
		const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
		if (answer.ok) return answer;
		await answer.body?.cancel();
		return unreachable(`it answered HTTP ${answer.status}`);
	} catch (cause) {
		return unreachable(errorText(cause));
	}
}

async function store(
	world: World,
	account: Account,
	body: NonNullable<Response['body']>,
	mimeType: string,
	{ url, name, labelIds }: Omit<Import, 'url'> & { readonly url: URL },
): Promise<Media | Failure> {
	let received = 0;
	try {
		const file = await world.files.receive(Readable.from(body), (bytes) => {
			received += bytes;
			if (received > MAX_UPLOAD_BYTES) throw new Error('the file is too large');
		});
		const errors = checkSize(BigInt(file.size), 'url');
		if (errors.length > 0) return failure(...errors);
		return addMedia(world, account, { name: name?.trim() ? name : defaultName(url), labelIds, mimeType, file });
	} catch (cause) {
		return unreachable(errorText(cause));
	}
}

function unreachable(why: string): Failure {
	return failure(problem('url', 'URL_UNREACHABLE', `The file could not be fetched: ${why}.`));
}
