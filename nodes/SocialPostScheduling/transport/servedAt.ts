import { ok } from '../utils/result';
import { dateOf } from './dateHeader';
import type { GraphQlRequest } from './request';
import type { Reply } from './reply';

/** A value with the time of its response, in milliseconds since 1970. */
interface Served<T> {
	readonly value: T;
	readonly servedAt: number;
}

/** The same request, whose value comes with the time of the response: by the clock of the service, if it says it. */
export const withServedAt = <T>(request: GraphQlRequest<T>): GraphQlRequest<Served<T>> => ({
	...request,
	read: (reply) => {
		const outcome = request.read(reply);
		return outcome.ok ? ok({ value: outcome.value, servedAt: servedAtOf(reply) }) : outcome;
	},
});

function servedAtOf(reply: Reply): number {
	const stated = reply.answered ? dateOf(reply.headers) : Number.NaN;
	return Number.isNaN(stated) ? Date.now() : stated;
}
