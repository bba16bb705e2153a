import type { ServerResponse } from 'node:http';
import type { Outcome } from './faults/outcome';
import type { LogEntry } from './log';
import { problemIn } from './problem';
import { sendReply, withTransportHeaders } from './reply';

/** Does to a connection what was decided, and notes it in the log. */
export function perform(outcome: Outcome, response: ServerResponse, entry: LogEntry, now: number): void {
	if (response.destroyed) return;
	switch (outcome.do) {
		case 'answer':
			entry.status = outcome.reply.status;
			entry.problem = problemIn(outcome.reply);
			sendReply(response, outcome.reply, now);
			return;
		case 'hang':
			entry.status = 'hang';
			return;
		case 'reset': {
			entry.status = 'reset';
			if (!outcome.partOf) {
				response.socket?.resetAndDestroy();
				return;
			}
			const { status, headers, body } = withTransportHeaders(outcome.partOf, now);
			response.writeHead(status, headers);
			// Ended, not reset: a reset would let the client's system throw away the part that it has received.
			response.write(body.slice(0, Math.ceil(body.length / 2)), () => response.socket?.destroySoon());
		}
	}
}
