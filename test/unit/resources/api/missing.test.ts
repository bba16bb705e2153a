import { missingIn } from '../../../../nodes/SocialPostScheduling/resources/api/missing';

test.each([
	['Cannot query field "post" on type "Payload".', 'Payload.post'],
	["Cannot query field 'post' on type 'Payload'. Did you mean 'posts'?", 'Payload.post'],
	["Validation error (FieldUndefined@[a/post]) : Field 'post' in type 'Payload' is undefined", 'Payload.post'],
	["Field 'post' doesn't exist on type 'Payload'", 'Payload.post'],
	['The field `post` does not exist on the type `Payload`.', 'Payload.post'],
	['Unknown field "post" on type "Payload"', 'Payload.post'],
	['type "Payload" does not have a field "post"', 'Payload.post'],
	["field 'post' not found in type: 'Payload'", 'Payload.post'],
	['Field: post not defined on type: Payload', 'Payload.post'],
	['Cannot query field "post" on type', 'post'],
	['Unknown argument "ids" on field "Query.media".', 'Query.media(ids:)'],
	['Unknown argument "ids" on field "media" of type "Query".', 'Query.media(ids:)'],
	["Field 'media' doesn't accept argument 'ids'", 'media(ids:)'],
	["Validation error (UnknownArgument@[media]) : Unknown field argument 'ids'", 'ids'],
	['The argument `ids` does not exist.', 'ids'],
	['Unknown type "PostInput". Did you mean "PinInput"?', 'PostInput'],
	["PostInput isn't a defined input type (on $input)", 'PostInput'],
	['Variable "$input" got invalid value { a: 1 }; Field "a" is not defined by type "PostInput".', 'PostInput.a'],
	['Variable "$input" got invalid value {"a": 1}.\nIn field "a": Unknown field.', 'a'],
])('%s', (message, name) => {
	expect(missingIn(message)?.name).toBe(name);
});

test('a field and a type of a variable are told from the rest', () => {
	expect(missingIn('Cannot query field "a" on type "B".')).toEqual({ name: 'B.a', field: 'a' });
	expect(missingIn('Unknown type "B".')).toEqual({ name: 'B', isType: true });
	expect(missingIn('Unknown argument "a" on field "B.c".')).toEqual({ name: 'B.c(a:)' });
});

test.each(['Bad Request', '', 'Variable "$a" of type "B" used in position expecting type "C".'])(
	'nothing in %j',
	(message) => {
		expect(missingIn(message)).toBeUndefined();
	},
);

test.each(['a', 'field "a" ', 'argument "a" ', 'unknown type "a', "a isn't "])(
	'a huge message of %j is looked through',
	(pattern) => {
		expect(missingIn(pattern.repeat(1_000_000 / pattern.length))).toBeUndefined();
	},
);
