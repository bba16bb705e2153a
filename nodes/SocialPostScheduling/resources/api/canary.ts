import { readData } from '../../transport/reply';
import type { GraphQlRequest } from '../../transport/request';
import { field, isRecord } from '../../utils/json';
import { err, ok } from '../../utils/result';

/**
 * Proves that the service leaves out what it is told to leave out, with the one query that every version of it has: the data hold
 * `asked`, and not `skipped`. `__typename` would not do: services that close their introspection may refuse it as well.
 *
 * The value is whether it is proven. A service may ignore the directive, or refuse it.
 */
export const CANARY: GraphQlRequest<boolean> = {
	name: 'profile',
	retryClass: 'safe',
	failed: 'The operations were not checked',
	document: 'query CheckSkip { skipped: profile @skip(if: true) { id } asked: profile { id } }',
	read: (reply) => {
		const data = readData(reply);
		if (!data.ok) {
			const isRefused = data.error.kind === 'graphqlErrors' && saysDirective(data.error.messages);
			return isRefused ? ok(false) : data;
		}
		return isRecord(field(data.value, 'asked'))
			? ok(!('skipped' in data.value))
			: err({ kind: 'unexpectedResponse', missing: 'data.asked' });
	},
};

const saysDirective = (messages: readonly string[]): boolean =>
	messages.some((message) => /\bdirective\b|@skip\b|\bskip\b/i.test(message));
