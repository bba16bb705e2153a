import { saysNull } from '../../../nodes/SocialPostScheduling/validation/expressions';

test.each([
	'={{ null }}',
	'={{null}}',
	'={{ $json.media || null }}',
	'={{ $json.media ?? null }}',
	"={{ $json.picture === 'no' ? null : 'data' }}",
	"={{ $binary.data ? 'data' : null }}",
	"={{ $if($json.picture, 'data', null) }}",
	'={{ $json.a && null }}',
	'={{ (() => { let file = null; return file; })() }}',
	'={{ (() => { return null; })() }}',
	'={{ [1].map(() => null)[0] }}',
	'={{ $json.media\n|| null }}',
])('%s says where there is no value', (expression) => {
	expect(saysNull(expression)).toBe(true);
});

test.each([
	'={{ $json.media }}',
	'={{ $json.nullable }}',
	"={{ $json['null'] }}",
	'={{ $json.picture !== null ? $json.pictrue : $json.other }}',
	'={{ $json.picture != null && $json.pictrue }}',
	'={{ $json.picture === null }}',
	'={{ $json.picture == null || $json.pictrue }}',
	'={{ $json.media /* or null */ }}',
])('%s does not', (expression) => {
	expect(saysNull(expression)).toBe(false);
});
