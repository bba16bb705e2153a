/** What the tests share of items with one text: pictures of their own, the faults that leave one in doubt, what the service then has. */
import type { INode, INodeExecutionData } from 'n8n-workflow';
import { storeBinary } from './binary';
import type { RunOptions } from './engine';
import { hidePosts, scheduleParameters, texts } from './posts';
import { exampleFile, type Service } from './service';

const PICTURE = exampleFile('balloons.png');

/** A time from the clock, with its seconds. */
export const NOW = '={{ $now.plus({ hours: 3 }).toISO() }}';

/** The same time of a day in each run. */
export const MIDDAY = '={{ $now.plus({ days: 1 }).set({ hour: 12, minute: 0, second: 0, millisecond: 0 }).toISO() }}';

/** The picture of an item, as a medium of a tweet. */
export const FILE = { file: { __rl: true, mode: 'binary', value: 'data' } };

export function siblingsOf(service: () => Service) {
	/** Items with one text, each with a picture of its own. */
	const alike = async (names: string[], fileName?: string): Promise<INodeExecutionData[]> =>
		await Promise.all(
			names.map(async (name) => {
				const bytes = Buffer.concat([PICTURE, Buffer.from(name)]);
				return { json: {}, binary: { data: await storeBinary(bytes, fileName ?? `${name}.png`, 'image/png') } };
			}),
		);
	const withFiles = (items: INodeExecutionData[], more: INode['parameters'] = {}): RunOptions => ({
		items,
		credential: service().credential,
		parameters: {
			...scheduleParameters(),
			thread: { tweet: [{ text: 'New in the shop', media: { reference: [FILE] } }] },
			...more,
		},
	});
	const plain = (check: string, more: INode['parameters'] = {}): RunOptions => ({
		items: texts('a'),
		credential: service().credential,
		parameters: { ...scheduleParameters(), options: { duplicateCheck: check }, ...more },
	});

	const control = () => service().sandbox.control;
	const posts = () => service().sandbox.state().posts;
	const standing = () => posts().filter(({ dateDeleted }) => dateDeleted === null);
	const idsOf = (items: INodeExecutionData[]) => items.map(({ json }) => json.post);
	const lose = (nth: number, when: 'before' | 'after') =>
		control().addFault({ on: 'scheduleTweet', nth, fault: { kind: 'reset', when } });
	/** The next lists show nothing. */
	const hide = (times: number, nth = 1) => hidePosts(service().sandbox, times, nth);

	return { alike, withFiles, plain, control, posts, standing, idsOf, lose, hide };
}
