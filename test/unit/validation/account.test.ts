import fc from 'fast-check';
import { checkAccount } from '../../../nodes/SocialPostScheduling/validation/account';
import { anything } from '../arbitraries';
import { problemOf } from '../builders';

test.each([
	['my_brand', 'my_brand'],
	['@my_brand', 'my_brand'],
	[' @my_brand\n', 'my_brand'],
	['@@my_brand', 'my_brand'],
	['My.Brand-2', 'My.Brand-2'],
	[2030, '2030'],
])('the handle in %j is %s', (written, handle) => {
	expect(checkAccount(written)).toEqual({ ok: true, value: handle });
});

test.each([
	['an empty text', '', 'is empty'],
	['blanks', ' ', 'is empty'],
	['@ alone', '@', 'is empty'],
	['nothing', undefined, 'is empty'],
	['an object', { mode: 'name', value: 'my_brand' }, 'is not text'],
	['a list', ['my_brand'], 'is not text'],
	['a truth value', true, 'is not text'],
	['a display name', 'My Brand', 'contains a space'],
	['two handles', '@my_brand, @other', 'is more than one account'],
	['two handles without a blank', 'my_brand;other', 'is more than one account'],
	['two lines', 'my\nbrand', 'contains a space'],
	['a web address', 'https://x.com/my_brand', 'is a web address'],
	['a web address without its protocol', 'x.com/my_brand', 'is a web address'],
])('%s is refused', (_, written, says) => {
	const { field, problem } = problemOf(checkAccount(written));
	expect(field).toBe('Account');
	expect(problem).toContain(says);
});

test('NaN, as a calculation in an expression may give it, is no handle', () => {
	expect(checkAccount(Number.NaN).ok).toBe(false);
});

test('any value gives a handle without @ before it and without spaces, or a problem', () => {
	fc.assert(
		fc.property(fc.oneof(anything(), fc.string()), (written) => {
			const checked = checkAccount(written);
			if (checked.ok) expect(checked.value).toMatch(/^[^\s@]\S*$/);
			else expect(checked.error.field).toBe('Account');
		}),
	);
});

test.each([
	['https://x.com/my_brand?lang=en', 'for example my_brand.'],
	['https://www.threads.net/@their_brand/', 'for example their_brand.'],
	['https://x.com/', 'for example my_brand.'],
])('for the web address %s the handle in it is the example', (written, example) => {
	expect(problemOf(checkAccount(written)).advice).toContain(example);
});
