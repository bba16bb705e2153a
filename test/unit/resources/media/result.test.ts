import { toItem } from '../../../../nodes/SocialPostScheduling/resources/media/result';
import { atComplete, atPut, atStart, MEDIA, SESSION } from '../../builders';
import type { Failure } from '../../../../nodes/SocialPostScheduling/transport/failure';

const LOST: Failure = { kind: 'connectionLost', code: 'ECONNRESET' };
const { uploadToken, uploadUrl, expiresAt } = SESSION;

test('an upload that is done is its media', () => {
	expect(toItem({ ok: true, value: MEDIA, warnings: [] })).toEqual({ ok: true, output: [MEDIA], warnings: [] });
});

test.each([
	['start', atStart(), 'startMediaUpload', { step: 'start' }],
	['PUT', atPut(), 'put', { step: 'put', uploadToken, expiresAt }],
	['completion', atComplete(), 'completeMediaUpload', { step: 'complete', uploadToken, expiresAt }],
] as const)(
	'one that stopped at the %s tells its step, and its session where there is one',
	(_, state, name, details) => {
		expect(toItem({ ok: false, failure: LOST, state })).toMatchObject({
			ok: false,
			failure: LOST,
			request: { name },
			details,
		});
	},
);

test.each([
	['start', atStart(), LOST, false],
	['PUT', atPut(), LOST, true],
	['PUT that was refused', atPut(), { kind: 'httpStatus', status: 403, words: '' }, false],
	['completion', atComplete(), LOST, true],
	['completion, in a session that is over', atComplete(), { kind: 'sessionExpired', words: '' }, false],
] as const)('%s: can it be gone on with? The text says so', (_, state, failure, expected) => {
	const item = toItem({ ok: false, failure, state });
	const more = item.ok ? [] : (item.hints ?? []);
	expect(more.join(' ').includes(uploadToken)).toBe(expected);
	expect(more.join(' ').includes(expiresAt)).toBe(expected);
});

test('a session whose end is not known is told without it', () => {
	const state = atComplete({ session: { ...SESSION, expiresAt: '' } });
	const item = toItem({ ok: false, failure: LOST, state });
	expect(JSON.stringify(item)).not.toContain('expiresAt');
	expect(JSON.stringify(item)).not.toContain('valid until');
});

test.each([atPut(), atComplete()])('the signed address is never part of it', (state) => {
	expect(JSON.stringify(toItem({ ok: false, failure: LOST, state }))).not.toContain(uploadUrl);
});
