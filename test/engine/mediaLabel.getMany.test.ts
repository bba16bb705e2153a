import { runNode } from '../harness/engine';
import { useService } from '../harness/service';

const service = useService();

test('one item a label, linked to its input item', async () => {
	const { items, run } = await runNode({
		parameters: { resource: 'mediaLabel', operation: 'getMany' },
		credential: service().credential,
	});
	expect(run.status).toBe('success');
	expect(items).toHaveLength(3);
	expect(items[0]).toEqual({ json: { id: '12', text: 'Launch', color: '#1f7a8c' }, pairedItem: { item: 0 } });
});
