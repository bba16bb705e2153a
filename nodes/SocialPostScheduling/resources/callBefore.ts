import type { IDataObject } from 'n8n-workflow';
import { type Connection, waitingUntil } from '../transport/connection';
import type { Failure } from '../transport/failure';
import { callService } from '../transport/graphql';
import type { GraphQlRequest } from '../transport/request';
import { isTooLate, rateLimitDelay } from '../transport/retry';
import type { Result } from '../utils/result';

/**
 * Sends a request that sets the time of a post, and does not send it again after that time: a time that has passed is refused by the
 * node wherever it meets one.
 *
 * @param postAt the time in ISO 8601
 */
export async function callBefore<T>(
	postAt: string,
	connection: Connection,
	request: GraphQlRequest<T>,
	variables: IDataObject,
): Promise<Result<T, Failure>> {
	return await callService(waitingUntil(connection, postAt), request, variables);
}

/** Why the request limit was not waited for, where the time of the post comes first. */
export function sayTimeComesFirst(failure: Failure, postAt: string, readablePostAt: string): string[] {
	const time = Date.parse(postAt);
	const comesFirst = failure.kind === 'rateLimited' && time > Date.now() && isTooLate(rateLimitDelay(failure), time);
	return comesFirst ? [`The node did not wait for that, because the post is due earlier: ${readablePostAt}.`] : [];
}
