/** What one file costs of the account's budgets, as the sandbox counts it. */
import { withProgress } from '../../scripts/bootstrap/progress.mjs';
import { makeVideo } from '../files';
import { judged, type Section } from '../report/row';
import type { Setting } from '../setting';
import { MIB } from '../units';
import { chain } from '../workflows/build';
import { readFiles, uploadBinary } from '../workflows/nodes';

const REQUESTS = 3;
const UPLOADS = 1;

export async function measureSpent({ n8n, folders }: Setting): Promise<Section> {
	const file = makeVideo(folders.files, 'spent.mp4', MIB);
	const saved = await n8n.save(chain('One upload', readFiles(file), uploadBinary(n8n.credentials.sandbox)));
	n8n.sandbox.control.reset();
	await withProgress({ title: 'Requests and uploads of one file' }, () => n8n.run(saved));
	const { log, requestsCounted, uploadsCounted } = n8n.sandbox.state();
	const puts = log.filter(({ kind }) => kind === 'put').length;
	n8n.sandbox.control.reset();
	return {
		title: 'What one file costs',
		how: 'Counted by the sandbox.',
		rows: [
			judged(
				'requests per file',
				String(REQUESTS),
				`${log.length} (${requestsCounted} to the API, ${puts} PUT)`,
				log.length === REQUESTS,
			),
			judged('uploads of the budget per file', String(UPLOADS), String(uploadsCounted), uploadsCounted === UPLOADS),
		],
	};
}
