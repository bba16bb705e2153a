import { checkGiveUpAfter } from '../../../../nodes/SocialPostScheduling/resources/media/fields';
import { HOUR, MINUTE } from '../../builders';

test.each([
	[{ giveUpAfter: 30 }, 30 * MINUTE],
	[{ giveUpAfter: 0.5 }, MINUTE / 2],
	[{ giveUpAfter: '30' }, 30 * MINUTE],
	[{}, 2 * HOUR],
])('the option %j gives an upload %i ms', (options, ms) => {
	expect(checkGiveUpAfter(options)).toEqual({ ok: true, value: ms });
});

test.each([0, -1, 'soon', Number.NaN, true, [30]])('%p is refused', (giveUpAfter) => {
	expect(checkGiveUpAfter({ giveUpAfter })).toMatchObject({ ok: false, error: { field: 'Give Up After (Minutes)' } });
});
