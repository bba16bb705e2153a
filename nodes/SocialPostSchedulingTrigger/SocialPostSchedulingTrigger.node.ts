import {
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { toNodeError } from '../SocialPostScheduling/errors/nodeError';
import { toInputError } from '../SocialPostScheduling/errors/refuse';
import { getSocialAccounts } from '../SocialPostScheduling/loadOptions/getSocialAccounts';
import { CREDENTIAL_TYPE } from '../SocialPostScheduling/transport/connection';
import { connectNode } from '../SocialPostScheduling/transport/nodeConnection';
import { POLLING } from '../SocialPostScheduling/transport/retry';
import type { InvalidInput } from '../SocialPostScheduling/utils/result';
import { findUnevaluated } from '../SocialPostScheduling/validation/unevaluated';
import { toItem } from './events';
import { isFirstPoll } from './activation';
import { findExample } from './example';
import { properties } from './fields';
import { beginPoll, goOn, memoryOf } from './memory';
import { mayPass, poll, type PollFailure } from './poll';
import { beginAt, isNew, type Progress, readProgress } from './progress';
import { readSettings } from './settings';
import { pause, type Turn, withoutOverlap } from './turns';

const NO_EXAMPLE: InvalidInput = {
	field: 'Trigger On',
	problem: 'has no event to show yet',
	advice:
		'Wait until a post is submitted or fails, or an account is disconnected. Or choose other events or platforms, and check the accounts under Filters: an expression gives them by ID, not by name.',
};

const FEWER_REQUESTS = 'A trigger sends fewer requests with fewer platforms, or with fewer poll times.';

export class SocialPostSchedulingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Social Post Scheduling Trigger',
		name: 'socialPostSchedulingTrigger',
		icon: {
			light: 'file:../../icons/socialPostScheduling.svg',
			dark: 'file:../../icons/socialPostScheduling.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["events"].join(", ").replace(/([A-Z])/g, " $1").toLowerCase() }}',
		description: 'Starts the workflow when a post is submitted or fails, or when a social account is disconnected',
		defaults: { name: 'Social Post Scheduling Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'socialPostSchedulingApi', required: true }],
		properties,
	};

	methods = { loadOptions: { getSocialAccounts } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const { connection, readApiKeys } = await connectNode(this, POLLING);
		const placeOfError = async () => ({ node: this.getNode(), apiKeys: await readApiKeys() });
		const fail = async ({ failure, request }: PollFailure) =>
			toNodeError(failure, request, await placeOfError(), failure.kind === 'rateLimited' ? [FEWER_REQUESTS] : []);
		const refuse = async (problem: InvalidInput) => toInputError(problem, await placeOfError());
		if (!connection.ok) throw await refuse(connection.error);
		const unevaluated = findUnevaluated(properties, this.getNode().parameters);
		if (unevaluated !== undefined) throw await refuse(unevaluated);
		const settings = readSettings(this);
		if (!settings.ok) throw await refuse(settings.error);

		if (this.getMode() === 'manual') {
			const example = await findExample(connection.value, settings.value);
			if (!example.ok) throw await fail(example.error);
			if (example.value === undefined) throw await refuse(NO_EXAMPLE);
			return [[{ json: toItem(example.value) }]];
		}

		const trigger = `${this.getWorkflow().id}/${this.getNode().id}`;
		const isFirst = isFirstPoll(this, trigger);
		const source = [
			connection.value.endpoint.href,
			this.getNode().credentials?.[CREDENTIAL_TYPE]?.id ?? '',
			settings.value.accounts?.toSorted().join() ?? 'all',
		].join(' ');
		const thisPoll = beginPoll(trigger, source);
		const recall = () => {
			const memory = memoryOf(this, thisPoll);
			return { memory, progress: readProgress(memory.recalled, source) };
		};
		const begunAt = Date.now();
		// A trigger begins with its first poll: what happens while that is left out would be missed in silence.
		const goesOn = !isNew(recall().progress, settings.value);
		if (isFirst && goesOn) goOn(thisPoll);
		const mayLeaveOut = !isFirst || goesOn;
		const run = async (turn: Turn) => {
			const { memory, progress } = recall();
			const isKnown = !isNew(progress, settings.value);
			const keep = (known: Progress, hasEvents: boolean) =>
				memory.keep({ ...known, accounts: known.accounts ?? null }, hasEvents);
			const outcome = await poll(connection.value, settings.value, progress, begunAt);
			if (!outcome.ok) {
				const { failure } = outcome.error;
				// As long as it is not known what was there before, a poll that is left out would miss events in silence.
				if (isKnown && pause(turn, failure)) return null;
				// n8n does not start a trigger whose first poll fails, and does not try it again later. The next poll tells the failure.
				if (isFirst && isKnown) return null;
				if (isFirst && mayPass(failure)) {
					keep(beginAt(begunAt, progress, settings.value), false);
					return null;
				}
				throw await fail(outcome.error);
			}
			const { events, progress: seen } = outcome.value;
			keep(seen, events.length > 0);
			return events.length === 0 ? null : [events.map((event) => ({ json: toItem(event) }))];
		};
		return await withoutOverlap(`${trigger}/${source}`, run, mayLeaveOut);
	}
}
