import { sayNext, type Situation } from '../../../nodes/SocialPostScheduling/execution/retryAdvice';

const SITUATION: Situation = {
	pastTense: 'published',
	done: 'done',
	isRetried: false,
	areOthersLeft: true,
	isOneOfMany: true,
	isInLoop: false,
	isOfEarlierNode: false,
	isOfInput: false,
	isRefused: false,
	isRefusedForGood: false,
	doubt: undefined,
	othersInDoubt: [],
	repeatedIf: undefined,
	isCalled: false,
	which: '',
};
const say = (more: Partial<Situation>) => sayNext({ ...SITUATION, ...more }).join(' ');

const CHANGED = '("with currently saved workflow" if you have changed it)';
const ALL =
	"A change in this node counts for all of its items, also in later rounds and executions. To change one item only, use an expression with a condition that no other item meets, such as {{ $json.column === 'wrong' ? 'right' : $json.column }}.";
const SAME_INPUT = 'A retry gets the same input items and files.';
const HOW =
	'To leave this item out, set "On Error" in this node\'s settings to "Continue (using error output)" for one "Retry with currently saved workflow", then to "Stop Workflow" again, before the workflow is published or runs again. n8n shows that retry as a success, whichever items fail in it: look at all runs and branches of this node\'s output.';
const ONLY_OTHERS =
	'The nodes after it get only the other items: before that retry, check that this is right for them. A Merge by position would join the wrong items.';
const LEAVE_OUT = `${HOW} ${ONLY_OTHERS}`;
const WITHOUT_CHANGE = `Without a change, each retry fails again for this item. ${LEAVE_OUT} A new execution runs all nodes again, also those that are done for an item: let it do only what is left.`;
const IN_THIS_NODE = 'If the mistake is in this node, correct it, and use "Retry with currently saved workflow"';
const CALLER =
	'The workflow that called it does not go on by that: do by hand what its next nodes do, such as to mark rows. Its own retry runs all its calls from the start.';

test.each<[string, Partial<Situation>, string]>([
	[
		'something is done',
		{},
		`To go on, use "Retry" in the list of executions ${CHANGED}: a new execution does not know what is done.`,
	],
	[
		'a sub-workflow has done something',
		{ done: 'published', which: ' for the workflow "Sub"' },
		`To go on, use "Retry" in the list of executions for the workflow "Sub" ${CHANGED}: a new execution does not know what is published. ${CALLER}`,
	],
	[
		'the item is refused',
		{ isRefused: true },
		`To go on, use "Retry" in the list of executions ${CHANGED}: a new execution does not know what is done. ${SAME_INPUT} ${ALL} ${LEAVE_OUT}`,
	],
	['the item is refused, and nothing is done', { isRefused: true, done: undefined }, ALL],
	[
		'the item is refused in a sub-workflow, and nothing is done in this call',
		{ isRefused: true, done: undefined, isOneOfMany: false, isCalled: true, which: ' for the workflow "Sub"' },
		'A retry of the workflow that called this one runs all its calls from the start. If some of them have done their items, let a new execution do only what is left.',
	],
	['the only item is refused', { isRefused: true, done: undefined, areOthersLeft: false, isOneOfMany: false }, ''],
	[
		'a retry refuses the item, and nothing is done',
		{ isRefused: true, done: undefined, isRetried: true },
		`${SAME_INPUT} ${ALL} ${LEAVE_OUT}`,
	],
	[
		'the item is refused, in a loop that has to get it back',
		{ isRefused: true, isInLoop: true },
		`To go on, use "Retry" in the list of executions ${CHANGED}: a new execution does not know what is done. ${SAME_INPUT} ${ALL} ${HOW.replace(' (using error output)', '')} The nodes after it get the item as well, with "error": before that retry, check that they do not take it for done, and lead it back to the loop.`,
	],
	[
		'the only item is refused, and will be refused again',
		{ isRefused: true, isRefusedForGood: true, done: undefined, areOthersLeft: false, isOneOfMany: false },
		LEAVE_OUT,
	],
	[
		'a retry refuses the last item',
		{ isRefused: true, isRetried: true, areOthersLeft: false },
		`To go on, use "Retry" of this execution ${CHANGED}: an older one does not know what this one has done. ${SAME_INPUT} ${ALL} ${LEAVE_OUT}`,
	],
	[
		'a retry does the done items again if they change',
		{ done: 'published', repeatedIf: 'the ID changes' },
		`To go on, use "Retry" in the list of executions ${CHANGED}: a new execution does not know what is published. An item that was published already is published again if the ID changes.`,
	],
	[
		'an earlier node has failed',
		{ isOfEarlierNode: true, done: undefined },
		`${IN_THIS_NODE} in the list of executions. ${ALL} ${WITHOUT_CHANGE}`,
	],
	[
		'the file is wrong, and something is done',
		{ isOfInput: true },
		`${IN_THIS_NODE} in the list of executions. ${ALL} ${WITHOUT_CHANGE}`,
	],
	['the file is wrong, and nothing is done', { isOfInput: true, done: undefined }, ''],
	[
		'an earlier node of a sub-workflow has failed',
		{ isOfEarlierNode: true, isRetried: true, which: ' for the workflow "Sub"' },
		`${IN_THIS_NODE} of this execution for the workflow "Sub". ${ALL} ${WITHOUT_CHANGE}`,
	],
	[
		'a retry sends it again',
		{ doubt: { howToLook: undefined }, which: ' for the workflow "Sub"' },
		`If this item was not published, use "Retry" in the list of executions for the workflow "Sub": a new execution does not know what is done. ${CALLER} If this item was published, do not use "Retry" for the workflow "Sub": it sends this item again. Do what is left by hand, or with a workflow that does only that.`,
	],
	[
		'a retry sends it again, unless it looks',
		{ doubt: { howToLook: 'set "Look"' }, isRetried: true, areOthersLeft: false },
		`If this item was not published, use "Retry" of this execution: an older one does not know what this one has done. If this item was published, first set "Look", save, and use "Retry with currently saved workflow": any other retry sends this item again, and so does this one if API: Check shows that the service does not offer the list of posts.`,
	],
	[
		'nothing is done, and others are left',
		{ done: undefined, doubt: { howToLook: undefined } },
		'If this item was published, do not use "Retry": it sends this item again. Do what is left by hand, or with a workflow that does only that.',
	],
	[
		'a retry sends another one again',
		{ othersInDoubt: [{ item: 1, howToLook: undefined }] },
		`If item 1 was not published, use "Retry" in the list of executions ${CHANGED}: a new execution does not know what is done. If item 1 was published, do not use "Retry": it sends item 1 again. Do what is left by hand, or with a workflow that does only that.`,
	],
	[
		'a retry sends this one and others again, and can look for some of them',
		{
			doubt: { howToLook: 'set "Look"' },
			othersInDoubt: [
				{ item: 1, howToLook: 'set "Look"' },
				{ item: 2, howToLook: undefined },
			],
		},
		'If none of this item and items 1 and 2 was published, use "Retry" in the list of executions: a new execution does not know what is done. If one of this item and items 1 and 2 was published, do not use "Retry": it sends this item and items 1 and 2 again. Do what is left by hand, or with a workflow that does only that.',
	],
	['nothing is done, and none is left', { done: undefined, doubt: { howToLook: undefined }, areOthersLeft: false }, ''],
	['nothing is done', { done: undefined }, ''],
	[
		'a retry fails',
		{ isRetried: true, which: ' for the workflow "Sub"' },
		`To go on, use "Retry" of this execution for the workflow "Sub" ${CHANGED}: an older one does not know what this one has done. ${CALLER}`,
	],
	['a retry refuses what is done', { isRetried: true, done: undefined }, ''],
])('where %s', (_, situation, words) => {
	expect(say(situation)).toBe(words);
});
