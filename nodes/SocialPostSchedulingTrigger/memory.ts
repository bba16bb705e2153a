/**
 * Where a trigger keeps what it knows. n8n keeps the data of a node under the name of the node, and stores them after a poll with items only.
 */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { field, integerField, textField } from '../SocialPostScheduling/utils/json';

/**
 * What the polls without events have seen, by workflow and node. What a poll with events has seen is not here: n8n may drop what it gives,
 * and the next one must give it again.
 */
const unstored = new Map<string, IDataObject>();

/** How many polls have begun. */
let begun = 0;

/** A poll begins. Gives its number. */
export const beginPoll = (): number => ++begun;

/** The number of the last poll of each trigger that has kept something. */
const lastKept = new Map<string, number>();

export interface Memory {
	/** What is known of the node: the latest of what was kept; undefined where there is nothing. */
	readonly recalled: unknown;
	/** Keeps what a poll has seen, for the next one. */
	keep(known: IDataObject, hasEvents: boolean): void;
}

/**
 * @param trigger names the workflow and the node
 * @param poll its number: one that has begun before another one that has kept something keeps nothing any more, as its publication is over
 */
export function memoryOf(context: IPollFunctions, trigger: string, poll: number): Memory {
	const nodeId = context.getNode().id;
	const ofNode = context.getWorkflowStaticData('node');
	// Besides, under the ID of the node, which stays when the node is renamed.
	const ofWorkflow = context.getWorkflowStaticData('global');
	const key = `socialPostSchedulingTrigger ${nodeId}`;
	const keptAt = (kept: unknown) => integerField(kept, 'keptAt') ?? 0;
	const [recalled] = [ofNode, field(ofWorkflow, key), unstored.get(trigger)]
		// Another node may have had the name.
		.filter((kept) => textField(kept, 'nodeId') === nodeId)
		.sort((one, other) => keptAt(other) - keptAt(one));
	return {
		recalled,
		keep: (known, hasEvents) => {
			if (poll < (lastKept.get(trigger) ?? 0)) return;
			lastKept.set(trigger, poll);
			// A clock that goes back does not make the latest older.
			const kept = { ...known, nodeId, keptAt: Math.max(Date.now(), keptAt(recalled) + 1) };
			Object.assign(ofNode, kept);
			ofWorkflow[key] = kept;
			if (!hasEvents) unstored.set(trigger, kept);
		},
	};
}
