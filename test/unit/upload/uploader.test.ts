import type { IHttpRequestOptions } from 'n8n-workflow';
import type { Connection } from '../../../nodes/SocialPostScheduling/transport/connection';
import { IssuedAddresses } from '../../../nodes/SocialPostScheduling/errors/issuedAddresses';
import { newPassMemory, type PassMemory } from '../../../nodes/SocialPostScheduling/execution/executionState';
import { UploadPlace, UploadTurns } from '../../../nodes/SocialPostScheduling/execution/uploadTurns';
import { ItemQueue } from '../../../nodes/SocialPostScheduling/execution/itemQueue';
import { PATIENT } from '../../../nodes/SocialPostScheduling/transport/retry';
import type { MediaFile } from '../../../nodes/SocialPostScheduling/upload/file';
import { initialState, type UploadState } from '../../../nodes/SocialPostScheduling/upload/stateMachine';
import { resumeCompletion, upload } from '../../../nodes/SocialPostScheduling/upload/uploader';
import { atPut, HOUR, MEDIA, MINUTE, SECOND, SESSION } from '../builders';

/** The time limits of the completions that an upload with so much time sends, in milliseconds. */
async function timeLimits(giveUpAfterMs: number): Promise<Array<number | undefined>> {
	const limits: Array<number | undefined> = [];
	const httpRequestWithAuthentication = async (_: string, { timeout }: IHttpRequestOptions) => {
		limits.push(timeout);
		const body = { data: { completeMediaUpload: { success: true, media: MEDIA, errors: [] } } };
		return await Promise.resolve({ statusCode: 200, headers: {}, body });
	};
	const connection = {
		context: { helpers: { httpRequestWithAuthentication } },
		endpoint: new URL('https://api.example.com/gql'),
		settings: { timeout: 5 * MINUTE },
	} as unknown as Connection;
	const result = await resumeCompletion(connection, 'token', { name: 'a', mediaLabelIds: undefined }, giveUpAfterMs);
	expect(result.ok).toBe(true);
	return limits;
}

test('a completion lasts no longer than the upload may', async () => {
	const [limit = 0] = await timeLimits(2 * MINUTE);
	expect(limit).toBeLessThanOrEqual(2 * MINUTE);
	expect(limit).toBeGreaterThan(MINUTE);
});

test('one that has begun gets a moment in any case: n8n takes 0 for no limit', async () => {
	expect(await timeLimits(0)).toEqual([SECOND]);
});

test('the time limit of the node holds where the upload may last longer', async () => {
	expect(await timeLimits(60 * MINUTE)).toEqual([5 * MINUTE]);
});

test('a stop ends the wait before another completion', async () => {
	const stop = new AbortController();
	const httpRequestWithAuthentication = async () => {
		setImmediate(() => stop.abort());
		return await Promise.resolve({ statusCode: 429, headers: { 'retry-after': '300' }, body: '' });
	};
	const connection = {
		context: { helpers: { httpRequestWithAuthentication } },
		endpoint: new URL('https://api.example.com/gql'),
		settings: { timeout: 5 * MINUTE },
		signal: stop.signal,
	} as unknown as Connection;
	const result = await resumeCompletion(connection, 'token', { name: 'a', mediaLabelIds: undefined }, HOUR);
	expect(result).toMatchObject({ ok: false, failure: { kind: 'canceled' } });
});

describe('an upload', () => {
	const DATA = {
		media: { total: 1, objects: [{ ...MEDIA, id: '1' }] },
		startMediaUpload: { success: true, ...SESSION },
		completeMediaUpload: { success: true, media: MEDIA },
	};
	let requests: IHttpRequestOptions[];
	let memory: PassMemory;
	/** The response to the first request, if it is another one. */
	let first: object | undefined;
	/** Its place in a line, if it has one. */
	let place: UploadPlace | undefined;
	let turns: UploadTurns;
	/** Whether the upload behind it may begin, at each request. */
	let mayBeginBehind: boolean[];
	let hasComeBehind: boolean;
	beforeEach(() => {
		requests = [];
		first = undefined;
		place = undefined;
		turns = new UploadTurns();
		mayBeginBehind = [];
		hasComeBehind = false;
	});
	const send = async (request: IHttpRequestOptions, body?: object) => {
		requests.push(request);
		await new Promise((resolve) => setImmediate(resolve));
		mayBeginBehind.push(hasComeBehind);
		return await Promise.resolve({ statusCode: 200, headers: {}, body });
	};
	const connection = {
		context: {
			helpers: {
				httpRequest: send,
				httpRequestWithAuthentication: async (_: string, request: IHttpRequestOptions) =>
					await send(request, (requests.length === 0 ? first : undefined) ?? { data: DATA }),
			},
		},
		endpoint: new URL('https://api.example.com/gql'),
		settings: { timeout: 5 * MINUTE },
		waitingPolicy: PATIENT,
	} as unknown as Connection;

	/** @param alone what is known before each step, whether the library can tell the file from the others of the execution */
	async function uploaded(alone: boolean[], giveUpAfterMs = HOUR, from: UploadState = initialState(true)) {
		const queue = { total: null, spaced: false, concurrency: 1, stopsOnFailure: true, lookahead: 0 };
		memory = newPassMemory(new ItemQueue(queue), new IssuedAddresses());
		const result = await upload(
			connection,
			{
				file: { size: MEDIA.size, mimeType: MEDIA.mimeType } as MediaFile,
				entry: { name: MEDIA.name ?? '', mediaLabelIds: undefined },
				isPartOfPost: false,
				restartExpired: true,
				giveUpAfterMs,
				useExisting: true,
				waitForUploadLimit: false,
			},
			{
				memory,
				place,
				isLeft: () => false,
				isAlone: async () => await Promise.resolve(alone.shift() ?? true),
				safeWords: async () => await Promise.resolve((words) => words.replace('secret', '[safe]')),
			},
			from,
		);
		return result.ok ? { id: result.value.id, existing: result.existing, requests: requests.length } : result.failure;
	}

	test('takes a file that the library has', async () => {
		expect(await uploaded([true, true])).toEqual({ id: '1', existing: true, requests: 1 });
	});

	test('does not ask the library for a file that it cannot tell from another one of the execution', async () => {
		expect(await uploaded([false, false])).toEqual({ id: MEDIA.id, existing: undefined, requests: 3 });
	});

	test('does not take what was found where such another one has come during the search: it may be that one', async () => {
		expect(await uploaded([true, false])).toEqual({ id: MEDIA.id, existing: undefined, requests: 4 });
	});

	test('remembers for the items of other accounts that there is no library, without any secret', async () => {
		first = { errors: [{ message: 'Cannot query field "media" on type "APIQuery": secret' }] };
		expect(await uploaded([true, true])).toEqual({ id: MEDIA.id, existing: undefined, requests: 4 });
		expect(memory.libraryNotOffered).toMatchObject({
			messages: ['Cannot query field "media" on type "APIQuery": [safe]'],
		});
	});

	test.each([
		['that goes alone lets the next one begin when its file was sent', true, [false, true]],
		['that does not lets it begin at once', false, [true, true]],
	])('%s', async (_, goesAlone, expected) => {
		place = new UploadPlace(turns, goesAlone);
		void turns
			.join()
			.come()
			.then(() => (hasComeBehind = true));
		expect(await uploaded([], HOUR, atPut())).toMatchObject({ id: MEDIA.id });
		expect(mayBeginBehind).toEqual(expected);
	});

	test('sends its file for no longer than it may last', async () => {
		const lasting = { ...SESSION, endsAt: Number.POSITIVE_INFINITY };
		expect(await uploaded([], 2 * MINUTE, atPut({ session: lasting }))).toMatchObject({ id: MEDIA.id });
		expect(requests[0]?.method).toBe('PUT');
		expect(requests[0]?.timeout).toBeLessThanOrEqual(2 * MINUTE);
		expect(requests[0]?.timeout).toBeGreaterThan(MINUTE);
	});
});
