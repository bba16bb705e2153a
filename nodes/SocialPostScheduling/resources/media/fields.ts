import type { INodeProperties } from 'n8n-workflow';
import { field } from '../../utils/json';

/** How the file is called in the library. */
export const mediaName: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. Launch teaser',
	description: 'Display name of the file in the content library. Posts can refer to media by this name.',
};

/** The labels of a file, the same in every upload. */
export const mediaLabelIds: INodeProperties = {
	displayName: 'Media Label IDs',
	name: 'mediaLabelIds',
	type: 'string',
	default: '',
	placeholder: 'e.g. 12,15',
	description:
		'IDs of labels for the file in the content library, separated by commas. An expression may give an array.',
};

/** Minutes after which an upload is given up where the user sets nothing: the life of a session and of the one after it. */
const DEFAULT_GIVE_UP_AFTER_MINUTES = 120;

const MINUTE_MS = 60_000;

export const giveUpAfter: INodeProperties = {
	displayName: 'Give Up After (Minutes)',
	name: 'giveUpAfter',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: DEFAULT_GIVE_UP_AFTER_MINUTES,
	description: 'How long one upload may take with all its retries',
};

/** What the option says, in milliseconds. */
export function giveUpAfterMs(options: unknown): number {
	const minutes = field(options, giveUpAfter.name);
	return (typeof minutes === 'number' && minutes > 0 ? minutes : DEFAULT_GIVE_UP_AFTER_MINUTES) * MINUTE_MS;
}
