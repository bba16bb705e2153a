/** A workflow that may be run again: it takes a file that the library has, and looks for its post before and after it is sent. */
import type { PostSnapshot } from '../../../sandbox/server';
import type { Workflow } from '../../lib/n8n-client';
import { chain, ourNode, scheduleTweet, webhook } from '../../lib/workflow-builder';
import type { CredentialReference } from '../../lib/workflows';
import { WEBHOOK_PATH } from './posts';

/** The text of an order: the same in each of its executions. */
const textOf = (number: string): string => `Number ${number}.`;

/** Which order a post is of, by its text; nothing when it is of none. */
export function numberOf({ submissions }: PostSnapshot): number | undefined {
	const number = /^Number (\d+)\.$/.exec(submissions[0]?.text ?? '')?.[1];
	return number === undefined ? undefined : Number(number);
}

/** Its webhook answers as soon as the execution is in the queue. One node uploads the file and schedules the post. All posts have the same time. */
export function repeatableWorkflow(credential: CredentialReference): Workflow {
	const file = { __rl: true, mode: 'binary', value: 'data' };
	const text = `=${textOf('{{ $json.body.number }}')}`;
	const tweets = [{ text, media: { reference: [{ file }] } }];
	const options = { duplicateCheck: 'always', ifFileExists: 'useExisting' };
	return chain('Safe to run again', [
		webhook('Webhook', WEBHOOK_PATH, {}),
		ourNode('Schedule', { ...scheduleTweet(tweets), options }, credential),
	]);
}
