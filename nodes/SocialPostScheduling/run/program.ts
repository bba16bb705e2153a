import {
	type DeclarativeRestApiSettings,
	type IExecutePaginationFunctions,
	type INode,
	type INodeExecutionData,
	type NodeApiError,
	type NodeOperationError,
	sleep,
} from 'n8n-workflow';
import { nameItems } from '../shared/listing';
import { idField, textField } from '../shared/json';
import { mayHaveTakenEffect } from '../transport/cause';
import { connect, CREDENTIAL_TYPE } from '../transport/connection';
import { type DoneItem, toNodeError } from '../transport/nodeError';
import type { Operation, Performed } from './operation';
import type { Round } from './round';
import { joinRound, type Run, runOf } from './run';

type Program = (
	this: IExecutePaginationFunctions,
	requestData: DeclarativeRestApiSettings.ResultOptions,
) => Promise<INodeExecutionData[]>;

type NotPerformed = Extract<Performed, { ok: false }>;

/**
 * The program of an operation, in the place where the engine expects a pagination function: it is called once per item, in
 * a workflow as well as for a tool, and may send as many requests as it needs.
 */
export function program<T>(operation: Operation<T>): Program {
	return async function (requestData) {
		const index = this.getItemIndex();
		const run = runOf(this);
		const width = typeof operation.width === 'function' ? operation.width(this) : operation.width;
		const round = joinRound(this, run, width);
		await sleep(0);
		round.assemble();

		const performed = run.settled.get(index) ?? (await attempt(this, requestData, operation, run, round));
		if (performed === 'not attempted') return [];
		if (isFinal(operation, performed)) run.settled.set(index, performed);
		round.leave(index, performed.ok);
		if (performed.ok) return [{ json: performed.json, pairedItem: { item: index } }];

		if (this.continueOnFail()) return [failedItem(await errorOf(this, performed), index, this.getNode())];
		await round.settled();
		throw await errorOf(this, performed, summary(operation, round), doneItems(run, round));
	};
}

async function attempt<T>(
	functions: IExecutePaginationFunctions,
	{ options: assembled }: DeclarativeRestApiSettings.ResultOptions,
	{ call, check, perform }: Operation<T>,
	run: Run,
	round: Round,
): Promise<Performed | 'not attempted'> {
	let begun = false;
	try {
		const connection = connect(functions, assembled);
		if (!connection.ok) return { ok: false, call, cause: { kind: 'invalidInput', problem: connection.problem } };
		const item = { functions, connection: connection.value, run, assembled };
		const values = await check(item);
		if (!values.ok) return { ok: false, call, cause: { kind: 'invalidInput', problem: values.problem } };
		if ((await round.enter(functions.getItemIndex())) === 'not attempted') return 'not attempted';
		if (round.limitReached !== null) return round.limitReached;
		begun = true;
		const performed = await perform(item, values.value);
		if (!performed.ok && performed.cause.kind === 'uploadLimit') round.limitReached = performed;
		return performed;
	} catch (error) {
		return { ok: false, call, cause: { kind: 'unforeseen', words: textField(error, 'message') ?? '', sent: begun } };
	}
}

/** Whether the item must be left as it is when n8n runs the node again. */
function isFinal<T>({ atMostOnce }: Operation<T>, performed: Performed): boolean {
	return performed.ok || (atMostOnce && mayHaveTakenEffect(performed.cause));
}

/** What became of the other items: nobody should have to guess what a new run would do twice. */
function summary<T>({ doneWord }: Operation<T>, round: Round): string[] {
	const done = [...round.done];
	const left = round.notAttempted();
	if (done.length + left.length === 0) return [];
	return [
		done.length === 0 ? `No other item was ${doneWord}.` : `Already ${doneWord}: ${nameItems(done)}.`,
		...(left.length > 0 ? [`Not attempted: ${nameItems(left)}.`] : []),
	];
}

/** The same for a workflow that goes on by itself: n8n drops the items that a failed node has done. */
function doneItems(run: Run, round: Round): DoneItem[] {
	return [...round.done].flatMap((item) => {
		const performed = run.settled.get(item);
		const id = performed?.ok === true ? idField(performed.json, 'id') : null;
		return id === null ? [] : [{ item, id }];
	});
}

async function errorOf(
	functions: IExecutePaginationFunctions,
	{ cause, call, more = [], details }: NotPerformed,
	others: readonly string[] = [],
	done: readonly DoneItem[] = [],
): Promise<NodeApiError | NodeOperationError> {
	const place = { node: functions.getNode(), itemIndex: functions.getItemIndex(), apiKey: await apiKeyOf(functions) };
	return toNodeError(cause, call, place, [...more, ...others], { ...details, ...(done.length > 0 && { done }) });
}

/** The key, to keep it out of every text; without a credential there is none to keep out. */
async function apiKeyOf(functions: IExecutePaginationFunctions): Promise<string> {
	try {
		return textField(await functions.getCredentials(CREDENTIAL_TYPE), 'apiKey') ?? '';
	} catch {
		return '';
	}
}

/**
 * The output of an item that is not done, where the node is set to continue. It holds only fields that n8n knows as those
 * of a failed item, so that the error output takes it and joins it with the item's own fields.
 *
 * n8n before 2.36 does not know `details`: there the error output takes only what has an `error` beside its `json`. An item
 * that leaves the node with it would lose its `json`, so n8n must see the error and not copy it: it is not enumerable.
 */
function failedItem(error: NodeApiError | NodeOperationError, index: number, { onError }: INode): INodeExecutionData {
	const item: INodeExecutionData = {
		json: { error: error.message, details: { ...error.context, description: error.description ?? '' } },
		pairedItem: { item: index },
	};
	if (onError === 'continueErrorOutput') {
		Object.defineProperty(item, 'error', { value: error, enumerable: false, writable: true });
	}
	return item;
}
