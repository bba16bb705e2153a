import type { IExecutePaginationFunctions } from 'n8n-workflow';
import { stableValues, withVariables } from '../../execution/stableValues';
import { threadOfText } from '../../text/threadOfText';
import { field } from '../../utils/json';
import { checkAccount } from '../../validation/account';
import { locatorIn } from '../../validation/locator';
import { readRows } from '../../validation/rows';
import { asKept } from '../post/lookup/samePost';
import { characterLimit, numbering, options, specifyThread, splitLongText, text } from './fields';

/** What stands in the node for account and texts of a post, by which a retry knows them. */
export interface WrittenPost {
	/** What stands in their fields, and how the text is split. */
	readonly written: readonly unknown[];
	/** What they are in a retry as well; undefined where their expressions do not give others whenever n8n evaluates them. */
	readonly stable: readonly unknown[] | undefined;
}

export function writtenPost(functions: IExecutePaginationFunctions): WrittenPost {
	const { parameters } = functions.getNode();
	const account = locatorIn(parameters.username).value;
	const texts = writtenTexts(functions);
	const isInOne = isOneText(functions);
	const split = [splitLongText, numbering, characterLimit].map(({ name }) => field(parameters[options.name], name));
	const written = [...withVariables(functions, [account, ...texts]), isInOne, split];
	return { written, stable: stablePost(functions, account, texts, isInOne) };
}

const isOneText = (functions: IExecutePaginationFunctions): boolean =>
	functions.getNodeParameter(specifyThread.name, 'text') !== 'tweets';

/** What stands in the fields of the texts of a post: expressions, or values. */
function writtenTexts(functions: IExecutePaginationFunctions): unknown[] {
	const { parameters } = functions.getNode();
	return isOneText(functions) ? [parameters[text.name]] : rowsOf(parameters.thread).map((row) => field(row, 'text'));
}

function stablePost(
	functions: IExecutePaginationFunctions,
	account: unknown,
	texts: readonly unknown[],
	isInOne: boolean,
): unknown[] | undefined {
	const stable = stableValues(functions, [account, ...texts]);
	if (stable === undefined) return undefined;
	const [stableAccount, ...stableTexts] = stable;
	const handle = checkAccount(stableAccount);
	return [
		handle.ok ? handle.value.toLowerCase() : stableAccount,
		...stableTexts.flatMap((value) => (typeof value === 'string' ? tweetsOf(value, isInOne) : [value])),
	];
}

const tweetsOf = (words: string, isInOne: boolean): string[] => (isInOne ? threadOfText(words) : [words]).map(asKept);

function rowsOf(thread: unknown): readonly unknown[] {
	const rows = readRows(thread, 'tweet', '');
	return rows.ok ? rows.value : [];
}
