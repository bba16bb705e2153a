import type { IHttpRequestOptions } from 'n8n-workflow';
import type { Connection } from '../../../nodes/SocialPostScheduling/transport/connection';
import { resumeCompletion } from '../../../nodes/SocialPostScheduling/upload/uploader';
import { MEDIA, MINUTE, SECOND } from '../builders';

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
