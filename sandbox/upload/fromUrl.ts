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

/** Statuses that send a client to another address (RFC 9110, section 15.4). */
const REDIRECTS = [301, 302, 303, 307, 308];

/** How many redirects are followed, one after the other. */
const MAX_REDIRECTS = 5;

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
	const declaredSize = answer.headers.get('content-length') ?? 1;
	const { body } = answer;
	const errors = [...checkMimeType(mimeType, 'url'), ...checkSize(BigInt(body ? declaredSize : 0), 'url')];
	if (errors.length === 0 && body) return store(world, account, body, mimeType, { ...request, url });
	await body?.cancel();
	return failure(...errors);
}

/** Fetches from the address, or from where it redirects to; each step is checked. */
async function fetchFile(url: URL): Promise<Response | Failure> {
	const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
	let step = url;
	try {
		for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
			const answer = await fetch(step, { redirect: 'manual', signal });
			if (answer.ok) return answer;
			await answer.body?.cancel();
			const location = answer.headers.get('location');
			if (location === null || !REDIRECTS.includes(answer.status))
				return unreachable(`it returned HTTP ${answer.status}`);
			const next = URL.canParse(location, step) ? readFetchableUrl(new URL(location, step).href) : undefined;
			if (!(next instanceof URL)) return unreachable('it redirects to where the sandbox does not fetch from');
			step = next;
		}
		return unreachable(`it redirects more than ${MAX_REDIRECTS} times`);
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
		if (!world.knows(account)) return unreachable('the sandbox has been reset');
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
