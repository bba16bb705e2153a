import { runNode } from '../harness/engine';
import { useService } from '../harness/service';

const service = useService();

test('one item a tag that is in use, linked to its input item', async () => {
	const { items, run } = await runNode({
		parameters: { resource: 'postTag', operation: 'getMany' },
		credential: service().credential,
	});
	expect(run.status).toBe('success');
	expect(items).toHaveLength(2);
	expect(items[0]).toEqual({ json: { id: '31', name: 'Product news', color: '#2a9d8f' }, pairedItem: { item: 0 } });
});
