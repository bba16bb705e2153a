import type { IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';
import { callService } from '../transport/graphql';
import type { GraphQlRequest } from '../transport/request';
import type { InvalidInput, Result } from '../utils/result';
import { createItemHandler } from './itemHandler';
import { DEFAULT_CONCURRENCY } from './operation';

/** What there is to say of an operation that is one request. */
interface SingleRequest<T extends Output, V extends IDataObject> {
	/** It may be sent again. */
	readonly request: Exclude<GraphQlRequest<T>, { retryClass: 'nonIdempotent' }>;
	/** The done items in a sentence: `Already <pastTense>: items 0 to 3.` */
	readonly pastTense: string;
	/** The variables of the document, from the parameters of an item. */
	readonly variables: (functions: IExecutePaginationFunctions) => Result<V, InvalidInput>;
	/** What is added to the output, in view of what was asked for. Left out: nothing. */
	readonly more?: (output: T, variables: V) => readonly IDataObject[];
}

/** One item, or a list of them. */
type Output = IDataObject | readonly IDataObject[];

/** The handler that all operations of one request share. */
export const singleRequest = <T extends Output, V extends IDataObject>({
	request,
	pastTense,
	variables,
	more = () => [],
}: SingleRequest<T, V>) =>
	createItemHandler<V>({
		request,
		concurrency: DEFAULT_CONCURRENCY,
		pastTense,
		validate: ({ functions }) => variables(functions),
		execute: async ({ connection }, values) => {
			const outcome = await callService(connection, request, values);
			if (!outcome.ok) return { ok: false, request, failure: outcome.error };
			const output: Output[] = [outcome.value];
			return { ok: true, output: [...output.flat(), ...more(outcome.value, values)] };
		},
	});
