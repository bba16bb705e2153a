import { accountOf } from '../execution/account';
import type { ExecutionState } from '../execution/executionState';
import type { Item } from '../execution/operation';
import { safeWordsOf } from '../execution/safeWords';
import { upload, type UploadFailure, type UploadResult, type UploadTask } from './uploader';
import type { MediaFile } from './file';
import type { Failure } from '../transport/failure';
import { getOrCreate } from '../utils/getOrCreate';
import { type LibraryEntry, refusesToken } from './complete';
import { addLookalike, type FileOwner, rememberFile } from './lookalikes';
import { gaveUpOnLimit, joinLine } from './starter';
import { begunAnew, initialState, NOT_TRIED, type UploadState } from './stateMachine';

/** An upload, under way or over, and the pass that began it. */
interface UploadAttempt {
	readonly pass: object;
	readonly result: Promise<UploadResult>;
}

/** What became of the uploads of one file. */
interface Entry {
	readonly file: MediaFile;
	/** As the library has it, or gets it. */
	readonly named: LibraryEntry;
	/** Whether the library can have nothing else in its place. */
	readonly isAlone: () => Promise<boolean>;
	/** The items that have asked for it. */
	readonly items: Set<number>;
	latest: UploadAttempt | undefined;
}

/** The files of a run that are of one size and are to go to the library under the same name, type and labels; one that has begun keeps those of then. */
interface Group {
	readonly entries: Entry[];
	/** The search for the entry of the last file that came. The searches go one after the other: each sees what the one before found. */
	lookup: Promise<unknown>;
}

/** The uploads of a run. */
interface Uploads {
	readonly groups: Map<string, Group>;
	/** What each item has asked for. */
	readonly ofItems: Map<number, Set<Entry>>;
}

const uploads = new WeakMap<ExecutionState, Uploads>();

/**
 * Uploads the same bytes once in a run: every further item that asks for the same bytes under the same name, type and labels,
 * in the same account, gets the same media, at no further upload.
 *
 * When n8n runs the node again ("Retry On Fail"), an upload goes on in its session, if there is one that is alive; under the name and labels that
 * it has begun with: an expression may give others then, and the library may have the file already.
 */
export async function uploadOnce(
	item: Pick<Item, 'functions' | 'connection' | 'memory' | 'state'> & FileOwner,
	task: UploadTask,
): Promise<UploadResult> {
	const { functions, connection, memory } = item;
	const place = joinLine(task, memory);
	try {
		const entry = await entryOf(item, task);
		const named: UploadTask = { ...task, entry: entry.named };
		const isLeft = () => task.isPartOfPost && ![...entry.items].some(memory.isWanted);
		const { isAlone } = entry;
		const safeWords = async () => await safeWordsOf(functions, memory);
		const begin = async (from: UploadState) => {
			if (place?.goesAlone) await place.come();
			await rememberFile(item, named);
			return await upload(connection, named, { memory, place, isLeft, isAlone, safeWords }, from);
		};
		const earlier = entry.latest;
		if (earlier === undefined) return await remember(entry, memory, begin(initialState(task.useExisting)));

		place?.leave();
		const result = await earlier.result;
		if (result.ok || isFinal(result.failure)) return result;
		// What was left where it was, because no item waited for it any more, is gone on with.
		const wasLeft = result.failure.kind === 'canceled' && connection.signal?.aborted !== true;
		if (earlier.pass === memory && !wasLeft) return result;
		// Of several items that find the same failed upload, the first begins it again and the others wait for that.
		const again = entry.latest;
		if (again !== undefined && again !== earlier) return await again.result;
		return await remember(entry, memory, begin(nextTry(result, task.useExisting)));
	} finally {
		place?.leave();
	}
}

async function remember(entry: Entry, pass: object, result: Promise<UploadResult>): Promise<UploadResult> {
	entry.latest = { pass, result };
	return await result;
}

/** The entry of the file: that of an earlier one with the same bytes, or a new one. */
async function entryOf(
	item: Pick<Item, 'functions' | 'state' | 'memory'> & FileOwner,
	task: UploadTask,
): Promise<Entry> {
	const { groups, ofItems } = getOrCreate(uploads, item.state, () => ({ groups: new Map(), ofItems: new Map() }));
	const index = item.functions.getItemIndex();
	const own = getOrCreate(ofItems, index, () => new Set<Entry>());
	const key = keyOf(task, await accountOf(item.functions));
	const group = getOrCreate(groups, key, () => ({ entries: [], lookup: Promise.resolve() }));
	const lookup = group.lookup.then(async () => {
		const ofEarlierTry = [...own].filter(({ latest }) => latest !== undefined && latest.pass !== item.memory);
		const entry =
			(await findSame(group.entries, task.file)) ?? (await findSame(ofEarlierTry, task.file)) ?? newEntry(item, task);
		if (!group.entries.includes(entry)) group.entries.push(entry);
		entry.items.add(index);
		own.add(entry);
		return entry;
	});
	// A search that fails is for its own item only.
	group.lookup = lookup.catch(() => {});
	return await lookup;
}

const newEntry = (item: FileOwner, { file, entry: named }: UploadTask): Entry => ({
	file,
	named,
	isAlone: addLookalike(item, file, named.name),
	items: new Set(),
	latest: undefined,
});

async function findSame(entries: readonly Entry[], file: MediaFile): Promise<Entry | undefined> {
	const fingerprint = file.fingerprint();
	return entries.find((entry) => entry.file.fingerprint() === fingerprint) ?? (await findSameBytes(entries, file));
}

/** Files that n8n has stored apart may still be the same: those that look alike are read and compared. */
async function findSameBytes(entries: readonly Entry[], file: MediaFile): Promise<Entry | undefined> {
	for (const entry of entries) {
		const [digest, other] = [await file.digest(), await entry.file.digest()];
		if (digest !== null && digest === other) return entry;
	}
	return undefined;
}

function keyOf({ file, entry }: UploadTask, account: string): string {
	return JSON.stringify([account, file.size, file.mimeType, entry.name, entry.mediaLabelIds ?? []]);
}

/**
 * Whether another try would meet the same failure: it would start an upload, which is counted, for an address that the service gives,
 * or wait for the upload limit once more, seconds after that was given up.
 */
const isFinal = (failure: Failure): boolean => failure.kind === 'unsafeUploadUrl' || gaveUpOnLimit(failure);

/** Where to go on: a session that is alive is worth more than a new one, because it costs no upload. */
function nextTry({ failure, state }: UploadFailure, useExisting: boolean): UploadState {
	const isAlive = 'session' in state && state.session.endsAt > Date.now();
	return isAlive && !endsSession(failure) ? { ...state, ...NOT_TRIED } : begunAnew(state, useExisting);
}

/**
 * Whether nothing more can come of a session: it has expired, the service does not take its token, or the file is another one.
 * Whatever else a storage or a gateway says, another session would most likely meet the same, and count as another upload.
 */
function endsSession(failure: Failure): boolean {
	if (failure.kind === 'deadlineExceeded') return endsSession(failure.last);
	return failure.kind === 'sessionExpired' || failure.kind === 'fileChanged' || refusesToken(failure);
}
