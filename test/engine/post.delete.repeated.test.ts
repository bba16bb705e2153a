/** Delete is tried again for a post: after an answer that is lost, by a copy of the node, by nodes after one another. */
import type { INode } from 'n8n-workflow';
import * as waiting from '../../nodes/SocialPostScheduling/transport/delay';
import { deletionsOf, ID, IN_DOUBT, PERMANENTLY } from '../harness/deletions';
import { runChain, runCopy, TWO_TRIES } from '../harness/engine';
import { byId, postParameters } from '../harness/posts';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
const waits = useShortWaits();
const { control, remove, calls, left } = deletionsOf(service);

describe('an answer that is lost', () => {
	test('is asked for again: the post is in the trash', async () => {
		control().addFault({ on: 'deletePlatformPost', fault: { kind: 'reset', when: 'after' } });
		expect((await remove()).items[0]?.json).toEqual({ deleted: true });
		expect(left()).toEqual(['2001 in the trash', '2002']);
		expect(calls()).toHaveLength(2);
		expect(waits).toEqual([1000]);
	});

	test('and the post is not there any more: it may have been deleted', async () => {
		control().addFault({ on: 'deletePlatformPost', fault: { kind: 'status', status: 504, when: 'after' } });
		const { error } = await remove(PERMANENTLY);
		expect(error?.message).toBe('The post may have been deleted: Post: There is no post 2001');
		expect(error?.description).toContain('Look for it with "Get Many".');
		expect(error?.description).toContain(
			'the service does not have the post any more, it is deleted: each further try',
		);
		expect(error?.description).toContain('To leave this item out, set "On Error"');
		expect(calls()).toHaveLength(2);
	});

	test('and the execution is stopped before it is asked again: it may have been deleted', async () => {
		control().addFault({ on: 'deletePlatformPost', fault: { kind: 'status', status: 504, when: 'after' } });
		let stop = () => {};
		jest.mocked(waiting.delay).mockImplementation(async () => {
			stop();
			return await Promise.resolve(false);
		});
		const { error, run } = await remove({}, { onStart: (stopExecution) => (stop = stopExecution) });
		expect(run.status).toBe('canceled');
		expect(error?.message).toBe('The post may have been deleted: the execution was canceled');
	});

	test('and "Retry On Fail" does not find it any more: it may have been deleted', async () => {
		control().addFault({ on: 'deletePlatformPost', fault: { kind: 'status', status: 500, when: 'after' } });
		const { error } = await remove(PERMANENTLY, { node: TWO_TRIES });
		expect(error?.message).toBe('The post may have been deleted: Post: There is no post 2001');
		expect(calls()).toHaveLength(2);
	});

	test('a post that was never there was not deleted, however often it is tried', async () => {
		const { error } = await remove({ postId: byId('4711') }, { node: TWO_TRIES });
		expect(error?.message).toBe('The post was not deleted: Post: There is no post 4711');
		expect(calls()).toHaveLength(2);
	});

	test('each time: it may have been deleted', async () => {
		control().addFault({ on: 'deletePlatformPost', times: 'always', fault: { kind: 'reset', when: 'after' } });
		const { error } = await remove();
		expect(error?.message).toMatch(IN_DOUBT);
		expect(calls()).toHaveLength(4);
		expect(waits).toEqual([1000, 3000, 9000]);
	});
});

describe('a copy at the error output, which does not find the post any more', () => {
	const CONTINUE: Partial<INode> = { onError: 'continueErrorOutput' };
	const removeAndCopy = async (...ids: string[]) =>
		await runCopy(
			{
				parameters: postParameters('delete', ID, { postId: byId('={{ $json.id }}'), ...PERMANENTLY }),
				items: ids.map((id) => ({ json: { id } })),
				credential: service().credential,
				node: CONTINUE,
			},
			{ gets: 'what fails', node: CONTINUE },
		);

	test('says that it may have been deleted where the first one did', async () => {
		control().addFault({ on: 'deletePlatformPost', fault: { kind: 'status', status: 500, when: 'after' } });
		const { errorItems } = await removeAndCopy(ID);
		expect(errorItems.map(({ json }) => json.error)).toEqual([expect.stringMatching(IN_DOUBT)]);
		expect(left()).toEqual(['2002']);
	});

	test('says that a post was not deleted which was never there', async () => {
		const { errorItems } = await removeAndCopy('4711');
		expect(errorItems.map(({ json }) => json.error)).toEqual(['The post was not deleted: Post: There is no post 4711']);
	});
});

describe('nodes after one another with one post', () => {
	const CONTINUE: Partial<INode> = { onError: 'continueRegularOutput' };
	const removeInTurn = async (...options: INode['parameters'][]) => {
		const chain = options.map((each, at) => ({
			name: `Delete ${at + 1}`,
			parameters: postParameters('delete', ID, each),
			node: CONTINUE,
		}));
		const { items } = await runChain(service().credential, chain);
		return items.map(({ json }) => json);
	};

	test.each([
		['for good', PERMANENTLY, PERMANENTLY],
		['for good, then to the trash', PERMANENTLY, {}],
		['to the trash', {}, {}],
	])('it is deleted once %s', async (_, first, second) => {
		expect(await removeInTurn(first, second)).toEqual([{ deleted: true }]);
		expect(calls()).toHaveLength(1);
	});

	test('after a doubt that a later success has ended, a refusal is none', async () => {
		control().addFault({ on: 'deletePlatformPost', fault: { kind: 'status', status: 500, when: 'after' } });
		const errors = [{ field: null, code: null, message: 'Your plan keeps it' }];
		control().addFault({ on: 'deletePlatformPost', nth: 3, fault: { kind: 'payload', success: false, errors } });
		const [told] = await removeInTurn({}, {}, PERMANENTLY);
		expect(told?.error).toBe('The post was not deleted: Your plan keeps it');
	});

	test('posts of two platforms with one ID are two', async () => {
		await removeInTurn({}, { platform: 'LINKEDIN' });
		expect(calls()).toHaveLength(2);
	});

	test('to the trash, then for good: both are done', async () => {
		expect(await removeInTurn({}, PERMANENTLY)).toEqual([{ deleted: true }]);
		expect(left()).toEqual(['2002']);
	});

	test('to the trash, then for good with an unknown result: it is in the trash all the same', async () => {
		control().addFault({ on: 'deletePlatformPost', nth: 2, fault: { kind: 'status', status: 500 } });
		expect(await removeInTurn({}, PERMANENTLY, {})).toEqual([{ deleted: true }]);
		expect(calls()).toHaveLength(2);
	});

	test('after one whose response was lost, the next one tells its own failure', async () => {
		const fault = { kind: 'status', status: 500, when: 'after' } as const;
		control().addFault({ on: 'deletePlatformPost', fault });
		control().addFault({ on: 'deletePlatformPost', nth: 2, fault: { kind: 'status', status: 401 } });
		const [told] = await removeInTurn(PERMANENTLY, PERMANENTLY);
		expect(told?.error).toBe('The post was not deleted: the API key was not accepted');
	});
});
