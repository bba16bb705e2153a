/** The same posts, scheduled by our node and by n8n's own HTTP Request in each way that a person would try. */
import type { JsonObject } from '../../scripts/lib/json';
import type { Workflow } from '../../scripts/lib/n8n-client';
import { chain, TRIGGER, workflow, type Node } from './build';
import { graphQlRequest, schedule } from './nodes';
import type { CredentialReference } from './nodes';
import type { StockService } from './stock';

const POST = 'Post';
const MUTATION =
	'mutation Schedule($input: ScheduleTweetInput!) { scheduleTweet(input: $input) { success post { id } errors { field code message } } }';

/** One item for each post. */
function items(count: number): Node {
	const jsCode = `return Array.from({ length: ${count} }, (_, index) => ({ json: { text: 'Post ' + (index + 1) } }));`;
	return { name: 'Items', type: 'n8n-nodes-base.code', version: 2, parameters: { jsCode } };
}

function stockPost(service: StockService, postAt: string, options: JsonObject): Node {
	const input = `{ username: 'bench', postAt: '${postAt}', thread: [{ text: $json.text, order: 0 }] }`;
	const body = `={{ JSON.stringify({ query: '${MUTATION}', variables: { input: ${input} } }) }}`;
	return graphQlRequest(POST, { ...service, body, options });
}

/** Name of the node whose time counts. */
export const OUR_POST = 'Schedule';
export const STOCK_POST = POST;

export function ourPosts(count: number, credential: CredentialReference, postAt: string): Workflow {
	return chain('Posts: our node', items(count), schedule(credential, postAt));
}

/** @param options what is set under Options of HTTP Request */
export function stockPosts(count: number, service: StockService, postAt: string, options: JsonObject): Workflow {
	return chain('Posts: HTTP Request', items(count), stockPost(service, postAt, options));
}

/** One request after the other, as our node does it: HTTP Request in a loop over the items. */
export function stockPostsInLoop(count: number, service: StockService, postAt: string): Workflow {
	const loop: Node = { name: 'Loop', type: 'n8n-nodes-base.splitInBatches', version: 3, parameters: { options: {} } };
	const nodes = [items(count), loop, stockPost(service, postAt, {})];
	return workflow('Posts: HTTP Request in a loop', nodes, [
		[TRIGGER, 'Items'],
		['Items', 'Loop'],
		['Loop:1', POST],
		[POST, 'Loop'],
	]);
}
