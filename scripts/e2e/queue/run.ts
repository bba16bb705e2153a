/** Three waves of orders: undisturbed, while a worker is killed, and while one is stopped. */
import { withProgress } from '../../bootstrap/progress.mjs';
import type { Execution } from '../../lib/n8n-client';
import { publishAt } from '../../lib/published';
import { until } from '../../lib/until';
import type { Cluster, Worker } from './cluster';
import { compare, type Sent } from './compare';
import type { Findings, Moment } from './findings';
import { forEachOf, orderOf, ownerOf, queueWorkflow, send } from './posts';

/** Orders of one wave: more than both workers run at a time, so that some wait in the queue. */
const WAVE = 40;
/** What the account may do in its window: more than the paid plan, because limits are proved elsewhere. */
const LIMITS = { general: 2000, uploads: 500 } as const;
/** Milliseconds that the service takes for each call: so that executions last as they do in life. */
const SERVICE_TIME_MS = 100;
/** Calls in the first executions of a wave whose answer is late: as many as both workers run at a time. */
const HELD_CALLS = 20;
/** Milliseconds that an answer is late; the work is done before. */
const HELD_MS = 10_000;
/** Milliseconds in which a worker must be in the wanted moment. */
const MOMENT_WITHIN_MS = 30_000;
/** Milliseconds in which n8n must be done with every execution, also with those of a worker that is gone. */
const ENDED_WITHIN_MS = 240_000;

export class QueueRun {
	/** Orders of all waves, and how many of them were sent before the wave that is under way. */
	private readonly sent: Sent[] = [];
	private before = 0;
	private readonly ended = new Map<string, Execution>();

	constructor(private readonly cluster: Cluster) {}

	/** Publishes the workflow, and waits until n8n knows its webhook. */
	async publish(): Promise<void> {
		const { client, credential, n8n } = this.cluster.stage;
		await publishAt(client, await client.createWorkflow(queueWorkflow(credential)), `${n8n.url}/webhook/queue`);
	}

	async all(): Promise<Findings> {
		const { control } = this.cluster.stage.sandbox;
		control.setLimit('general', LIMITS.general);
		control.setLimit('uploads', LIMITS.uploads);
		control.setSettings({ serviceTimeMs: SERVICE_TIME_MS });
		const [first, second] = this.cluster.workers;
		await this.wave('undisturbed');
		const killed = await this.disturbed('a worker is killed', async () => {
			await this.inTheMiddle(first);
			await first.kill();
			const moment = this.momentOf(first);
			await first.start();
			return moment;
		});
		const stopped = await this.disturbed('a worker is stopped', async () => {
			const moment = await this.inTheMiddle(second);
			await second.stop();
			return moment;
		});
		return { ...compare(this.cluster, this.sent, this.ended), killed, stopped };
	}

	/** Does something in the middle of a wave, when its executions are held in the wanted moments. */
	private async disturbed<T>(wave: string, inTheMiddle: () => Promise<T>): Promise<T> {
		this.holdAnswers();
		const done = this.wave(wave);
		const [result] = await Promise.all([inTheMiddle(), done]);
		return result;
	}

	/** Sends a wave of orders, several at a time, and waits until n8n is done with all of them. */
	private async wave(what: string): Promise<void> {
		const { client, n8n } = this.cluster.stage;
		this.before = this.sent.length;
		const orders = Array.from({ length: WAVE }, (_, place) => orderOf(this.before + place + 1));
		await withProgress({ title: `${WAVE} executions: ${what}` }, async () => {
			await forEachOf(orders, async (order) => {
				this.sent.push({ order, execution: await send(n8n.url, order) });
			});
			for (const id of this.executions()) this.ended.set(id, await client.waitFor(id, ENDED_WITHIN_MS));
		});
	}

	/** In the first executions of a wave, the answer comes late: of every second completion, and of every post. */
	private holdAnswers(): void {
		const { control } = this.cluster.stage.sandbox;
		control.clearFaults();
		const fault = { kind: 'slow', ms: HELD_MS, when: 'after' } as const;
		for (let nth = 1; nth <= HELD_CALLS; nth += 2) control.addFault({ on: 'completeMediaUpload', nth, fault });
		control.addFault({ on: 'scheduleTweet', times: HELD_CALLS, fault });
	}

	/**
	 * Waits until a worker has executions of both kinds, file uploaded and not posted, posted and not answered, and others
	 * wait in the queue.
	 */
	private async inTheMiddle(worker: Worker): Promise<Moment> {
		const look = (): Moment | undefined => {
			const moment = this.momentOf(worker);
			return moment.uploaded.length > 0 && moment.posted.length > 0 && this.waiting().length > 0 ? moment : undefined;
		};
		return await until(`${worker.name} is in the middle`, look, MOMENT_WITHIN_MS);
	}

	/** Executions of this wave that no worker has started. */
	private waiting(): string[] {
		const started = new Set(this.cluster.workers.flatMap((worker) => worker.started));
		return this.executions().filter((execution) => !started.has(execution));
	}

	/** The executions of this wave that n8n has taken so far. */
	private executions(): string[] {
		return this.sent.slice(this.before).map(({ execution }) => execution);
	}

	private momentOf(worker: Worker): Moment {
		const { media, posts } = this.cluster.stage.sandbox.state();
		const files = new Set(media.map(({ name }) => name));
		const scheduled = new Set(posts.map((post) => ownerOf(post)?.execution));
		const [started, finished] = [new Set(worker.started), new Set(worker.finished)];
		const underWay = this.executions().filter((execution) => started.has(execution) && !finished.has(execution));
		const uploaded = (execution: string): boolean =>
			this.sent.some((sent) => sent.execution === execution && files.has(sent.order.fileName));
		return {
			underWay,
			uploaded: underWay.filter((execution) => uploaded(execution) && !scheduled.has(execution)),
			posted: underWay.filter((execution) => scheduled.has(execution)),
		};
	}
}
