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

/** One poll of a trigger. */
export interface Poll {
	/** Names the workflow and the node. */
	readonly trigger: string;
	/** What it listens to. */
	readonly source: string;
	/** A later poll of the process has a higher one. */
	readonly number: number;
}

/** How many polls have begun. */
let begun = 0;

/** A poll begins. */
export const beginPoll = (trigger: string, source: string): Poll => ({ trigger, source, number: ++begun });

/** The first poll of the latest publication of each trigger that goes on with what is known. It may come to nothing that is kept. */
const goingOn = new Map<string, Poll>();

/** A publication goes on with what is known: from now on, no poll of an earlier one that listens to something else keeps anything. */
export const goOn = (poll: Poll): void => void goingOn.set(poll.trigger, poll);

/** The number of the last poll of each trigger that has kept something. */
const lastKept = new Map<string, number>();

export interface Memory {
	/** What is known of the node: the latest of what was kept; undefined where there is nothing. */
	readonly recalled: unknown;
	/** Keeps what a poll has seen, for the next one. */
	keep(known: IDataObject, hasEvents: boolean): void;
}

/** Whether the publication of a poll is over: another one has kept something that began later, or goes on with something else. */
function isOver({ trigger, source, number }: Poll): boolean {
	const latest = goingOn.get(trigger);
	const isReplaced = latest !== undefined && latest.number > number && latest.source !== source;
	return isReplaced || number < (lastKept.get(trigger) ?? 0);
}

/** @param poll one whose publication is over keeps nothing any more */
export function memoryOf(context: IPollFunctions, poll: Poll): Memory {
	const { trigger, number } = poll;
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
			if (isOver(poll)) return;
			lastKept.set(trigger, number);
			// A clock that goes back does not make the latest older.
			const kept = { ...known, nodeId, keptAt: Math.max(Date.now(), keptAt(recalled) + 1) };
			Object.assign(ofNode, kept);
			ofWorkflow[key] = kept;
			if (!hasEvents) unstored.set(trigger, kept);
		},
	};
}
