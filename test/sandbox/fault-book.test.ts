/** Which calls a rule strikes. */
import { FaultBook } from '../../sandbox/faults/book';
import type { Fault } from '../../sandbox/server';

const status = (code: number): Fault => ({ kind: 'status', status: code });

/** What strikes each of a number of profile calls in a row. */
const strikes = (book: FaultBook, calls: number) =>
	Array.from({ length: calls }, () => {
		const fault = book.strike('profile');
		return fault?.kind === 'status' ? fault.status : null;
	});

test('by default the next call of its kind', () => {
	const book = new FaultBook();
	book.add({ on: 'profile', fault: status(500) });
	expect(book.strike('put')).toBeUndefined();
	expect(strikes(book, 2)).toEqual([500, null]);
});

test('from the n-th call on, as often as told, counted since the rule was set', () => {
	const book = new FaultBook();
	strikes(book, 5);
	book.add({ on: 'profile', nth: 2, times: 2, fault: status(500) });
	expect(strikes(book, 4)).toEqual([null, 500, 500, null]);
	expect(book.report()).toEqual([{ on: 'profile', nth: 2, times: 2, fault: status(500), seen: 4, struck: 2 }]);
});

test('always, until the rules are cleared', () => {
	const book = new FaultBook();
	book.add({ on: 'profile', times: 'always', fault: status(500) });
	expect(strikes(book, 3)).toEqual([500, 500, 500]);
	book.clear();
	expect(strikes(book, 1)).toEqual([null]);
});

test('of several rules the first one set that applies, and all of them count the call', () => {
	const book = new FaultBook();
	book.add({ on: 'profile', fault: status(500) });
	book.add({ on: 'profile', times: 2, fault: status(503) });
	expect(strikes(book, 3)).toEqual([500, 503, null]);
});

test('a rule that makes no sense is not put in force', () => {
	const book = new FaultBook();
	expect(() => book.add({ on: 'profile' })).toThrow('rule.fault must be an object');
	expect(book.report()).toEqual([]);
});
