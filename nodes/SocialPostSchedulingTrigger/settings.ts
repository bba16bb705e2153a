import type { IPollFunctions } from 'n8n-workflow';
import { checkAccounts } from '../SocialPostScheduling/resources/accounts';
import { type Platform, PLATFORMS } from '../SocialPostScheduling/resources/platform';
import { combine, type InvalidInput, invalid, ok, type Result } from '../SocialPostScheduling/utils/result';
import { readFilters } from '../SocialPostScheduling/resources/filters';
import { readOption } from '../SocialPostScheduling/validation/parameters';
import { EVENTS, type EventName } from './events';
import { filters } from './fields';

/** What a trigger listens to. */
export interface Settings {
	readonly events: ReadonlySet<EventName>;
	readonly platforms: readonly Platform[];
	/** IDs of social accounts; undefined for all. */
	readonly accounts: readonly string[] | undefined;
}

export function readSettings(context: IPollFunctions): Result<Settings, InvalidInput> {
	const events = readOptions(context.getNodeParameter('events', []), 'Trigger On', EVENTS);
	if (!events.ok) return events;
	if (events.value.length === 0) return invalid('Trigger On', 'is empty', 'Choose at least one event.');
	const platforms = readOptions(context.getNodeParameter('platforms', []), 'Platforms', PLATFORMS);
	if (!platforms.ok) return platforms;
	const isAboutPosts = events.value.some((event) => event !== 'accountDisconnected');
	if (isAboutPosts && platforms.value.length === 0) {
		return invalid('Platforms', 'is empty', 'Choose at least one platform to watch.');
	}
	const writtenFilters = readFilters(context, filters);
	if (!writtenFilters.ok) return writtenFilters;
	const accounts = checkAccounts(writtenFilters.value.accounts);
	if (!accounts.ok) return accounts;
	return ok({
		events: new Set(events.value),
		platforms: isAboutPosts ? platforms.value : [],
		accounts: accounts.value,
	});
}

/** Several values of a list of options, each once. */
function readOptions<V extends string>(
	written: unknown,
	parameter: string,
	options: ReadonlyArray<{ readonly value: V }>,
): Result<V[], InvalidInput> {
	const chosen: unknown[] = Array.isArray(written) ? written : [written];
	const values = combine(chosen.map((one) => readOption(one, parameter, options)));
	return values.ok ? ok([...new Set(values.value.filter((value) => value !== undefined))]) : values;
}
