import fc from 'fast-check';
import { DateTime, Settings } from 'luxon';
import { checkPostAt, passedPostAt } from '../../../nodes/SocialPostScheduling/validation/postAt';
import { anything } from '../arbitraries';
import { NOW, problemOf } from '../builders';

const BERLIN = 'Europe/Berlin';
const NEW_YORK = 'America/New_York';

/** Both checks of a new post. */
function check(written: unknown, timezone = BERLIN, now = NOW): ReturnType<typeof checkPostAt> {
	const checked = checkPostAt(written, timezone);
	const passed = checked.ok ? passedPostAt(checked.value, timezone, now) : undefined;
	return passed === undefined ? checked : { ok: false, error: passed };
}

const accepted = (utc: string) => ({ ok: true, value: utc });

describe('a time without an offset is read in the time zone of the workflow', () => {
	test.each([
		['2030-05-17T09:30:00', BERLIN, '2030-05-17T07:30:00Z'],
		['2030-01-17T09:30:00', BERLIN, '2030-01-17T08:30:00Z'],
		['2030-05-17T09:30:00', NEW_YORK, '2030-05-17T13:30:00Z'],
		['2030-05-17T09:30:00', 'Asia/Kathmandu', '2030-05-17T03:45:00Z'],
		['2030-05-17T09:30:00', 'UTC', '2030-05-17T09:30:00Z'],
		['2030-05-17T00:15:00', 'Pacific/Auckland', '2030-05-16T12:15:00Z'],
		['2030-05-17T09:30', BERLIN, '2030-05-17T07:30:00Z'],
		['2030-05-17 09:30:00', BERLIN, '2030-05-17T07:30:00Z'],
		['2030-05-17t09:30:00', BERLIN, '2030-05-17T07:30:00Z'],
		['  2030-05-17T09:30:00\n', BERLIN, '2030-05-17T07:30:00Z'],
		['2030-05-17T09:30:00.250', BERLIN, '2030-05-17T07:30:00.250Z'],
		['2030-05-17T09:30:00,250', BERLIN, '2030-05-17T07:30:00.250Z'],
		['2030-05-17T23:59:59', 'UTC', '2030-05-17T23:59:59Z'],
		['2028-02-29T10:00:00', 'UTC', '2028-02-29T10:00:00Z'],
	])('%s in %s is %s', (written, timezone, utc) => {
		expect(check(written, timezone)).toEqual(accepted(utc));
	});
});

describe('a time with an offset means the same moment in every time zone', () => {
	test.each([
		['2030-05-17T09:30:00Z', '2030-05-17T09:30:00Z'],
		['2030-05-17T09:30:00z', '2030-05-17T09:30:00Z'],
		['2030-05-17T09:30:00+02:00', '2030-05-17T07:30:00Z'],
		['2030-05-17T09:30:00-0500', '2030-05-17T14:30:00Z'],
		['2030-05-17T09:30:00+05', '2030-05-17T04:30:00Z'],
		['2030-05-17T09:30+05:45', '2030-05-17T03:45:00Z'],
		['2030-05-17 09:30:00+02:00', '2030-05-17T07:30:00Z'],
		['2030-05-17T09:30:00 +02:00', '2030-05-17T07:30:00Z'],
		['2030-05-17T09:30:00 Z', '2030-05-17T09:30:00Z'],
		['2030-05-17 09:30:00 +02:00', '2030-05-17T07:30:00Z'],
		['2030-05-17T09:30:00.5-02:30', '2030-05-17T12:00:00.500Z'],
		// Inside the hour that Berlin skips: the offset settles which moment is meant.
		['2027-03-28T02:30:00+01:00', '2027-03-28T01:30:00Z'],
	])('%s is %s', (written, utc) => {
		for (const timezone of [BERLIN, NEW_YORK, 'UTC']) expect(check(written, timezone)).toEqual(accepted(utc));
	});

	test.each(['+99:99', '-23:00', '+14:60', '+15'])('no place on earth has the offset %s', (offset) => {
		expect(problemOf(check(`2030-05-17T09:30:00${offset}`)).field).toBe('Post At');
	});
});

describe('clocks go forward: a time that they skip does not exist', () => {
	test.each([
		['2027-03-28T02:00:00', BERLIN],
		['2027-03-28T02:30:00', BERLIN],
		['2027-03-28T02:59:59', BERLIN],
		['2027-03-14T02:30:00', NEW_YORK],
	])('%s in %s is refused', (written, timezone) => {
		const { problem, advice } = problemOf(check(written, timezone));
		expect(problem).toContain(written);
		expect(problem).toContain(`does not exist in the time zone ${timezone}`);
		expect(advice).toContain('offset');
	});

	test.each([
		['2027-03-28T01:59:59', BERLIN, '2027-03-28T00:59:59Z'],
		['2027-03-28T03:00:00', BERLIN, '2027-03-28T01:00:00Z'],
		['2027-03-14T02:30:00', BERLIN, '2027-03-14T01:30:00Z'],
		['2027-03-14T03:00:00', NEW_YORK, '2027-03-14T07:00:00Z'],
	])('%s in %s is accepted', (written, timezone, utc) => {
		expect(check(written, timezone)).toEqual(accepted(utc));
	});
});

describe('clocks go back: of the two times with one name the first is meant, in whichever season it is entered', () => {
	const realNow = Settings.now;
	afterEach(() => {
		Settings.now = realNow;
	});

	test.each([
		['winter', '2027-10-31T02:30:00', BERLIN, '2027-10-31T00:30:00Z'],
		['summer', '2027-10-31T02:30:00', BERLIN, '2027-10-31T00:30:00Z'],
		['winter', '2027-11-07T01:30:00', NEW_YORK, '2027-11-07T05:30:00Z'],
		['summer', '2027-11-07T01:30:00', NEW_YORK, '2027-11-07T05:30:00Z'],
	])('entered in %s, %s in %s is %s', (season, written, timezone, utc) => {
		const today = Date.UTC(2027, season === 'winter' ? 0 : 6, 10);
		Settings.now = () => today;
		expect(check(written, timezone, today)).toEqual(accepted(utc));
	});
});

describe('a time that has passed is refused', () => {
	test.each([
		['one second before now', '2027-01-15T11:59:59Z'],
		['now itself', '2027-01-15T12:00:00Z'],
		['long ago', '1999-12-31T00:00:00Z'],
		['now in the time zone of the workflow', '2027-01-15T13:00:00'],
	])('%s', (_, written) => {
		expect(problemOf(check(written)).problem).toContain('which has passed');
	});

	test('the error says which time was understood, with its zone', () => {
		expect(problemOf(check('2027-01-15T13:00:00')).problem).toBe(
			'is Friday, 15 January 2027, 13:00 (Europe/Berlin, UTC+01:00), which has passed',
		);
	});

	test('the error says what time it is, for who has no clock, with its zone', () => {
		expect(problemOf(check('2027-01-14T13:00:00')).advice).toMatch(
			/^It is Friday, 15 January 2027, 13:00 \(Europe\/Berlin, UTC\+01:00\) now\. /,
		);
	});

	test('the moment after now is accepted', () => {
		expect(check('2027-01-15T12:00:00.001Z')).toEqual(accepted('2027-01-15T12:00:00.001Z'));
	});
});

describe('dates that an expression gives', () => {
	test('a luxon DateTime is that moment, whatever its zone', () => {
		const moment = DateTime.fromISO('2030-05-17T09:30:00', { zone: 'Asia/Tokyo' });
		expect(check(moment)).toEqual(accepted('2030-05-17T00:30:00Z'));
	});

	test('a Date is that moment', () => {
		expect(check(new Date('2030-05-17T09:30:00Z'), NEW_YORK)).toEqual(accepted('2030-05-17T09:30:00Z'));
	});

	test.each([
		['an invalid DateTime', DateTime.invalid('test'), 'Invalid DateTime'],
		['an invalid DateTime as text', 'Invalid DateTime', 'Invalid DateTime'],
		['an invalid Date', new Date(Number.NaN), 'Invalid Date'],
	])('%s is refused as no date', (_, written, words) => {
		const { problem, advice } = problemOf(check(written));
		expect(problem).toBe(`is "${words}": its expression could not read a date`);
		expect(advice).toMatch(/^Look at the value in the expression: the cell may be empty/);
	});
});

describe('what is no date and time is refused, and the advice shows how to write one', () => {
	test.each([
		['an empty text', '', 'is empty'],
		['blanks', ' \n', 'is empty'],
		['nothing', undefined, 'is empty'],
		['null', null, 'is empty'],
		['a date without a time', '2030-05-17', 'has no time of day'],
		['Unix time', 1905327000000, 'not in the form 2030-05-17T09:30:00'],
		['Unix time as text', '1905327000', 'not in the form 2030-05-17T09:30:00'],
		['words', 'tomorrow at nine', 'not in the form 2030-05-17T09:30:00'],
		['another notation', '17.05.2030 09:30', 'not in the form 2030-05-17T09:30:00'],
		['an hour that there is not', '2030-05-17T24:00:00', 'not in the form 2030-05-17T09:30:00'],
		['a minute that there is not', '2030-05-17T09:60:00', 'not in the form 2030-05-17T09:30:00'],
		['an hour with one digit', '2027-05-04 7:30', 'not in the form 2030-05-17T09:30:00'],
		['the notation of a spreadsheet', '5/4/2027 7:30:00', 'not in the form 2030-05-17T09:30:00'],
		['an hour of twelve', '2030-05-17T9:30:00', 'not in the form 2030-05-17T09:30:00'],
		['two dates', '2030-05-17T09:30:00Z 2030-05-18T09:30:00Z', 'not in the form 2030-05-17T09:30:00'],
		['a truth value', true, 'not in the form 2030-05-17T09:30:00'],
	])('%s', (_, written, says) => {
		const { field, problem, advice } = problemOf(check(written));
		expect(field).toBe('Post At');
		expect(problem).toContain(says);
		expect(advice).toContain('2030-05-17T09:30:00');
	});

	test.each([
		['a list', ['2030-05-17T09:30:00Z'], 'is ["2030-05-17T09:30:00Z"], which is not a time'],
		['an object', { date: '2030-05-17' }, 'is {"date":"2030-05-17"}, which is not a time'],
	])('%s', (_, written, says) => {
		const { problem, advice } = problemOf(check(written));
		expect(problem).toBe(says);
		expect(advice).toBe('Choose a field that holds one time.');
	});

	test.each([46511.3125, '46511.3125', ' 46511 ', 20000, 80000])('the number of a spreadsheet, %p', (written) => {
		const { problem, advice } = problemOf(check(written));
		expect(problem).toMatch(/^is .*, the number of a date in a spreadsheet$/);
		expect(advice).toContain('{{ DateTime.fromMillis(');
		expect(advice).not.toContain('fromSeconds');
		expect(advice).toContain('A whole number has no time of day, so it becomes 00:00.');
	});

	test.each([19999, 80000.5, '46511.', 1e21])('%p is no number of a spreadsheet', (written) => {
		expect(problemOf(check(written)).problem).toContain('not in the form');
	});

	test.each([
		'2030-02-30T10:00:00',
		'2027-02-29T10:00:00',
		'2100-02-29T10:00:00Z',
		'2030-13-01T10:00:00',
		'2030-00-10T10:00:00',
	])('%s is a day that there is not', (written) => {
		expect(problemOf(check(written)).problem).toContain('a date that does not exist');
	});
});

/** An object that holds itself: it has no JSON. */
const circular: Record<string, unknown> = {};
circular.self = circular;

test.each([
	['a big integer', 10n],
	['an object that holds itself', circular],
])('%s does not throw', (_, written) => {
	expect(problemOf(check(written)).field).toBe('Post At');
});

test('any value gives a time in the future or a problem', () => {
	fc.assert(
		fc.property(fc.oneof(anything(), fc.string()), (written) => {
			const checked = check(written);
			if (checked.ok) expect(Date.parse(checked.value)).toBeGreaterThan(NOW);
			else expect(checked.error.field).toBe('Post At');
		}),
	);
});

test('every moment survives the way through its own notation', () => {
	const later = fc.date({ min: new Date(NOW + 1), max: new Date('2199-12-31T23:59:59Z'), noInvalidDate: true });
	fc.assert(
		fc.property(later, fc.constantFrom(BERLIN, NEW_YORK, 'UTC', 'Asia/Kolkata'), (date, zone) => {
			const checked = check(DateTime.fromJSDate(date, { zone }));
			expect(checked.ok && Date.parse(checked.value)).toBe(date.getTime());
		}),
	);
});
