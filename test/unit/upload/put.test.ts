import type { IExecutePaginationFunctions, IHttpRequestOptions } from 'n8n-workflow';
import type { Connection } from '../../../nodes/SocialPostScheduling/transport/connection';
import type { MediaFile } from '../../../nodes/SocialPostScheduling/upload/file';
import { putFile } from '../../../nodes/SocialPostScheduling/upload/put';
import { HOUR, SESSION } from '../builders';

const DAY = 24 * HOUR;
/** Node's longest timer; a longer one ends at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

const FILE = { size: 3, mimeType: 'image/png' } as MediaFile;

/** Sends a file in a session that ends in so many milliseconds, and gives the request that was made for it. */
async function sent(endsInMs: number, givesUpInMs = Number.POSITIVE_INFINITY): Promise<IHttpRequestOptions> {
	const httpRequest = jest
		.fn<Promise<{ statusCode: number }>, [IHttpRequestOptions]>()
		.mockResolvedValue({ statusCode: 200 });
	const context = { helpers: { httpRequest } } as unknown as IExecutePaginationFunctions;
	const connection = { context, settings: { timeout: 300_000 }, signal: undefined } as unknown as Connection;
	const now = Date.now();
	const outcome = await putFile(connection, { ...SESSION, endsAt: now + endsInMs, mayEndAt: now }, FILE, {
		repeated: false,
		giveUpAt: now + givesUpInMs,
	});
	expect(outcome).toEqual({ ok: true, value: null });
	const [request] = httpRequest.mock.calls[0] ?? [];
	if (request === undefined) throw new Error('Nothing was sent');
	return request;
}

test.each([25 * DAY, 400 * DAY])('a session of %i ms does not end its transfer at once', async (endsInMs) => {
	expect((await sent(endsInMs)).timeout).toBe(LONGEST_TIMER);
});

test.each([0, -2 * HOUR])(
	'a session that ends in %i ms by the clocks is for the storage to judge',
	async (endsInMs) => {
		expect((await sent(endsInMs)).timeout).toBe(300_000);
	},
);

test('a transfer may last as long as its session', async () => {
	const { timeout = 0 } = await sent(HOUR);
	expect(timeout).toBeGreaterThan(HOUR - 5_000);
	expect(timeout).toBeLessThanOrEqual(HOUR);
});

test.each([
	[60_000, 60_000],
	[400_000, 400_000],
	[10, 1_000],
	[-5, 1_000],
])('an upload that is given up in %i ms: the transfer ends by then', async (givesUpInMs, expected) => {
	const { timeout = 0 } = await sent(DAY, givesUpInMs);
	expect(timeout).toBeLessThanOrEqual(expected);
	expect(timeout).toBeGreaterThan(expected - 1_000);
});
