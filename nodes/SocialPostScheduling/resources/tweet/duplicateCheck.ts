import type { INodeProperties } from 'n8n-workflow';
import type { LookUpTime } from '../../execution/operation';
import type { JsonRecord } from '../../utils/json';
import { type InvalidInput, ok, type Result } from '../../utils/result';
import { readSetOption } from '../../validation/parameters';

const TIMES = [
	{
		name: 'Always',
		value: 'always',
		description: 'Before and after each post, so that a second run, or one at the same moment, does not post again',
	},
	{ name: 'Never', value: 'never', description: 'The service is not asked' },
	{
		name: 'When in Doubt',
		value: 'whenInDoubt',
		description: 'If the response was lost, or the execution is retried from the list of executions',
	},
] as const satisfies ReadonlyArray<{ value: LookUpTime; name: string; description: string }>;

const DEFAULT: LookUpTime = 'whenInDoubt';

export const duplicateCheck: INodeProperties = {
	displayName: 'Duplicate Check',
	name: 'duplicateCheck',
	type: 'options',
	options: [...TIMES],
	default: DEFAULT,
	description:
		'When to look in the service whether the account has a post with the same time, to the second, and the same texts already',
};

/** When a post is looked up, from the options of the operation. */
export function checkDuplicateCheck(options: JsonRecord): Result<LookUpTime, InvalidInput> {
	const time = readSetOption(options, duplicateCheck.name, duplicateCheck.displayName, TIMES);
	return time.ok ? ok(time.value ?? DEFAULT) : time;
}
