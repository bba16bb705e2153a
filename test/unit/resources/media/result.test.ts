import { giveUpAfterMs } from '../../../../nodes/SocialPostScheduling/resources/media/fields';
import { toItem } from '../../../../nodes/SocialPostScheduling/resources/media/result';
import type { Cause } from '../../../../nodes/SocialPostScheduling/transport/cause';
import { atComplete, atPut, atStart, HOUR, MEDIA, MINUTE, SESSION } from '../../builders';

const LOST: Cause = { kind: 'connectionLost', code: 'ECONNRESET' };
const { uploadToken, uploadUrl, expiresAt } = SESSION;

test('an upload that is done is its media', () => {
	expect(toItem({ ok: true, media: MEDIA })).toEqual({ ok: true, json: MEDIA });
});

test.each([
	['start', atStart(), 'startMediaUpload', { step: 'start' }],
	['PUT', atPut(), 'put', { step: 'put', uploadToken, expiresAt }],
	['completion', atComplete(), 'completeMediaUpload', { step: 'complete', uploadToken, expiresAt }],
] as const)(
	'one that stopped at the %s tells its step, and its session where there is one',
	(_, state, call, details) => {
		expect(toItem({ ok: false, cause: LOST, state })).toMatchObject({ ok: false, cause: LOST, call, details });
	},
);

test.each([
	['start', atStart(), LOST, false],
	['PUT', atPut(), LOST, false],
	['completion', atComplete(), LOST, true],
	['completion, in a session that is over', atComplete(), { kind: 'sessionExpired' }, false],
] as const)('%s: can it be gone on with? The text says so', (_, state, cause, expected) => {
	const item = toItem({ ok: false, cause, state });
	const more = item.ok ? [] : (item.more ?? []);
	expect(more.join(' ').includes(uploadToken)).toBe(expected);
	expect(more.join(' ').includes(expiresAt)).toBe(expected);
});

test('a session whose end is not known is told without it', () => {
	const state = atComplete({ session: { ...SESSION, expiresAt: '' } });
	const item = toItem({ ok: false, cause: LOST, state });
	expect(JSON.stringify(item)).not.toContain('expiresAt');
	expect(JSON.stringify(item)).not.toContain('valid until');
});

test.each([atPut(), atComplete()])('the signed address is never part of it', (state) => {
	expect(JSON.stringify(toItem({ ok: false, cause: LOST, state }))).not.toContain(uploadUrl);
});

test.each([
	[{ giveUpAfter: 30 }, 30 * MINUTE],
	[{ giveUpAfter: 0.5 }, MINUTE / 2],
	[{}, 2 * HOUR],
	[undefined, 2 * HOUR],
	[{ giveUpAfter: 0 }, 2 * HOUR],
	[{ giveUpAfter: -1 }, 2 * HOUR],
	[{ giveUpAfter: '30' }, 2 * HOUR],
	[{ giveUpAfter: Number.NaN }, 2 * HOUR],
])('the option %j gives an upload %i ms', (options, ms) => {
	expect(giveUpAfterMs(options)).toBe(ms);
});
