/** Five waves of orders; in three of them something is stopped in the middle. */
import { withProgress } from '../../bootstrap/progress.mjs';
import { publishAt } from '../../lib/published';
import { until } from '../../lib/until';
import type { Worker } from './cluster';
import { compare, type Sent, type Services } from './compare';
import type { MainFindings, Moment } from './findings';
import { orderOf, ownerOf, queueWorkflow, send } from './posts';
import type { Redis } from './redis';

/** Orders of one wave: more than both workers run at a time, so that some wait in the queue. */
const WAVE = 40;
/** Calls of the webhook that are under way at the same time. */
const SENDERS = 8;
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
/** Milliseconds in which n8n must have settled every execution, also those of a worker that is gone. */
const SETTLED_WITHIN_MS = 240_000;
/** States in which n8n is done with an execution. */
const SETTLED = new Set(['success', 'error', 'crashed', 'canceled']);

export class QueueRun {
	private readonly sent: Sent[] = [];
	/** The wave that is under way. */
	private current = '';

	constructor(
		private readonly services: Services,
		private readonly redis: Redis,
	) {}

	/** Publishes the workflow, and waits until n8n knows its webhook. */
	async publish(): Promise<void> {
		const { client, credential, n8n } = this.services.cluster.stage;
		await publishAt(client, await client.createWorkflow(queueWorkflow(credential)), `${n8n.url}/webhook/queue`);
	}

	async all(): Promise<MainFindings> {
		const { cluster } = this.services;
		const { control } = cluster.stage.sandbox;
		control.setLimit('general', LIMITS.general);
		control.setLimit('uploads', LIMITS.uploads);
		control.setSettings({ serviceTimeMs: SERVICE_TIME_MS });
		const [first, second] = cluster.workers;
		await this.wave('undisturbed');
		const killed = await this.disturbed('kill', async () => {
			await this.inTheMiddle(first);
			await first.kill();
			const moment = this.momentOf(first);
			await first.start();
			return moment;
		});
		const stopped = await this.disturbed('stop', async () => {
			const moment = await this.inTheMiddle(second);
			await second.stop();
			const finished = new Set(second.finished);
			await second.start();
			return { ...moment, unfinished: moment.underWay.filter((execution) => !finished.has(execution)) };
		});
		const redis = await this.disturbed('redis', async () => {
			await this.inTheMiddle(first);
			const underWay = cluster.workers.flatMap((worker) => this.momentOf(worker).underWay);
			const waiting = this.waiting();
			await this.redis.restart();
			return { underWay, waiting };
		});
		await this.wave('afterwards');
		return { ...(await compare(this.services, this.sent, await this.settle())), killed, stopped, redis };
	}

	/** Does something in the middle of a wave, when its executions are held in the wanted moments. */
	private async disturbed<T>(wave: string, inTheMiddle: () => Promise<T>): Promise<T> {
		this.holdAnswers();
		const done = this.wave(wave);
		const [result] = await Promise.all([inTheMiddle(), done]);
		return result;
	}

	/** Sends a wave of orders, several at a time, and waits until n8n is done with all of them. */
	private async wave(wave: string): Promise<void> {
		const { n8n } = this.services.cluster.stage;
		const first = this.sent.length + 1;
		const orders = Array.from({ length: WAVE }, (_, place) => orderOf(first + place));
		this.current = wave;
		const sender = async (): Promise<void> => {
			for (let order = orders.shift(); order; order = orders.shift()) {
				this.sent.push({ order, wave, execution: await send(n8n.url, order) });
			}
		};
		await withProgress({ title: `${WAVE} executions: ${wave}` }, async () => {
			await Promise.all(Array.from({ length: SENDERS }, sender));
			await this.settle();
		});
	}

	/** In the first executions of a wave, the answer comes late: of every second completion, and of every post. */
	private holdAnswers(): void {
		const { control } = this.services.cluster.stage.sandbox;
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
		const started = new Set(this.services.cluster.workers.flatMap((worker) => worker.started));
		return this.executions().filter((execution) => !started.has(execution));
	}

	/** The executions of this wave that n8n has taken so far. */
	private executions(): string[] {
		return this.sent.filter(({ wave }) => wave === this.current).map(({ execution }) => execution);
	}

	private momentOf(worker: Worker): Moment {
		const { media, posts } = this.services.cluster.stage.sandbox.state();
		const files = new Set(media.map(({ name }) => name));
		const scheduled = new Set(posts.map((post) => ownerOf(post)?.execution));
		const [started, finished] = [new Set(worker.started), new Set(worker.finished)];
		const underWay = this.executions().filter((execution) => started.has(execution) && !finished.has(execution));
		const uploaded = (execution: string): boolean =>
			this.sent.some((sent) => sent.execution === execution && files.has(sent.order.fileName));
		return {
			worker: worker.name,
			underWay,
			uploaded: underWay.filter((execution) => uploaded(execution) && !scheduled.has(execution)),
			posted: underWay.filter((execution) => scheduled.has(execution)),
		};
	}

	/** The state of every execution, once n8n is done with all of them. */
	private async settle(): Promise<Map<string, string>> {
		const look = async (): Promise<Map<string, string> | undefined> => {
			const rows = await this.services.postgres.query('select id, status from execution_entity');
			const states = new Map(rows.map(([id = '', status = '']) => [id, status]));
			return this.sent.every(({ execution }) => SETTLED.has(states.get(execution) ?? '')) ? states : undefined;
		};
		return await until('n8n has settled every execution', look, SETTLED_WITHIN_MS);
	}
}
