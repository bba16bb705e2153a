/** What the tests of Execute GraphQL share: the node, and a mutation that schedules a post. */
import type { INode } from 'n8n-workflow';
import { type RunOptions, runNode } from './engine';
import { POST_AT, scheduledTexts } from './posts';
import type { Service } from './service';

export const SCHEDULE = `mutation Schedule($input: ScheduleTweetInput!) {
	scheduleTweet(input: $input) { success post { id } errors { field code message } }
}`;
export const inputOf = (text: string) => ({
	input: { username: 'my_brand', postAt: POST_AT, thread: [{ order: 0, text }] },
});
export const scheduleOf = (text: string): INode['parameters'] => ({
	query: SCHEDULE,
	variables: JSON.stringify(inputOf(text)),
});
export const posts = (...texts: string[]) => texts.map((text) => ({ json: inputOf(text) }));
/** A post for each item. */
export const FROM_ITEM = { query: SCHEDULE, variables: '={{ $json }}' };

export function mutationsOf(service: () => Service) {
	const options = (parameters: INode['parameters'], more: Partial<RunOptions> = {}): RunOptions => ({
		parameters: { resource: 'api', operation: 'execute', ...parameters },
		credential: service().credential,
		...more,
	});
	const execute = async (parameters: INode['parameters'], more: Partial<RunOptions> = {}) =>
		await runNode(options(parameters, more));
	const log = () => service().sandbox.state().log;
	const scheduled = () => scheduledTexts(service().sandbox);

	return { options, execute, log, scheduled };
}
