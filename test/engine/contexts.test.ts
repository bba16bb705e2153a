/** The transport serves every context of n8n that sends requests, not only the items of a workflow. */
import { PollContext } from 'n8n-core';
import { SocialPostScheduling } from '../../nodes/SocialPostScheduling/SocialPostScheduling.node';
import { PROFILE } from '../../nodes/SocialPostScheduling/resources/profile/get';
import { connect } from '../../nodes/SocialPostScheduling/transport/connection';
import { callService } from '../../nodes/SocialPostScheduling/transport/graphql';
import { INTERACTIVE } from '../../nodes/SocialPostScheduling/transport/retry';
import { NODE_TYPE, serverData } from '../harness/engine';
import { listContext } from '../harness/listSearch';
import { oneNode } from '../harness/oneNode';
import { useService } from '../harness/service';

const service = useService();

describe.each([
	['a list in the editor', () => listContext(service().credential, 'username')],
	[
		'a poll of a trigger',
		() => {
			const { node, workflow } = oneNode(NODE_TYPE, new SocialPostScheduling());
			return new PollContext(workflow, node, serverData(service().credential), 'trigger', 'activate');
		},
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
