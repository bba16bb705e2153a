import fc from 'fast-check';
import { readData, type Reply } from '../../../nodes/SocialPostScheduling/transport/reply';
import { readCompletion, readPut } from '../../../nodes/SocialPostScheduling/upload/replies';
import { anyReply } from '../arbitraries';
import { causeIn, FAILURE_NAMES, failureNamed, isFailure, payloadReply, refusedReply, reply } from '../builders';

test.each(FAILURE_NAMES.map((name) => [name]))('a request without an answer keeps its cause: %s', (name) => {
	const failure = failureNamed(name);
	const unanswered: Reply = { answered: false, failure };
	for (const read of [readCompletion, readPut]) expect(read(unanswered)).toEqual({ ok: false, error: failure });
});

test('any reply gives a value or a cause of a known kind, and never throws', () => {
	fc.assert(
		fc.property(anyReply(), (it) => {
			for (const outcome of [readCompletion(it), readPut(it)]) {
				expect(outcome.ok || isFailure(outcome.error)).toBe(true);
			}
		}),
		{ numRuns: 1000 },
	);
});

describe('a refused completion', () => {
	const complete = (...errors: unknown[]) => causeIn(readCompletion(refusedReply('completeMediaUpload', errors))).kind;

	test.each([
		[{ message: 'Upload timeout' }],
		[{ message: 'The upload timed out, try again' }],
		[{ message: 'Time-out while copying' }],
		[{ message: 'Operation time out' }],
		[{ code: 'UPLOAD_TIMEOUT', message: 'Try again' }],
		[{ code: 'timed_out' }],
		['Upload timeout'],
	])('%j is the upload timeout: the same token may be used again', (error) => {
		expect(complete(error)).toBe('completionTimedOut');
		expect(complete({ message: 'Other' }, error)).toBe('completionTimedOut');
	});

	test.each([
		[{ message: 'The upload session has expired' }],
		[{ message: 'Upload token is expired' }],
		[{ message: 'The upload link has timed out' }],
		[{ code: 'SESSION_EXPIRED' }],
	])('%j means that the session is over', (error) => {
		expect(complete(error)).toBe('sessionExpired');
	});

	test.each([
		[{ message: 'The file is not a picture' }],
		[{ message: 'Name is taken', code: 'name_taken' }],
		[{ field: 'timeout', message: 'Unknown field' }],
		[{ message: 'The name must not hold the word expire' }],
		[{}],
	])('%j is a refusal for good', (error) => {
		expect(complete(error)).toBe('refused');
	});

	test('the upload timeout goes before the end of the session: its retry costs nothing', () => {
		expect(complete({ message: 'Session expired' }, { message: 'Upload timeout' })).toBe('completionTimedOut');
	});

	test('a success is the payload', () => {
		expect(readCompletion(payloadReply('completeMediaUpload', { success: true, media: { id: '1' } })).ok).toBe(true);
	});

	test.each([401, 403, 429, 500, 504])('HTTP %i is read as for every call', (status) => {
		expect(readCompletion(reply(status))).toEqual(readData(reply(status)));
	});
});

describe('the PUT', () => {
	test.each([200, 201, 204, 412])('HTTP %i: the file is there', (status) => {
		expect(readPut(reply(status, 'whatever'))).toEqual({ ok: true, value: null });
	});

	test.each([
		['HTTP 400', reply(400), { kind: 'httpStatus', status: 400, words: '' }],
		['HTTP 401 says nothing about the key', reply(401, 'No'), { kind: 'httpStatus', status: 401, words: 'No' }],
		[
			'HTTP 403 says nothing about the key',
			reply(403, 'Signature mismatch'),
			{ kind: 'httpStatus', status: 403, words: 'Signature mismatch' },
		],
		[
			'HTTP 403 that says expired',
			reply(403, '<Error><Message>Request has expired</Message></Error>'),
			{ kind: 'sessionExpired', words: 'Request has expired' },
		],
		[
			'HTTP 401 that says expired',
			reply(401, { message: 'URL expired' }),
			{ kind: 'sessionExpired', words: 'URL expired' },
		],
		['HTTP 413', reply(413), { kind: 'httpStatus', status: 413, words: '' }],
		['HTTP 429', reply(429, '', { 'retry-after': '7' }), { kind: 'rateLimited', resetsInMs: 7000, words: '' }],
		['HTTP 503', reply(503), { kind: 'httpStatus', status: 503, words: '' }],
		['a redirect', reply(307), { kind: 'redirected', status: 307 }],
	])('%s', (_, answer, failure) => {
		expect(causeIn(readPut(answer))).toEqual(failure);
	});
});

describe('the words of a refused completion', () => {
	const failureFor = (error: object) => {
		const outcome = readCompletion(reply(200, { data: { completeMediaUpload: { success: false, errors: [error] } } }));
		return outcome.ok ? 'ok' : outcome.error.kind;
	};

	test.each([
		"We couldn't copy the file: the upload timed out. Don't worry, try again.",
		"The file's upload timed out; it's safe to repeat",
		'Error: timeout',
		'Gateway timeout',
		'The server timed out while copying the file',
		'Server timeout while completing the upload',
		'We timed out while transferring your upload',
		'Sorry, the service timed out copying the file into the library',
		'Upload exceeded the time limit',
		'Library timeout',
		'Completion timed out',
		'UPLOAD_TIMEOUT',
		'context deadline exceeded',
		'Upload deadline exceeded',
		'Upload time limit exceeded',
		'The upload took more than 60 seconds',
		'Copy did not finish in time',
		'The upload took too long',
		'Copying "session expired.mp4" timed out',
		'Copying of the file named clip.mp4 timed out',
		'Upload of the file named "clip.mp4" timed out',
		'Copying the duplicate timed out',
		'Copying the file: still in progress',
		'Upload: is still processing',
		'Upload timed out. Check that the file is not already in the library.',
		'The upload timed out! That name may be already in use',
	])('of the upload timeout: %s', (message) => {
		expect(failureFor({ field: null, code: null, message })).toBe('completionTimedOut');
	});

	test.each(
		'uploading transfer copying processing request operation media video image gateway server storage library'.split(
			' ',
		),
	)('of the upload timeout, by what has timed out: %s', (what) => {
		expect(failureFor({ field: null, code: null, message: `The ${what} has timed out` })).toBe('completionTimedOut');
		expect(failureFor({ field: null, code: null, message: `The ${what} is taking longer` })).toBe('completionTimedOut');
	});

	test.each(['copied', 'copying', 'being processed', 'processing', 'being transferred', 'in progress'])(
		'of the upload timeout, by what the file still is: %s',
		(state) => {
			expect(failureFor({ field: null, code: null, message: `The file is still ${state}` })).toBe('completionTimedOut');
		},
	);

	test.each([
		'UPLOAD_TIMEOUT_ERROR',
		'UploadTimeout',
		'TIMEOUT_ERROR',
		'COMPLETE_MEDIA_UPLOAD_TIMEOUT',
		'UPLOAD_COMPLETION_TIMEOUT',
		'STORAGE_TIMEOUT',
		'SERVER_TIMEOUT',
		'ETIMEDOUT',
	])('the code %s', (code) => {
		expect(failureFor({ field: null, code, message: 'Try again in a few seconds' })).toBe('completionTimedOut');
	});

	test.each([
		'The name "Session expired.png" is already taken',
		'A file with the name timeout.png exists',
		'The upload exceeded the time limit for videos (140 seconds)',
		'The file takes more than 500 MB of your storage',
		'The video took more than 140 seconds',
		'Upload refused: the account did not complete its sign-up',
		'Posting deadline exceeded for this campaign',
		'Name upload timeout.mp4 is already taken',
		'Name Upload timeout is already taken. Choose another one.',
		'File upload timed out.png is no picture',
		'This is a duplicate name: Session expired',
		'Upload rejected: copyright claim still in progress',
		'A file named \u2018Session expired\u2019 is in the library',
		'Your session has expired. Sign in again.',
		'Your session timed out',
		'Login session has timed out',
		'The library has a file named upload timeout.mp4',
		'Account suspended: payment timed out',
		"The account's plan has expired",
	])('of something else: %s', (message) => {
		expect(failureFor({ field: null, code: null, message })).toBe('refused');
	});
});

describe('a completion that took too long', () => {
	const completion = (status: number, errors: unknown, data: object = {}) =>
		causeIn(readCompletion(reply(status, { data: { completeMediaUpload: { success: false, errors, ...data } } })));

	test.each([
		[{ code: 'MEDIA_UPLOAD_TIMEOUT', message: 'Please try again in a few seconds.' }],
		[{ code: 'ERR_UPLOAD_TIMEOUT', message: 'No' }],
		[{ code: 'upload-timeout', message: 'No' }],
		[{ code: 'MediaUploadTimeout', message: 'No' }],
		[{ code: 'X', message: 'The upload is taking too long.' }],
		[{ code: 'X', message: 'The copy takes longer than expected' }],
		[{ code: 'COPY_PENDING', message: 'The file is still being copied into the library.' }],
	])('%j is known', (error) => {
		expect(completion(200, [error])).toMatchObject({ kind: 'completionTimedOut' });
	});

	test('a status keeps the words of its body', () => {
		const down = reply(503, { message: 'Maintenance until 10:00' });
		expect(causeIn(readCompletion(down))).toMatchObject({ kind: 'httpStatus', words: 'Maintenance until 10:00' });
	});

	test.each([502, 503, 504])('HTTP %i says so, whatever its body', (status) => {
		expect(completion(status, [{ message: 'Not yet' }])).toEqual({ kind: 'httpStatus', status, words: 'Not yet' });
		const errors = [{ message: 'Gone', path: ['completeMediaUpload'] }];
		expect(causeIn(readCompletion(reply(status, { data: null, errors })))).toMatchObject({
			kind: 'httpStatus',
			status,
		});
	});
});
