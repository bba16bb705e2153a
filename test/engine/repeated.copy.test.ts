/** A second node that gets the items of the first one repeats nothing that has begun. */
import { DateTime } from 'luxon';
import type { INode } from 'n8n-workflow';
import { useBinaryMode } from '../harness/binary';
import { runCopy } from '../harness/engine';
import { IN_DOUBT, POST_AT, scheduleParameters, texts } from '../harness/posts';
import { FROM_THE_CLOCK, repeatedOf } from '../harness/repeated';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
beforeAll(async () => await useBinaryMode('filesystem'));
useShortWaits();
const { options, scheduled, calls, loseResponse, refuse } = repeatedOf(service);

describe('a copy of the node that gets what fails', () => {
	const toCopy = (more: INode['parameters'] = {}) =>
		options({ parameters: more, node: { onError: 'continueErrorOutput' } });

	test.each([POST_AT, FROM_THE_CLOCK])('gives the doubt again, at %s', async (postAt) => {
		loseResponse();
		const { errorItems } = await runCopy(toCopy({ postAt }), { gets: 'what fails' });
		expect(errorItems[0]?.json.error).toMatch(IN_DOUBT);
		expect(scheduled()).toEqual(['a']);
	});

	test('also where the item waited long for its turn, while its time was made from the clock', async () => {
		const now = Date.now;
		jest.spyOn(Date, 'now').mockImplementation(() => now() + (calls() > 0 ? 75_000 : 0));
		loseResponse('scheduleTweet', 2);
		const inAnHour = options({
			items: texts('a', 'b'),
			parameters: { postAt: '={{ $now.plus({ hours: 1 }).toISO() }}' },
			node: { onError: 'continueErrorOutput' },
		});
		const { errorItems } = await runCopy(inAnHour, { gets: 'what fails' });
		expect(errorItems[0]?.json.error).toMatch(IN_DOUBT);
		expect(scheduled()).toEqual(['a', 'b']);
	});

	test('with the same text at another fixed time schedules another post', async () => {
		const first = options({ parameters: scheduleParameters('a') });
		const minuteLater = DateTime.fromISO(POST_AT).plus({ minutes: 1 }).toUTC().toISO();
		const { items } = await runCopy(first, {
			gets: 'what is done',
			parameters: { ...first.parameters, postAt: minuteLater },
		});
		expect(items[0]?.json).not.toHaveProperty('alreadyScheduled');
		expect(scheduled()).toEqual(['a', 'a']);
	});

	test('schedules what was surely not scheduled', async () => {
		refuse(1);
		expect((await runCopy(toCopy(), { gets: 'what fails' })).items[0]?.json).toMatchObject({ success: true });
	});
});
