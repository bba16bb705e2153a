/** 500 items on the real limits of a paid account: what fits is done, what does not is told, and nothing is sent in vain. */
import { BUDGET_LIMIT } from '../../../sandbox/limits';
import { until } from '../../../scripts/lib/until';
import { TRIGGER } from '../../../scripts/lib/workflow-builder';
import { errorOf, itemsOf } from '../support/n8n';
import { countsOf } from './support/counts';
import { ITEMS } from './support/files';
import { runToEnd } from './support/loads';
import { openSoak, type SoakSetting } from './support/setting';
import { scheduleOnly, UPLOAD, uploadAndSchedule, uploadWhatGoes } from './support/workflows';

const UPLOADS = BUDGET_LIMIT.uploads.paid;
const REQUESTS = BUDGET_LIMIT.general.paid;
/** Uploads that are under way at a time: those beside the refused one may have been refused as well. */
const WIDTH = 4;
/** Milliseconds for a test: 500 items take up to a minute on a busy machine. */
const TEST_MS = 300_000;
/** Milliseconds in which 300 posts must be scheduled. */
const POSTS_WITHIN_MS = 120_000;
/** Milliseconds in which a stopped execution must be over. */
const OVER_WITHIN_MS = 30_000;

let setting: SoakSetting;

beforeAll(async () => {
	setting = await openSoak();
});
beforeEach(async () => {
	await setting.service.reset();
});

test(
	`of ${ITEMS} files, ${UPLOADS} are uploaded; the error says that the limit is used up, and which files were not attempted`,
	async () => {
		const { client, credential, filesFolder, service } = setting;
		const workflowId = await client.createWorkflow(uploadAndSchedule(filesFolder, credential));
		const execution = await runToEnd(setting, workflowId);
		expect(execution.status).toBe('error');
		const { node, message, description } = errorOf(execution);
		expect(node).toBe(UPLOAD);
		expect(message).toContain('the upload limit of the account is used up');
		expect(description).toMatch(/Already uploaded: items 0 to 9\d/);
		expect(description).toMatch(new RegExp(`Not attempted: items 10\\d to ${ITEMS - 1}\\.`));

		const { started, ...counts } = countsOf(await service.state());
		expect(started).toBeLessThanOrEqual(UPLOADS + WIDTH);
		const done = { uploads: UPLOADS, sent: UPLOADS, completed: UPLOADS, media: UPLOADS };
		expect(counts).toEqual({ ...done, requests: started + UPLOADS, scheduled: 0, posts: 0 });
	},
	TEST_MS,
);

test(
	`where the node goes on, ${UPLOADS} items have their media, and each of the others the same error without a request`,
	async () => {
		const { client, credential, filesFolder, service } = setting;
		const workflowId = await client.createWorkflow(uploadWhatGoes(filesFolder, credential));
		const execution = await runToEnd(setting, workflowId);
		expect(execution.status).toBe('success');
		const items = itemsOf(execution, UPLOAD);
		const failed = items.filter(({ error }) => error !== undefined);
		expect(items).toHaveLength(ITEMS);
		expect(failed).toHaveLength(ITEMS - UPLOADS);
		for (const { error } of failed) expect(error).toContain('the upload limit of the account is used up');

		const state = await service.state();
		const inLibrary = state.media.map(({ id }) => id);
		expect(items.flatMap(({ id, error }) => (error === undefined ? [id] : []))).toEqual(
			expect.arrayContaining(inLibrary),
		);
		const { started, uploads, media } = countsOf(state);
		expect(started).toBeLessThanOrEqual(UPLOADS + WIDTH);
		expect({ uploads, media }).toEqual({ uploads: UPLOADS, media: UPLOADS });
	},
	TEST_MS,
);

test(
	`of ${ITEMS} posts, ${REQUESTS} are scheduled; the next one waits for the request limit, and a stop ends that at once`,
	async () => {
		const { client, credential, filesFolder, service } = setting;
		const executionId = await client.run(await client.createWorkflow(scheduleOnly(filesFolder, credential)), TRIGGER);
		const refused = async (): Promise<boolean> => (await service.state()).log.some(({ status }) => status === 429);
		await until('the service refuses a post', refused, POSTS_WITHIN_MS);
		await client.stop(executionId);
		expect((await client.waitFor(executionId, OVER_WITHIN_MS)).status).toBe('canceled');

		const state = await service.state();
		const { requests, scheduled, posts } = countsOf(state);
		expect({ requests, scheduled, posts }).toEqual({ requests: REQUESTS, scheduled: REQUESTS + 1, posts: REQUESTS });
		expect(state.log.map(({ status }) => status)).toEqual([...Array<number>(REQUESTS).fill(200), 429]);
	},
	TEST_MS,
);
