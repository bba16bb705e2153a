import { chooseOperation } from '../../../../nodes/SocialPostScheduling/resources/api/chosenOperation';
import { problemOf } from '../../builders';

const TWO = 'query A { a } mutation B { b }';

test.each([
	['{ a }', '', false, null],
	['query A { a }', '', false, 'A'],
	['mutation { a }', '', true, null],
	['mutation B { a }', '', true, 'B'],
	[TWO, 'A', false, 'A'],
	[TWO, 'B', true, 'B'],
	['subscription S { a } query A { a }', 'A', false, 'A'],
	// No document has two operations of one name: the service may take either.
	['query A { a } mutation A { b }', 'A', true, 'A'],
	// Not sure what it is.
	['this is no document', '', true, null],
	['query A { a', 'A', true, 'A'],
])('%s with the name "%s"', (document, name, isMutation, operationName) => {
	expect(chooseOperation(document, name)).toEqual({ ok: true, value: { isMutation, operationName } });
});

test.each([
	['', '', 'Query', 'is empty'],
	['fragment F on T { a }', '', 'Query', 'has no operation'],
	[TWO, '', 'Operation Name', 'is empty, and Query has several operations'],
	[TWO, 'C', 'Operation Name', 'is "C", which is not in Query'],
	['{ a }', 'C', 'Operation Name', 'is "C", which is not in Query'],
	['subscription { a }', '', 'Query', 'is a subscription, which this node cannot send'],
	['query A { a } subscription A { a }', 'A', 'Query', 'is a subscription, which this node cannot send'],
])('%s with the name "%s" is refused', (document, name, field, problem) => {
	expect(problemOf(chooseOperation(document, name))).toMatchObject({ field, problem });
});

test('the advice names the operations', () => {
	expect(problemOf(chooseOperation(TWO, '')).advice).toBe('Enter one of them: A, B.');
	expect(problemOf(chooseOperation('{ a }', 'C')).advice).toBe('Leave it empty.');
});
