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

/** What each trigger listens to since its latest poll began. */
const sources = new Map<string, string>();

/** A poll begins. One of the same trigger that began before, and listens to something else, keeps nothing any more: its publication is over. */
export const holdMemory = (trigger: string, source: string): void => void sources.set(trigger, source);

export interface Memory {
	/** What is known of the node: the latest of what was kept; undefined where there is nothing. */
	readonly recalled: unknown;
	/** Keeps what a poll has seen, for the next one. */
	keep(known: IDataObject, hasEvents: boolean): void;
}

/**
 * @param trigger names the workflow and the node
 * @param source what it listens to
 */
export function memoryOf(context: IPollFunctions, trigger: string, source: string): Memory {
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
			if (sources.get(trigger) !== source) return;
			// A clock that goes back does not make the latest older.
			const kept = { ...known, nodeId, keptAt: Math.max(Date.now(), keptAt(recalled) + 1) };
			Object.assign(ofNode, kept);
			ofWorkflow[key] = kept;
			if (!hasEvents) unstored.set(trigger, kept);
		},
	};
}
