import type { IDataObject } from 'n8n-workflow';
import type { Connection } from '../transport/connection';
import type { Failure } from '../transport/failure';
import { callService } from '../transport/graphql';
import type { GraphQlRequest } from '../transport/request';
import { rateLimitDelay } from '../transport/retry';
import type { Result } from '../utils/result';

/**
 * Sends a request that sets the time of a post. It does not wait for the request limit beyond that time: a time that has passed
 * is refused by the node wherever it meets one.
 *
 * @param postAt the time in ISO 8601
 */
export async function callBefore<T>(
	postAt: string,
	connection: Connection,
	request: GraphQlRequest<T>,
	variables: IDataObject,
): Promise<Result<T, Failure>> {
	const { waitingPolicy } = connection;
	const maxRateLimitDelayMs = Math.min(waitingPolicy.maxRateLimitDelayMs, msUntil(postAt));
	return await callService(
		{ ...connection, waitingPolicy: { ...waitingPolicy, maxRateLimitDelayMs } },
		request,
		variables,
	);
}

/** Why the request limit was not waited for, where the time of the post comes first. */
export const sayTimeComesFirst = (failure: Failure, postAt: string, readablePostAt: string): string[] =>
	failure.kind === 'rateLimited' && rateLimitDelay(failure) > msUntil(postAt)
		? [`The time of the post, ${readablePostAt}, comes before that, so this was not waited for.`]
		: [];

const msUntil = (iso: string): number => Date.parse(iso) - Date.now();
