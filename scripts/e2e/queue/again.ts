/** 200 orders while a worker is killed, or stands still; what came of them; then all of them once more. */
import { withProgress } from '../../bootstrap/progress.mjs';
import type { CallEnd, CallKind } from '../../../sandbox/server';
import { publishAt } from '../../lib/published';
import { until } from '../../lib/until';
import type { Cluster, Worker } from './cluster';
import type { Outcome } from './outcome';
import { forEachOf, orderOf, sendOnly, WEBHOOK_PATH } from './posts';
import { repeatableWorkflow } from './repeatable';
import { countEnded, tallyOf, type Tally } from './tally';

/** What becomes of a worker in the middle: it is gone without warning, or does nothing until others have begun its work again. */
export type Disturbance = 'killed' | 'frozen';

/**
 * The calls whose answers are late then: every second one of the first kind, so that the other executions come to the second kind. A
 * killed worker leaves files and posts whose answers are lost. One that stands still wakes up with answers that are not true any
 * more: that there is no such file and no such post.
 */
const HELD: Record<Disturbance, readonly [CallKind, CallKind]> = {
	killed: ['completeMediaUpload', 'scheduleTweet'],
	frozen: ['twitterSubmissions', 'media'],
};
const ORDERS = Array.from({ length: 200 }, (_, place) => orderOf(place + 1));
/** Executions that have ended before the worker is disturbed. */
const DONE_BEFORE = 60;
/** What the account may do in its window: more than the paid plan, because limits are proved elsewhere. */
const LIMITS = { general: 10_000, uploads: 1000 } as const;
/** Milliseconds that the service takes for each call. */
const SERVICE_TIME_MS = 100;
/** Calls whose answer is late: as many of each kind as both workers run executions at a time. */
const HELD_CALLS = 20;
/** Milliseconds that an answer is late; the work is done before. Longer than the executions under way need to come to it. */
const HELD_MS = 20_000;
/** Of the executions that both workers run at a time, how many must wait for an answer that is late. */
const HELD_EXECUTIONS = 18;
/** Executions of the worker that stands still that the other one must have begun again. */
const OVERLAPPING = 5;
/** Milliseconds in which the executions must be in the wanted moment. */
const MOMENT_WITHIN_MS = 180_000;
/** Milliseconds in which n8n must be done with every execution, also with those of a worker that is gone. */
const ENDED_WITHIN_MS = 300_000;
const ENDED = ['success', 'error', 'crashed', 'canceled'] as const;

/** Saves and publishes the workflow, once for each n8n, and gives its id. */
export async function publishRepeatable({ stage: { client, credential, n8n } }: Cluster): Promise<string> {
	const id = await client.createWorkflow(repeatableWorkflow(credential));
	await publishAt(client, id, `${n8n.url}/webhook/${WEBHOOK_PATH}`);
	return id;
}

export interface AgainOptions {
	cluster: Cluster;
	workflowId: string;
	disturbance: Disturbance;
	/** The version. */
	n8n: string;
}

class AgainRun {
	/** Executions of an earlier run. */
	private readonly earlier: ReadonlySet<string>;

	constructor(private readonly options: AgainOptions) {
		this.earlier = new Set(options.cluster.workers.flatMap(({ started }) => started));
	}

	async run(): Promise<Outcome> {
		const { disturbance, n8n } = this.options;
		this.prepareService();
		const before = await this.ended();
		const sending = this.sendAll(`${ORDERS.length} executions, a worker is ${disturbance}`);
		const [underWay] = await Promise.all([this.disturb(), sending]);
		const ended = differenceOf(await this.ended(), before);
		const lost = {
			completions: this.count('completeMediaUpload', 'aborted'),
			posts: this.count('scheduleTweet', 'aborted'),
		};
		const byItself = this.tally();
		// Not before: a worker of n8n 1 that comes back may call what it had under way crashed, and nobody runs that again.
		if (disturbance === 'killed') await this.options.cluster.workers[0].start();
		const retried = await this.retryAll();
		const afterRetries = this.tally();
		const beforeAgain = await this.ended();
		await this.sendAll(`The same ${ORDERS.length} executions once more`);
		const { success: againSucceeded = 0 } = differenceOf(await this.ended(), beforeAgain);
		const atTheEnd = this.tally();
		const started = this.own('started');
		const startedTwice = [...new Set(started.filter((execution, place) => started.indexOf(execution) !== place))];
		const tallies = { byItself, afterRetries, atTheEnd };
		return { n8n, disturbance, underWay, lost, ended, startedTwice, retried, ...tallies, againSucceeded };
	}

	private prepareService(): void {
		const { control } = this.options.cluster.stage.sandbox;
		control.reset();
		control.setLimit('general', LIMITS.general);
		control.setLimit('uploads', LIMITS.uploads);
		control.setSettings({ serviceTimeMs: SERVICE_TIME_MS });
	}

	/** Sends all orders, several at a time, and waits until n8n and the workers are done with all of them. */
	private async sendAll(title: string): Promise<void> {
		const { stage } = this.options.cluster;
		const wanted = totalOf(await this.ended()) + ORDERS.length;
		await withProgress({ title }, async () => {
			await forEachOf(ORDERS, async (order) => await sendOnly(stage.n8n.url, order));
			const isDone = async (): Promise<boolean> => totalOf(await this.ended()) === wanted && this.areWorkersDone();
			await until('all executions have ended', isDone, ENDED_WITHIN_MS);
		});
	}

	/** How many executions n8n says have ended, by their states. */
	private async ended(): Promise<Record<string, number>> {
		const { cluster, workflowId } = this.options;
		const counts: Record<string, number> = {};
		for (const state of ENDED) counts[state] = await cluster.stage.client.countExecutions(workflowId, state);
		return counts;
	}

	/** A worker that stood still may be behind n8n's own state of its executions. */
	private areWorkersDone(): boolean {
		return this.options.disturbance === 'killed' || this.own('started').length === this.own('finished').length;
	}

	/** Retries what has failed, as a person does it in n8n's list, and gives how many that were. */
	private async retryAll(): Promise<number> {
		const { cluster, workflowId } = this.options;
		const { client } = cluster.stage;
		const failed = (await client.failedExecutions(workflowId)).filter((execution) => !this.earlier.has(execution));
		await forEachOf(failed, async (execution) => await client.retry(execution));
		return failed.length;
	}

	/** Kills a worker when the executions under way wait for answers, or lets it stand still, and gives what it had under way. */
	private async disturb(): Promise<string[]> {
		const { cluster, disturbance } = this.options;
		const [worker, other] = cluster.workers;
		await until('some executions have ended', () => this.own('finished').length >= DONE_BEFORE, MOMENT_WITHIN_MS);
		this.holdAnswers();
		await until('the executions wait for answers', () => this.held() >= HELD_EXECUTIONS, MOMENT_WITHIN_MS);
		await (disturbance === 'killed' ? worker.kill() : worker.freeze());
		this.letAnswersGo();
		const finished = new Set(worker.finished);
		const underWay = worker.started.filter((execution) => !this.earlier.has(execution) && !finished.has(execution));
		if (disturbance === 'frozen') await this.overlap(worker, other, underWay);
		return underWay;
	}

	/**
	 * Waits until a worker does again what another one had under way that stands still, and lets that one go on when both know the
	 * same. It must not stand still while it writes to n8n's database: that would stop all of n8n.
	 */
	private async overlap(worker: Worker, other: Worker, underWay: readonly string[]): Promise<void> {
		const begunAgain = (): number => other.started.filter((execution) => underWay.includes(execution)).length;
		try {
			await until(`${other.name} begins the work of ${worker.name} again`, () => begunAgain() > 0, ENDED_WITHIN_MS);
			this.holdAnswers();
			const isOverlapping = (): boolean => begunAgain() >= OVERLAPPING && this.held() >= OVERLAPPING;
			await until(`${other.name} waits for answers`, isOverlapping, MOMENT_WITHIN_MS);
		} finally {
			worker.thaw();
			this.letAnswersGo();
		}
	}

	/** From now on answers come late; what is late already stays so. */
	private holdAnswers(): void {
		const { cluster, disturbance } = this.options;
		const { control } = cluster.stage.sandbox;
		const [first, second] = HELD[disturbance];
		const fault = { kind: 'slow', ms: HELD_MS, when: 'after' } as const;
		for (let nth = 1; nth <= HELD_CALLS; nth += 2) control.addFault({ on: first, nth, fault });
		control.addFault({ on: second, times: HELD_CALLS, fault });
	}

	private letAnswersGo(): void {
		this.options.cluster.stage.sandbox.control.clearFaults();
	}

	/** How many calls wait for answers that come late. */
	private held(): number {
		const [first, second] = HELD[this.options.disturbance];
		return this.count(first, 'pending') + this.count(second, 'pending');
	}

	/** The executions of this run that the workers say they have started or finished, once for each time. */
	private own(what: 'started' | 'finished'): string[] {
		const { workers } = this.options.cluster;
		return workers.flatMap((worker) => worker[what]).filter((execution) => !this.earlier.has(execution));
	}

	private count(kind: CallKind, end: CallEnd): number {
		return countEnded(this.options.cluster.stage.sandbox.state().log, kind, end);
	}

	private tally(): Tally {
		return tallyOf(this.options.cluster.stage.sandbox.state(), ORDERS);
	}
}

const totalOf = (counts: Record<string, number>): number =>
	Object.values(counts).reduce((sum, count) => sum + count, 0);

/** What has come since, without the states of which nothing has. */
function differenceOf(now: Record<string, number>, before: Record<string, number>): Record<string, number> {
	const since = Object.entries(now).map(([state, count]) => [state, count - (before[state] ?? 0)] as const);
	return Object.fromEntries(since.filter(([, count]) => count > 0));
}

export async function runAgain(options: AgainOptions): Promise<Outcome> {
	return await new AgainRun(options).run();
}
