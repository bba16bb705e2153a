import type { IExecutePaginationFunctions } from 'n8n-workflow';
import { type StableValues, stableValues } from '../../execution/stableValues';
import { threadOfText } from '../../text/threadOfText';
import { field } from '../../utils/json';
import { checkAccount } from '../../validation/account';
import { locatorIn } from '../../validation/locator';
import { readRows } from '../../validation/rows';
import { asKept } from '../post/lookup/samePost';
import { specifyThread, text } from './fields';

/**
 * What account and texts of a post are in a retry as well, however they are written.
 *
 * @returns undefined where their expressions do not give others whenever n8n evaluates them, and the execution is no retry
 */
export function stablePost(functions: IExecutePaginationFunctions): StableValues | undefined {
	const { parameters } = functions.getNode();
	const isOneText = functions.getNodeParameter(specifyThread.name, 'text') !== 'tweets';
	const account = locatorIn(parameters.username).value;
	const texts = isOneText ? [parameters[text.name]] : rowsOf(parameters.thread).map((row) => field(row, 'text'));
	const stable = stableValues(functions, [account, ...texts]);
	if (stable === undefined) return undefined;
	const [stableAccount, ...stableTexts] = stable.values;
	const handle = checkAccount(stableAccount);
	const values = [
		handle.ok ? handle.value.toLowerCase() : stableAccount,
		...stableTexts.flatMap((value) => (typeof value === 'string' ? tweetsOf(value, isOneText) : [value])),
	];
	return { ...stable, values };
}

const tweetsOf = (words: string, isOneText: boolean): string[] =>
	(isOneText ? threadOfText(words) : [words]).map(asKept);

function rowsOf(thread: unknown): readonly unknown[] {
	const rows = readRows(thread, 'tweet', '');
	return rows.ok ? rows.value : [];
}
