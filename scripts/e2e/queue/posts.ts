/** What is asked of n8n many times: upload a small file, and schedule a thread with it. */
import { createHash } from 'node:crypto';
import type { PostSnapshot } from '../../../sandbox/server';
import type { Workflow } from '../../lib/n8n-client';
import { chain, ourNode, scheduleTweet, uploadBinary, webhook } from '../../lib/workflow-builder';
import type { CredentialReference } from '../../lib/workflows';

/** The last part of the webhook's address. */
export const WEBHOOK_PATH = 'queue';
/** Calls of the webhook that are under way at the same time. */
const SENDERS = 8;
/** A picture of one white point. */
const PICTURE = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=',
	'base64',
);

/** Everything that is sent with one call of the webhook. Each is known by its number. */
export interface Order {
	number: number;
	fileName: string;
	/** A picture that no other order has: what stands after its end is no part of what is shown. */
	bytes: Buffer;
	sha256: string;
}

export function orderOf(number: number): Order {
	const bytes = Buffer.concat([PICTURE, Buffer.from(`number ${number}`)]);
	return { number, fileName: `picture-${number}.png`, bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** The text of the first tweet; n8n knows the execution only when it runs. */
function textOf(number: string | number, execution: string): string {
	return `Number ${number}, execution ${execution}.`;
}

/** Whose post it is, by the text of its first tweet; nothing when it has no text of {@link textOf}. */
export function ownerOf({ submissions }: PostSnapshot): { number: number; execution: string } | undefined {
	const found = /^Number (\d+), execution (\d+)\.$/.exec(submissions[0]?.text ?? '');
	return found ? { number: Number(found[1]), execution: String(found[2]) } : undefined;
}

/** Calls the webhook for an order, and gives the text of n8n's answer. */
export async function sendOnly(n8nUrl: string, order: Order): Promise<string> {
	const form = new FormData();
	form.append('number', String(order.number));
	form.append('data', new Blob([new Uint8Array(order.bytes)], { type: 'image/png' }), order.fileName);
	const answer = await fetch(`${n8nUrl}/webhook/${WEBHOOK_PATH}`, { method: 'POST', body: form });
	const text = await answer.text();
	if (!answer.ok) throw new Error(`n8n answered ${answer.status} to ${order.number}: ${text}`);
	return text;
}

/** The same, and gives the id of the execution that n8n has put into the queue. Older n8n does not tell it. */
export async function send(n8nUrl: string, order: Order): Promise<string> {
	const text = await sendOnly(n8nUrl, order);
	const execution = /^\D*(\d+)\D*$/.exec(text)?.[1];
	if (execution === undefined) throw new Error(`n8n answered to ${order.number}: ${text}`);
	return execution;
}

/** Does something with each of a list, for a few of them at the same time. */
export async function forEachOf<T>(list: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
	const left = [...list];
	const worker = async (): Promise<void> => {
		for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
	};
	await Promise.all(Array.from({ length: SENDERS }, worker));
}

/** The workflow; its webhook answers as soon as the execution is in the queue. */
export function queueWorkflow(credential: CredentialReference): Workflow {
	const text = textOf("{{ $('Webhook').item.json.body.number }}", '{{ $execution.id }}');
	const tweets = [
		{ text: `=${text}`, media: { reference: [{ file: { __rl: true, mode: 'id', value: '={{ $json.id }}' } }] } },
		{ text: 'And one more.' },
	];
	return chain('Queue mode', [
		webhook('Webhook', WEBHOOK_PATH, { options: { responseData: '={{ $execution.id }}' } }),
		ourNode('Upload', uploadBinary(), credential),
		ourNode('Schedule', scheduleTweet(tweets), credential),
	]);
}
