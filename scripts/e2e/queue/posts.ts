/** What is asked of n8n 200 times: upload a small file, and schedule a thread with it. */
import { createHash } from 'node:crypto';
import type { PostSnapshot } from '../../../sandbox/server';
import type { Workflow } from '../../lib/n8n-client';
import { packageName } from '../../lib/package';
import { CREDENTIAL_TYPE, type CredentialReference } from '../../lib/workflows';

/** The last part of the webhook's address. */
export const WEBHOOK_PATH = 'queue';
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
export function textOf(number: string | number, execution: string): string {
	return `Number ${number}, execution ${execution}.`;
}

/** Whose post it is, by the text of its first tweet; nothing when it has no text of {@link textOf}. */
export function ownerOf({ submissions }: PostSnapshot): { number: number; execution: string } | undefined {
	const found = /^Number (\d+), execution (\d+)\.$/.exec(submissions[0]?.text ?? '');
	return found ? { number: Number(found[1]), execution: String(found[2]) } : undefined;
}

/** Calls the webhook for an order. */
export async function callWebhook(
	n8nUrl: string,
	order: Order,
): Promise<{ ok: boolean; status: number; text: string }> {
	const form = new FormData();
	form.append('number', String(order.number));
	form.append('data', new Blob([new Uint8Array(order.bytes)], { type: 'image/png' }), order.fileName);
	const answer = await fetch(`${n8nUrl}/webhook/${WEBHOOK_PATH}`, { method: 'POST', body: form });
	return { ok: answer.ok, status: answer.status, text: await answer.text() };
}

/** Calls the webhook for an order, and gives the id of the execution that n8n has put into the queue. */
export async function send(n8nUrl: string, order: Order): Promise<string> {
	const { ok, status, text } = await callWebhook(n8nUrl, order);
	const execution = /^\D*(\d+)\D*$/.exec(text)?.[1];
	if (!ok || execution === undefined) throw new Error(`n8n answered ${status} to ${order.number}: ${text}`);
	return execution;
}

/** The workflow; its webhook answers as soon as the execution is in the queue. */
export function queueWorkflow(credential: CredentialReference): Workflow {
	const node = (name: string, parameters: Record<string, unknown>, position: [number, number]) => ({
		id: name,
		name,
		type: `${packageName()}.socialPostScheduling`,
		typeVersion: 1,
		position,
		parameters,
		credentials: { [CREDENTIAL_TYPE]: credential },
	});
	const to = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
	const text = textOf("{{ $('Webhook').item.json.body.number }}", '{{ $execution.id }}');
	return {
		name: 'Queue mode',
		nodes: [
			{
				id: 'Webhook',
				name: 'Webhook',
				type: 'n8n-nodes-base.webhook',
				typeVersion: 2,
				position: [0, 0],
				webhookId: '5f0c1b0e-0000-4000-8000-00000000f001',
				parameters: {
					httpMethod: 'POST',
					path: WEBHOOK_PATH,
					options: { responseData: '={{ $execution.id }}' },
				},
			},
			node('Upload', { resource: 'media', operation: 'uploadBinary', binaryPropertyName: 'data' }, [200, 0]),
			node(
				'Schedule',
				{
					resource: 'tweet',
					operation: 'schedule',
					username: { __rl: true, mode: 'name', value: 'balloon_club' },
					postAt: '2035-06-01T10:00:00Z',
					thread: {
						tweet: [
							{ text: `=${text}`, media: { reference: [{ by: 'id', value: '={{ $json.id }}' }] } },
							{ text: 'And one more.' },
						],
					},
				},
				[400, 0],
			),
		],
		connections: { Webhook: to('Upload'), Upload: to('Schedule') },
		settings: { executionOrder: 'v1' },
	};
}
