import { failure, problem } from '../api/payload';
import type { Failure } from '../api/payload';
import { MIB } from '../limits';
import { gatewayPage } from '../reply';
import type { Reply } from '../reply';
import type { Account } from '../store/accounts';
import type { StoredFile } from '../store/files';
import type { Media } from '../store/library';
import { hasExpired } from '../store/sessions';
import type { Transfer, UploadSession } from '../store/sessions';
import type { World } from '../world';

/** What a caller of `completeMediaUpload` gives. */
export interface Completion {
	readonly uploadToken: string;
	readonly name: string;
	readonly labelIds: readonly string[];
}

/** The media, a failure in the payload, or an HTTP answer instead of a payload. */
export type Completed = { readonly media: Media } | Failure | { readonly instead: Reply };

/** Adds the uploaded file to the library, once; a repeated call gets the same media (specification, section 4, rule 4). */
export async function completeUpload(world: World, account: Account, completion: Completion): Promise<Completed> {
	const session = world.sessions.get(completion.uploadToken);
	if (!session || session.account !== account.name) {
		return failure(problem('uploadToken', 'UPLOAD_NOT_FOUND', 'No upload with this token.'));
	}
	if (session.media) return { media: session.media };
	if (hasExpired(session, world.now())) {
		return failure(problem('uploadToken', 'UPLOAD_EXPIRED', 'The upload has expired. Start a new upload.'));
	}
	if (completion.name.trim() === '') {
		return failure(problem('name', 'REQUIRED_FIELD', 'This field is required.'));
	}
	if (!session.file) {
		return failure(problem('uploadToken', 'FILE_NOT_UPLOADED', 'The file has not been uploaded yet.'));
	}
	session.transfer ??= beginTransfer(world, account, session, session.file, completion);
	const { completionLimitMs } = world.settings;
	const { done, endsAt } = session.transfer;
	const inTime = endsAt - world.now() <= completionLimitMs;
	await (inTime ? done : Promise.race([done, world.clock.sleep(completionLimitMs)]));
	return session.media ? { media: session.media } : timedOut(world);
}

/** Takes time that grows with the file (rule 2), and goes on when nobody waits for it any more. */
function beginTransfer(
	world: World,
	account: Account,
	session: UploadSession,
	file: StoredFile,
	{ name, labelIds }: Completion,
): Transfer {
	const lasts = (file.size / MIB) * world.settings.completionMsPerMib;
	const finish = (): void => {
		if (!world.knows(account)) return;
		session.media = addMedia(world, account, { name, labelIds, mimeType: session.mimeType, file });
	};
	return { endsAt: world.now() + lasts, done: world.clock.sleep(lasts).then(finish) };
}

/** Puts a stored file into an account's library. */
export function addMedia(
	world: World,
	account: Account,
	parts: Pick<Media, 'name' | 'labelIds' | 'mimeType' | 'file'>,
): Media {
	const media: Media = { id: world.nextId('media'), dateCreated: new Date(world.now()), ...parts };
	account.library.push(media);
	return media;
}

function timedOut(world: World): Completed {
	if (world.settings.completionTimeoutAnswer === 'http504') return { instead: gatewayPage(504, 'Gateway Time-out') };
	return failure(problem(null, 'UPLOAD_TIMEOUT', 'Media upload timed out. Try again with the same upload token.'));
}
