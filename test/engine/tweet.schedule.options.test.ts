/** The options of Tweet: Schedule. */
import type { INodeParameters } from 'n8n-workflow';
import { SocialPostScheduling } from '../../nodes/SocialPostScheduling/SocialPostScheduling.node';
import { NODE_TYPE, runNode } from '../harness/engine';
import { oneNode } from '../harness/oneNode';
import { scheduleParameters, texts } from '../harness/posts';
import { useService } from '../harness/service';

const service = useService();

const schedule = async (options: Record<string, string | string[] | boolean>) =>
	await runNode({
		parameters: { ...scheduleParameters(), options },
		items: texts('Hello'),
		credential: service().credential,
	});

const posts = () => service().sandbox.state().posts;

test('a draft stays a draft, and the item says so', async () => {
	const { items } = await schedule({ saveAsDraft: true });
	expect(items[0]?.json).toMatchObject({ success: true, publishingStatus: 'DRAFT' });
	expect(posts()).toMatchObject([{ publishingStatus: 'DRAFT', submissions: [{ state: 'DRAFT' }] }]);
});

test('without options nothing of them is sent', async () => {
	const { items } = await schedule({ saveAsDraft: false, postTagIds: [] });
	expect(items[0]?.json).not.toHaveProperty('publishingStatus');
	expect(items[0]?.json).not.toHaveProperty('postTags');
	expect(posts()).toMatchObject([{ publishingStatus: 'READY_TO_PUBLISH', postTagIds: [] }]);
});

test.each([
	['chosen', ['31', '32']],
	['as text', '31, 32'],
])('tags %s', async (_, postTagIds) => {
	const { items } = await schedule({ postTagIds });
	expect(items[0]?.json).toMatchObject({ success: true, postTags: ['31', '32'] });
	expect(posts()).toMatchObject([{ postTagIds: ['31', '32'] }]);
});

test('a tag that the service does not know', async () => {
	const { error } = await schedule({ postTagIds: ['99'] });
	expect(error?.message).toBe('The thread was not scheduled: Post Tag Names or IDs: There is no tag with id 99');
	expect(posts()).toEqual([]);
});

test('a service that does not know tags: nothing is posted, and the error shows its words', async () => {
	const message = 'Variable "$input" got invalid value: Field "postTags" is not defined by type "ScheduleTweetInput".';
	service().sandbox.control.addFault({
		on: 'scheduleTweet',
		fault: { kind: 'status', status: 400, body: { errors: [{ message }] } },
	});
	const { error } = await schedule({ postTagIds: ['31'] });
	expect(error?.message).toContain('The thread was not scheduled');
	expect(`${error?.message} ${error?.description}`).toContain('"postTags" is not defined');
	expect(posts()).toEqual([]);
	expect(service().sandbox.state().log).toHaveLength(1);
});

describe('what n8n shows above the output', () => {
	function hintsOf(parameters: INodeParameters) {
		const nodeType = new SocialPostScheduling();
		const { node, workflow } = oneNode(NODE_TYPE, nodeType, parameters);
		return (nodeType.description.hints ?? [])
			.filter(({ displayCondition }) =>
				workflow.expression.getSimpleParameterValue(node, displayCondition, 'internal', {}),
			)
			.map(({ message }) => message);
	}

	test.each([
		['previewOnly', /^"Preview Only" is on: nothing is posted/],
		['saveAsDraft', /^"Save as Draft" is on: nothing is posted until/],
	])('%s, as long as it is on', (option, message) => {
		const hintsWith = (options: INodeParameters) => hintsOf({ ...scheduleParameters(), options });
		expect(hintsWith({ [option]: true })).toEqual([expect.stringMatching(message)]);
		expect(hintsWith({ [option]: false })).toEqual([]);
		expect(hintsWith({})).toEqual([]);
	});

	test('nothing of an option that another operation left behind', () => {
		const options = { previewOnly: true, saveAsDraft: true };
		expect(hintsOf({ resource: 'media', operation: 'uploadBinary', options })).toEqual([]);
		expect(hintsOf({ resource: 'profile', operation: 'get' })).toEqual([]);
	});
});
