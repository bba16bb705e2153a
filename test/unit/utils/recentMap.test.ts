import { RecentMap } from '../../../nodes/SocialPostScheduling/utils/recentMap';

test('the value that was not used for longest is forgotten', () => {
	const map = new RecentMap<object>(2);
	const valueOf = (name: string) => map.getOrCreate(name, () => ({ name }));
	const [a, b] = [valueOf('a'), valueOf('b')];
	expect(valueOf('a')).toBe(a);
	valueOf('c');
	expect(valueOf('a')).toBe(a);
	expect(valueOf('b')).not.toBe(b);
});
