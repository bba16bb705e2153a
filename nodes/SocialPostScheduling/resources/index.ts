import type { IExecuteSingleFunctions, IHttpRequestOptions, INodeProperties } from 'n8n-workflow';
import { refuseToRun } from '../errors/refuse';
import { mediaProperties } from './media';
import { profileProperties } from './profile';
import { tweetProperties } from './tweet';

const operationsByResource = { media: mediaProperties, profile: profileProperties, tweet: tweetProperties };

const resource: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'Media', value: 'media' },
		{ name: 'Profile', value: 'profile' },
		{ name: 'Tweet', value: 'tweet' },
	],
	default: 'tweet',
	routing: { send: { preSend: [refuseUndeclared] } },
};

/** Everything that the panel shows. */
export const properties: INodeProperties[] = [resource, ...profileProperties, ...mediaProperties, ...tweetProperties];

/**
 * Refuses a resource or an operation that is not declared. Where one is given by an expression, or misspelt in a workflow
 * made by another program, n8n finds no program for it, and would send an empty request with the key and show it as done.
 */
async function refuseUndeclared(
	this: IExecuteSingleFunctions,
	request: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	const { resource: wanted, operation } = this.getNode().parameters;
	const declared = Object.entries(operationsByResource).find(([name]) => name === wanted)?.[1];
	const operations = declared?.find(({ name }) => name === 'operation')?.options ?? [];
	if (!operations.some((option) => 'value' in option && option.value === operation)) {
		throw refuseToRun(
			this,
			'Operation',
			`is "${String(operation)}" of the resource "${String(wanted)}", which this node does not have`,
		);
	}
	return request;
}
