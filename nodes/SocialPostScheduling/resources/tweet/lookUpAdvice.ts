import type { IExecutePaginationFunctions } from 'n8n-workflow';
import type { LookUpTime } from '../../execution/operation';
import { sayWhichRetry, sayWhichWorkflow } from '../../execution/retryAdvice';
import { hasRetry } from '../../execution/tool';
import type { Failure } from '../../transport/failure';
import type { PostToSchedule } from './postToSchedule';

/** How a post in doubt is sent again that looks, so many seconds apart, did not find: in a way that looks once more. */
export function adviseIfAbsent(
	functions: IExecutePaginationFunctions,
	duplicateCheck: LookUpTime,
	seconds: number,
): string {
	const looked = `Two looks at the posts of that day, ${seconds} seconds apart, did not find it.`;
	if (!hasRetry(functions)) return `${looked} ${NEW_EXECUTION}`;
	const isCalled = sayWhichWorkflow(functions) !== '';
	const newExecution =
		duplicateCheck === 'always'
			? 'A new execution finds it only if it gives the post the same time and texts.'
			: `A new execution does not look${isCalled ? ', nor does "Retry" of the workflow that called this one' : ''}.`;
	return `${looked} Wait some minutes, as a slow service may still be working on it. Then use "Retry" ${sayWhichRetry(functions)}: it looks once more before it sends. That is safe if no other execution sends the post, and nothing changes it in the service before that. ${newExecution}`;
}

/** How a post in doubt is sent again that could not be looked up. */
export const adviseIfUnclear = (functions: IExecutePaginationFunctions): string =>
	hasRetry(functions) ? `${sayRetryLater(functions)} ${WITHOUT_A_LOOK}` : NEW_EXECUTION;

/** How a post is sent that was not, because it could not be looked up. */
export function adviseIfUnseen(
	functions: IExecutePaginationFunctions,
	{ duplicateCheck, readsClock }: PostToSchedule,
	{ kind }: Failure,
): string[] {
	if (hasRetry(functions)) {
		const otherTime = readsClock ? [OTHER_TIME] : [];
		return [sayRetryLater(functions), ...otherTime, ...(CANNOT_SEND.has(kind) ? [] : [WITHOUT_A_LOOK])];
	}
	// Another execution runs the nodes before this one again.
	return duplicateCheck === 'always' ? [LOOKED_UP_LATER, OTHER_TIME] : [NEW_EXECUTION];
}

const sayRetryLater = (functions: IExecutePaginationFunctions): string =>
	`Use "Retry" ${sayWhichRetry(functions)} later: it looks for the post once more before it sends. If you find the post in the service, change nothing in it until then.`;

/** "Never" holds for all items of the node. */
const WITHOUT_A_LOOK =
	'To send without a look, wait some minutes, and search the service for the posts of all items that are left, also in other runs of this node. If none is there, set "Duplicate Check" to "Never" for one "Retry with currently saved workflow". Else send only the missing ones in a new execution, also with "Never", and do not retry this one. After that, set it back before the workflow is published or runs otherwise.';

/** For where there is no "Retry". */
const NEW_EXECUTION =
	'Wait some minutes, as a slow service may still be working on it, and look in the service then. If it is not there, send it in a new execution that sends nothing else.';

/** The same with "Always", which looks in each execution. */
const LOOKED_UP_LATER = 'A later try looks for the post before it sends.';

/** With another time, it is another post for a look. */
const OTHER_TIME =
	'A look finds a post only at the same time. If its time comes from the clock, also in a node before this one, look in the service before you try again.';

/** What keeps a post from being sent as well as from being looked up. */
const CANNOT_SEND: ReadonlySet<Failure['kind']> = new Set(['blockedByN8n', 'unreachable', 'untrusted', 'unauthorized']);
