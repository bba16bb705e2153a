import type { IExecuteSingleFunctions, IHttpRequestOptions, INodeProperties } from 'n8n-workflow';
import { refuseToRun } from '../errors/refuse';
import { sayRetryAfterChange } from '../execution/retryAdvice';
import type { InvalidInput } from '../utils/result';
import { propertiesOf, type ResourceDefinition } from './definition';
import { analytics } from './analytics';
import { createApiResource } from './api';
import { media } from './media';
import { mediaLabel } from './mediaLabel';
import { post } from './post';
import { postTag } from './postTag';
import { profile } from './profile';
import { socialAccount } from './socialAccount';
import { tweet } from './tweet';

/** The resources of the service, whose operations API: Check checks. */
export const SERVICE_RESOURCES: readonly ResourceDefinition[] = [
	analytics,
	media,
	mediaLabel,
	post,
	postTag,
	profile,
	socialAccount,
	tweet,
];

/** Everything that the node can do, in the order of the names. */
export const RESOURCES: readonly ResourceDefinition[] = [
	createApiResource(SERVICE_RESOURCES),
	...SERVICE_RESOURCES,
].sort((one, other) => one.name.localeCompare(other.name));

const resource: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	options: RESOURCES.map(({ name, value }) => ({ name, value })),
	default: 'tweet',
	routing: { send: { preSend: [refuseWrongSettings] } },
};

/** Everything that the panel shows. */
export const properties: INodeProperties[] = [resource, ...RESOURCES.flatMap(propertiesOf)];

/**
 * Refuses a resource or an operation that is not declared. Where a resource is given by an
 * expression, or misspelt in a workflow made by another program, n8n finds no program for it, and would send an empty request with the
 * key and show it as done.
 */
async function refuseWrongSettings(
	this: IExecuteSingleFunctions,
	request: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	const { parameters } = this.getNode();
	const { resource: wanted, operation } = parameters;
	const declared = RESOURCES.find(({ value }) => value === wanted)?.operations ?? [];
	const chosen = declared.find(({ value }) => value === operation);
	if (chosen === undefined) {
		throw refuse(this, {
			field: 'Operation',
			problem: `is "${String(operation)}" of the resource "${String(wanted)}", which this node does not have`,
			advice: 'Choose Resource and Operation from the lists. They cannot be set by an expression.',
		});
	}
	return request;
}

/** Says how to go on as well: no item comes to where the other errors say so. */
const refuse = (functions: IExecuteSingleFunctions, problem: InvalidInput) =>
	refuseToRun(functions, { ...problem, advice: [problem.advice, ...sayRetryAfterChange(functions)].join(' ') });
