/** What n8n noted about one execution of a workflow. */
import { asList, asObject, asText } from '../scripts/lib/json';
import { PlainFailure } from '../scripts/lib/lifetime';
import type { Execution } from '../scripts/lib/n8n-client';

/** The times of one node in an execution, in milliseconds since 1970. */
interface Span {
	readonly from: number;
	readonly to: number;
}

/** The times of the nodes of an execution that went well. */
export class Run {
	private readonly runData: Record<string, unknown>;

	constructor(workflow: string, execution: Execution) {
		if (execution.status !== 'success') {
			const error = asObject(execution.result.error);
			const words = [asText(error.message), asText(error.description)].filter((text) => text !== '').join(' ');
			throw new PlainFailure(`The workflow "${workflow}" ended with "${execution.status}": ${words}`);
		}
		this.runData = asObject(execution.result.runData);
	}

	/** How long a node took, in milliseconds. */
	msOf(node: string): number {
		return this.msFrom(node, node);
	}

	/** From the beginning of one node to the end of another, in milliseconds. */
	msFrom(first: string, last: string): number {
		return this.spanOf(last).to - this.spanOf(first).from;
	}

	/** From the first time that a node began to the last time that it ended: in a loop it runs more than once. */
	private spanOf(node: string): Span {
		const times = asList(this.runData[node]).map((entry) => {
			const { startTime, executionTime } = asObject(entry);
			return { from: Number(startTime), to: Number(startTime) + Number(executionTime) };
		});
		if (times.length === 0) throw new Error(`The node "${node}" did not run.`);
		return { from: Math.min(...times.map(({ from }) => from)), to: Math.max(...times.map(({ to }) => to)) };
	}
}
