/** Twenty uploads to a service that takes its time: several at a time, as the node does by itself, against one at a time. */
import { makeFile } from '../files';
import { runRounds, valuesOf } from '../measure/rounds';
import { median } from '../measure/stats';
import { duration, times, withSpread } from '../report/numbers';
import { judged, told, type Section } from '../report/row';
import type { Setting } from '../setting';
import { OUR_UPLOAD, uploadOf } from '../workflows/ways';

const FILES = 20;
/** Small: here the service's time counts, not the line's. */
const FILE_BYTES = 256 * 1024;
const SERVICE_TIME_MS = 300;
const TIMES_FASTER = 3.5;
const DEFAULT = 'four at a time (default)';
const ONE = 'one at a time';

export async function measureSimultaneous(setting: Setting): Promise<Section> {
	const { n8n, folders, quick } = setting;
	for (let file = 1; file <= FILES; file++) makeFile(folders, `small-${file}.mp4`, FILE_BYTES);
	const files = `${folders.files}/small-*.mp4`;
	const contestant = async (name: string, options: Record<string, number>): Promise<() => Promise<number>> => {
		const saved = await n8n.save(uploadOf(name, files, n8n.credentials.sandbox, options));
		return async () => {
			n8n.sandbox.control.reset();
			n8n.sandbox.control.setSettings({ serviceTimeMs: SERVICE_TIME_MS });
			const run = await n8n.run(saved);
			const { media } = n8n.sandbox.state();
			if (media.length !== FILES) throw new Error(`${media.length} files are in the library, not ${FILES}.`);
			return run.msOf(OUR_UPLOAD);
		};
	};
	const rounds = quick ? 1 : 2;
	const all = await runRounds(`${FILES} uploads, ${SERVICE_TIME_MS} ms of service time per step`, rounds, {
		[DEFAULT]: await contestant(DEFAULT, {}),
		[ONE]: await contestant(ONE, { simultaneousUploads: 1 }),
	});
	n8n.sandbox.control.reset();
	const [several, one] = [valuesOf(all, DEFAULT), valuesOf(all, ONE)];
	const faster = median(one) / median(several);
	return {
		title: `${FILES} uploads, each step of which takes the service ${SERVICE_TIME_MS} ms`,
		how: `Through the sandbox, which keeps the service's rules; ${FILES} different files. Time of the node by n8n's own record. Median of ${rounds} (lowest to highest).`,
		rows: [
			judged(
				`${DEFAULT}, compared with ${ONE}`,
				`${TIMES_FASTER} times faster`,
				`${times(faster)} times`,
				faster >= TIMES_FASTER,
				'Four at a time can be four times faster at most; what is missing is the time of this machine.',
			),
			told(DEFAULT, withSpread(several, duration)),
			told(ONE, withSpread(one, duration)),
		],
	};
}
