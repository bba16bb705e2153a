import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { GraphQlRequest, RequestInfo } from '../transport/request';
import type { ItemHandler } from '../execution/itemHandler';

/** All that there is to say of an operation. Whatever lists the operations of this package reads it from here. */
export interface OperationDefinition {
	/** In the list of operations. */
	readonly name: string;
	readonly value: string;
	/** In n8n's search for nodes: `Schedule tweet`. */
	readonly action: string;
	readonly description: string;
	/** What the panel shows for it. Their resource and operation are added here, to any `displayOptions` of their own. */
	readonly fields: readonly INodeProperties[];
	/**
	 * The requests that it cannot do without: their documents are checked against the schema of the service, and their words for errors. What
	 * only makes an error clearer, such as the list of accounts, belongs to the operation that reads it.
	 */
	readonly requests: ReadonlyArray<RequestInfo | GraphQlRequest<unknown>>;
	/** Does the work for one item. */
	readonly handler: ItemHandler;
}

export interface ResourceDefinition {
	readonly name: string;
	readonly value: string;
	readonly operations: readonly OperationDefinition[];
	/** The value of the operation that is chosen first. */
	readonly defaultOperation: string;
}

/** What the panel shows for the operations of a resource. */
export function propertiesOf({ value: resource, operations, defaultOperation }: ResourceDefinition): INodeProperties[] {
	const list: INodeProperties = {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: operations.map(toOption),
		default: defaultOperation,
	};
	const fields = operations.flatMap(({ value: operation, fields: of }) =>
		of.map(({ displayOptions, ...field }) => ({
			...field,
			displayOptions: {
				...displayOptions,
				show: { resource: [resource], operation: [operation], ...displayOptions?.show },
			},
		})),
	);
	return [list, ...fields];
}

/** The handler stands where the engine expects a pagination function: see `execution/itemHandler.ts`. */
function toOption({ name, value, action, description, fields, handler }: OperationDefinition): INodePropertyOptions {
	return {
		name,
		value,
		action,
		description,
		routing: {
			send: { paginate: true },
			operations: {
				pagination: async function (requestData) {
					return await handler.call(this, requestData, fields);
				},
			},
		},
	};
}
