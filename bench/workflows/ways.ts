/** One file through each rival's way, as a workflow; all of them begin with reading the file into n8n. */
import type { JsonObject } from '../../scripts/lib/json';
import type { Workflow } from '../../scripts/lib/n8n-client';
import type { CredentialReference } from '../../scripts/lib/workflows';
import { RIVALS } from '../rivals/install';
import type { Run } from '../run';
import type { Setting } from '../setting';
import {
	chain,
	manualTrigger,
	node,
	ourNode,
	readFiles,
	scheduleText,
	uploadBinary,
	type Node,
} from '../../scripts/lib/workflow-builder';
import { OUR_POST } from './posts';
import { FIRST_STEP, LAST_STEP, NO_REDIRECTS, stockUpload } from './stock';

export const OURS = 'Upload Binary';
export const ONE_STEP = 'Schedule with a file';
export const STOCK = 'stock nodes';
export const STOCK_TUNED = 'stock nodes, redirects off';
export const BUFFER = 'whole file as a Buffer';
export const BASE64 = 'whole file as base64 in JSON';

export interface Way {
	readonly workflow: (setting: Setting, file: string) => Workflow;
	/** The time of the whole upload, without reading the file from disk, in milliseconds. */
	readonly uploadMs: (run: Run) => number;
}

/** Name of the node whose time counts. */
export const OUR_UPLOAD = 'Upload';

/** Our way: files, by a path or a pattern, through Upload Binary. */
export function uploadOf(
	name: string,
	files: string,
	credential: CredentialReference,
	options: JsonObject = {},
): Workflow {
	const upload = ourNode(OUR_UPLOAD, uploadBinary({ options }), credential);
	return chain(name, [manualTrigger, readFiles(files), upload]);
}

/** A post that shows a file of the item, by its parameter "Media". */
export const FROM_INPUT = { reference: [{ file: { __rl: true, mode: 'binary', value: 'data' } }] };

/** Our way in one step: the file in a post, which uploads it first. */
function postWith(file: string, credential: CredentialReference): Workflow {
	const schedule = ourNode(OUR_POST, scheduleText('A video', { media: FROM_INPUT }), credential);
	return chain(ONE_STEP, [manualTrigger, readFiles(file), schedule]);
}

function peer(way: 'buffer' | 'base64', { lean }: Setting): Node {
	const parameters = { way, baseUrl: lean.baseUrl, sink: `${lean.sink.origin}/base64` };
	return node('Peer', `${RIVALS}.peerWays`, 1, parameters);
}

export const WAYS: Readonly<Record<string, Way>> = {
	[OURS]: {
		workflow: ({ n8n }, file) => uploadOf(OURS, file, n8n.credentials.lean),
		uploadMs: (run) => run.msOf(OUR_UPLOAD),
	},
	[ONE_STEP]: {
		workflow: ({ n8n }, file) => postWith(file, n8n.credentials.lean),
		uploadMs: (run) => run.msOf(OUR_POST),
	},
	[STOCK]: {
		workflow: ({ stock }, file) => stockUpload(STOCK, file, stock, {}),
		uploadMs: (run) => run.msFrom(FIRST_STEP, LAST_STEP),
	},
	[STOCK_TUNED]: {
		workflow: ({ stock }, file) => stockUpload(STOCK_TUNED, file, stock, NO_REDIRECTS),
		uploadMs: (run) => run.msFrom(FIRST_STEP, LAST_STEP),
	},
	[BUFFER]: {
		workflow: (setting, file) => chain(BUFFER, [manualTrigger, readFiles(file), peer('buffer', setting)]),
		uploadMs: (run) => run.msOf('Peer'),
	},
	[BASE64]: {
		workflow: (setting, file) => chain(BASE64, [manualTrigger, readFiles(file), peer('base64', setting)]),
		uploadMs: (run) => run.msOf('Peer'),
	},
};

/** The way of this name. */
export function wayOf(name: string): Way {
	const way = WAYS[name];
	if (way === undefined) throw new Error(`There is no way "${name}".`);
	return way;
}
