import type { INodeProperties } from 'n8n-workflow';
import { ID_LIST_HINT } from '../idList';
import type { JsonRecord } from '../../utils/json';
import { type InvalidInput, ok, type Result } from '../../utils/result';
import { type NumberLimits, readNumber } from '../../validation/parameters';

/** How the file is called in the library. */
export const mediaName: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. Launch teaser',
	description: 'Display name of the file in the content library. Posts can refer to media by this name.',
};

/** The labels of a file, the same in every upload. As with accounts, an expression may give a text with commas. */
export const mediaLabelIds: INodeProperties = {
	displayName: 'Media Label Names or IDs',
	name: 'mediaLabelIds',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getMediaLabels' },
	allowArbitraryValues: true,
	default: [],
	description:
		'Labels for the file in the content library. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	hint: ID_LIST_HINT,
};

/** Minutes after which an upload is given up where the user sets nothing: the life of a session and of the one after it. */
const DEFAULT_GIVE_UP_AFTER_MINUTES = 120;

const MINUTE_MS = 60_000;

/** Any time above nothing: a person may want an upload to be given up after half a minute. */
const GIVE_UP_AFTER: NumberLimits = {
	fallback: DEFAULT_GIVE_UP_AFTER_MINUTES,
	min: 0.1,
	max: Number.POSITIVE_INFINITY,
	whole: false,
};

export const giveUpAfter: INodeProperties = {
	displayName: 'Give Up After (Minutes)',
	name: 'giveUpAfter',
	type: 'number',
	typeOptions: { minValue: GIVE_UP_AFTER.min, numberPrecision: 1 },
	default: DEFAULT_GIVE_UP_AFTER_MINUTES,
	description: 'How long one upload may take with all its retries',
};

/** What the option says, in milliseconds. */
export function checkGiveUpAfter(options: JsonRecord): Result<number, InvalidInput> {
	const minutes = readNumber(options[giveUpAfter.name], giveUpAfter.displayName, GIVE_UP_AFTER);
	return minutes.ok ? ok(minutes.value * MINUTE_MS) : minutes;
}
