import type { IExecutePaginationFunctions } from 'n8n-workflow';
import { stableValues } from '../../execution/stableValues';
import { threadOfText } from '../../text/threadOfText';
import { field } from '../../utils/json';
import { checkAccount } from '../../validation/account';
import { locatorIn } from '../../validation/locator';
import { readRows } from '../../validation/rows';
import { asKept } from '../post/lookup/samePost';
import { specifyThread, text } from './fields';

/**
 * What account and texts of a post are in a retry as well, however they are written; undefined where their expressions do not give others
 * whenever n8n evaluates them.
 */
export function stablePost(functions: IExecutePaginationFunctions): unknown[] | undefined {
	const isInOne = isOneText(functions);
	const { value: account } = locatorIn(functions.getNode().parameters.username);
	const stable = stableValues(functions, [account, ...writtenTexts(functions)]);
	if (stable === undefined) return undefined;
	const [stableAccount, ...stableTexts] = stable;
	const handle = checkAccount(stableAccount);
	return [
		handle.ok ? handle.value.toLowerCase() : stableAccount,
		...stableTexts.flatMap((value) => (typeof value === 'string' ? tweetsOf(value, isInOne) : [value])),
	];
}

const isOneText = (functions: IExecutePaginationFunctions): boolean =>
	functions.getNodeParameter(specifyThread.name, 'text') !== 'tweets';

/** What stands in the fields of the texts of a post: expressions, or values. */
function writtenTexts(functions: IExecutePaginationFunctions): unknown[] {
	const { parameters } = functions.getNode();
	return isOneText(functions) ? [parameters[text.name]] : rowsOf(parameters.thread).map((row) => field(row, 'text'));
}

const tweetsOf = (words: string, isInOne: boolean): string[] => (isInOne ? threadOfText(words) : [words]).map(asKept);

function rowsOf(thread: unknown): readonly unknown[] {
	const rows = readRows(thread, 'tweet', '');
	return rows.ok ? rows.value : [];
}
