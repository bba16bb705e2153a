import type { RequestInfo } from '../../transport/request';

const ENTERED = '"Query" or "Variables"';

export const QUERY = {
	name: 'query',
	retryClass: 'safe',
	failed: 'The query was not executed',
	entered: ENTERED,
} as const satisfies RequestInfo;

export const MUTATION = {
	name: 'mutation',
	retryClass: 'nonIdempotent',
	failed: 'The mutation was not executed',
	entered: ENTERED,
	doubt: {
		uncertain: 'The mutation may have been executed',
		advice:
			'Wait some minutes, and check in the service before you run this again: sending it again could do it twice.',
	},
} as const satisfies RequestInfo;
