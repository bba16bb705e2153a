/** The same posts, scheduled by our node and by n8n's own HTTP Request in each way that a person would try. */
import type { JsonObject } from '../../scripts/lib/json';
import type { Workflow } from '../../scripts/lib/n8n-client';
import {
	chain,
	code,
	manualTrigger,
	node,
	ourNode,
	scheduleTweet,
	TRIGGER,
	workflow,
	type Node,
} from '../../scripts/lib/workflow-builder';
import type { CredentialReference } from '../../scripts/lib/workflows';
import { graphQlRequest } from './nodes';
import { body, type StockService } from './stock';

const POST = 'Post';
export const MUTATION =
	'mutation Schedule($input: ScheduleTweetInput!) { scheduleTweet(input: $input) { success post { id } errors { field code message } } }';

/** One item for each post. */
function items(count: number): Node {
	return code(
		'Items',
		`return Array.from({ length: ${count} }, (_, index) => ({ json: { text: 'Post ' + (index + 1) } }));`,
	);
}

function stockPost(service: StockService, postAt: string, options: JsonObject): Node {
	const input = `{ username: 'bench', postAt: '${postAt}', thread: [{ text: $json.text, order: 0 }] }`;
	return graphQlRequest(POST, { ...service, body: body(MUTATION, `{ input: ${input} }`), options });
}

/** Name of the node whose time counts. */
export const OUR_POST = 'Schedule';
export const STOCK_POST = POST;

export function ourPosts(count: number, credential: CredentialReference, postAt: string): Workflow {
	const parameters = scheduleTweet([{ text: '={{ $json.text }}' }], postAt);
	return chain('Posts: our node', [manualTrigger, items(count), ourNode(OUR_POST, parameters, credential)]);
}

/** @param options what is set under Options of HTTP Request */
export function stockPosts(count: number, service: StockService, postAt: string, options: JsonObject): Workflow {
	return chain('Posts: HTTP Request', [manualTrigger, items(count), stockPost(service, postAt, options)]);
}

/** One request after the other, as our node does it: HTTP Request in a loop over the items. */
export function stockPostsInLoop(count: number, service: StockService, postAt: string): Workflow {
	const loop = node('Loop', 'n8n-nodes-base.splitInBatches', 3, { options: {} });
	const nodes = [manualTrigger, items(count), loop, stockPost(service, postAt, {})];
	return workflow('Posts: HTTP Request in a loop', nodes, [
		[TRIGGER, 'Items'],
		['Items', 'Loop'],
		['Loop:1', POST],
		[POST, 'Loop'],
	]);
}
