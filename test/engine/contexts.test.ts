/** The transport serves every context of n8n that sends requests, not only the items of a workflow. */
import { LoadOptionsContext, PollContext } from 'n8n-core';
import { type INode, Workflow } from 'n8n-workflow';
import { SocialPostScheduling } from '../../nodes/SocialPostScheduling/SocialPostScheduling.node';
import { PROFILE } from '../../nodes/SocialPostScheduling/resources/profile/get';
import { connect } from '../../nodes/SocialPostScheduling/transport/connection';
import { callService } from '../../nodes/SocialPostScheduling/transport/graphql';
import { INTERACTIVE } from '../../nodes/SocialPostScheduling/transport/retry';
import { CREDENTIAL, serverData } from '../harness/engine';
import { TestNodeTypes } from '../harness/nodeTypes';
import { useService } from '../harness/service';

const service = useService();

const TYPE = 'n8n-nodes-social-post-scheduling.socialPostScheduling';
const node: INode = {
	id: 'node',
	name: 'Social Post Scheduling',
	type: TYPE,
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
	credentials: { [CREDENTIAL]: { id: '1', name: 'Test account' } },
};
const workflow = new Workflow({
	id: 'workflow',
	nodes: [node],
	connections: {},
	active: false,
	nodeTypes: new TestNodeTypes({ [TYPE]: new SocialPostScheduling() }),
});

describe.each([
	[
		'a list in the editor',
		() => new LoadOptionsContext(workflow, node, serverData(service().credential), 'parameters.username'),
	],
	[
		'a poll of a trigger',
		() => new PollContext(workflow, node, serverData(service().credential), 'trigger', 'activate'),
	],
])('%s', (_, contextOf) => {
	const readTheProfile = async () => {
		const connection = connect(contextOf(), {}, service().credential.baseUrl, INTERACTIVE);
		if (!connection.ok) throw new Error(connection.error.problem);
		return await callService(connection.value, PROFILE, {});
	};

	test('reads with the key of the credential', async () => {
		expect(await readTheProfile()).toMatchObject({ ok: true, value: { id: expect.any(String) } });
	});

	test('does not wait for the request limit', async () => {
		service().sandbox.control.addFault({ on: 'profile', fault: { kind: 'status', status: 429 } });
		expect(await readTheProfile()).toMatchObject({ ok: false, error: { kind: 'rateLimited' } });
	});
});
