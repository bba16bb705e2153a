/** A folder of pictures, each scheduled in a post of its own: by our node alone, and by the chain of n8n's own nodes. */
import type { JsonObject } from '../../scripts/lib/json';
import type { Workflow } from '../../scripts/lib/n8n-client';
import {
	chain,
	manualTrigger,
	node,
	ourNode,
	readFiles,
	scheduleText,
	TRIGGER,
	workflow,
	type Node,
} from '../../scripts/lib/workflow-builder';
import type { CredentialReference } from '../../scripts/lib/workflows';
import type { Run } from '../run';
import { graphQlRequest } from './nodes';
import { MUTATION } from './posts';
import { FROM_INPUT } from './ways';
import { body, FIRST_STEP, LAST_STEP, type StockService, uploadLinks, uploadSteps } from './stock';

const SCHEDULE = 'Schedule';
const LOOP = 'Loop';

/** The text of the post that shows a file. */
export const textOf = (fileName: string): string => `Picture ${fileName}`;

/** A way to do the job. */
export interface Job {
	readonly workflow: Workflow;
	/** How long it took without reading the files, in milliseconds. */
	readonly msOf: (run: Run) => number;
}

/** @param files a path or a pattern */
export function ourJob(name: string, files: string, credential: CredentialReference, postAt: string): Job {
	const parameters = scheduleText(`=${textOf('{{ $json.fileName }}')}`, { media: FROM_INPUT }, postAt);
	const nodes = [manualTrigger, readFiles(files), ourNode(SCHEDULE, parameters, credential)];
	return { workflow: chain(name, nodes), msOf: (run) => run.msOf(SCHEDULE) };
}

function stockSchedule(service: StockService, postAt: string, options?: JsonObject): Node {
	const text = `'${textOf('')}' + $json.data.completeMediaUpload.media.name`;
	const thread = `[{ text: ${text}, order: 0, media: [{ id: $json.data.completeMediaUpload.media.id }] }]`;
	const input = `{ username: 'bench', postAt: '${postAt}', thread: ${thread} }`;
	return graphQlRequest(SCHEDULE, { ...service, body: body(MUTATION, `{ input: ${input} }`), options });
}

/** @param options what is set under Options of each request */
export function stockJob(
	name: string,
	files: string,
	service: StockService,
	postAt: string,
	options?: JsonObject,
): Job {
	const steps = [...uploadSteps(service, { each: options }), stockSchedule(service, postAt, options)];
	const links = [[TRIGGER, 'Read'], ...uploadLinks('Read'), [LAST_STEP, SCHEDULE]] as const;
	return {
		workflow: workflow(name, [manualTrigger, readFiles(files), ...steps], links),
		msOf: (run) => run.msFrom(FIRST_STEP, SCHEDULE),
	};
}

/** The same chain in a loop: one picture after the other. */
export function stockJobInLoop(name: string, files: string, service: StockService, postAt: string): Job {
	const loop = node(LOOP, 'n8n-nodes-base.splitInBatches', 3, { options: {} });
	const steps = [...uploadSteps(service, {}), stockSchedule(service, postAt)];
	const links = [
		[TRIGGER, 'Read'],
		['Read', LOOP],
		...uploadLinks(`${LOOP}:1`),
		[LAST_STEP, SCHEDULE],
		[SCHEDULE, LOOP],
	] as const;
	return {
		workflow: workflow(name, [manualTrigger, readFiles(files), loop, ...steps], links),
		msOf: (run) => run.msFrom(LOOP, LOOP),
	};
}
