import { sayNext, type Situation } from '../../../nodes/SocialPostScheduling/execution/retryAdvice';

const SITUATION: Situation = {
	pastTense: 'published',
	done: 'done',
	isRetried: false,
	isAlone: false,
	areOthersLeft: true,
	isOfEarlierNode: false,
	isOfInput: false,
	doubt: undefined,
	repeatedIf: undefined,
	which: '',
};
const say = (more: Partial<Situation>) => sayNext({ ...SITUATION, ...more }).join(' ');

const CHANGE =
	'A retry gets the same input items and files. If you change this node, choose "Retry with currently saved workflow"';
const SAME_INPUT = `${CHANGE}: the change counts for all items. For one alone, use an expression with $itemIndex.`;
const REPEATS =
	'Other retries get the same input items and files. A new execution may repeat what is done, also by earlier nodes: let it do only what is left.';

test.each<[string, Partial<Situation>, string]>([
	[
		'something is done',
		{},
		`To go on, use "Retry" in the list of executions: a new execution does not know what is done. ${SAME_INPUT}`,
	],
	[
		'a sub-workflow has done something',
		{ done: 'published', which: ' for the workflow "Sub"' },
		`To go on, use "Retry" in the list of executions for the workflow "Sub": a new execution does not know what is published. ${SAME_INPUT}`,
	],
	[
		'the node got one item',
		{ isAlone: true, areOthersLeft: false },
		`To go on, use "Retry" in the list of executions: a new execution does not know what is done. ${CHANGE}.`,
	],
	[
		'a retry does the done items again if they change',
		{ done: 'published', repeatedIf: 'the ID changes' },
		`To go on, use "Retry" in the list of executions: a new execution does not know what is published. ${SAME_INPUT} An item that was published already is published again if the ID changes.`,
	],
	[
		'an earlier node has failed',
		{ isOfEarlierNode: true, done: undefined, areOthersLeft: false },
		`If the mistake is in this node, correct it, and use "Retry with currently saved workflow" in the list of executions. ${REPEATS}`,
	],
	[
		'the file is wrong, and something is done',
		{ isOfInput: true, areOthersLeft: false },
		`If the mistake is in this node, correct it, and use "Retry with currently saved workflow" in the list of executions. ${REPEATS}`,
	],
	['the file is wrong, and nothing is done', { isOfInput: true, done: undefined }, ''],
	[
		'an earlier node has failed, and others are left',
		{ isOfEarlierNode: true, done: undefined, isRetried: true, which: ' for the workflow "Sub"' },
		`If the mistake is in this node, correct it, and use "Retry with currently saved workflow" in the list of executions for the workflow "Sub". To go on with the other items, set "On Error" in this node's settings to "Continue", and use the same retry: this item then comes out as a failed one. ${REPEATS}`,
	],
	[
		'a retry sends it again',
		{ doubt: { howToLook: undefined }, which: ' for the workflow "Sub"' },
		`If this item was not published, use "Retry" in the list of executions for the workflow "Sub": a new execution does not know what is done. If this item was published, do not use "Retry" for the workflow "Sub": it sends this item again. Do what is left by hand, or with a workflow that does only that. ${SAME_INPUT}`,
	],
	[
		'a retry sends it again, unless it looks',
		{ doubt: { howToLook: 'set "Look"' }, isRetried: true, areOthersLeft: false },
		`If this item was published, first set "Look", save, and use "Retry with currently saved workflow": any other retry sends this item again, and so does this one if API: Check shows that the service does not offer the list of posts.`,
	],
	[
		'nothing is done, and others are left',
		{ done: undefined, doubt: { howToLook: undefined } },
		'If this item was published, do not use "Retry": it sends this item again. Do what is left by hand, or with a workflow that does only that.',
	],
	['nothing is done, and none is left', { done: undefined, doubt: { howToLook: undefined }, areOthersLeft: false }, ''],
	['nothing is done', { done: undefined }, ''],
	[
		'a retry fails',
		{ isRetried: true, which: ' for the workflow "Sub"' },
		`To go on, use "Retry" of this execution for the workflow "Sub": an older one does not know what this one has done.`,
	],
	['a retry refuses what is done', { isRetried: true, done: undefined }, ''],
])('where %s', (_, situation, words) => {
	expect(say(situation)).toBe(words);
});
