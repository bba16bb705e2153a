/** What the JavaScript of another Node process holds when its garbage is gone: asked over the Chrome DevTools Protocol. */
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'undici';
import { asList, asObject, asText } from '../../scripts/lib/json';
import { HOST } from '../../scripts/lib/ports';

/** Milliseconds in which Node must open its inspector after the signal; it takes a few. */
const OPEN_WITHIN_MS = 10_000;
const ASK_MS = 50;

/** What makes Node open the inspector at this port when it gets its signal, and not before. */
export function inspectableAt(port: number): NodeJS.ProcessEnv {
	return { NODE_OPTIONS: `--inspect-port=${HOST}:${port}` };
}

async function addressAt(port: number): Promise<string> {
	const until = Date.now() + OPEN_WITHIN_MS;
	for (;;) {
		try {
			const targets: unknown = await (await fetch(`http://${HOST}:${port}/json/list`)).json();
			return asText(asObject(asList(targets)[0]).webSocketDebuggerUrl);
		} catch (error) {
			if (Date.now() > until) throw new Error(`The inspector does not answer at port ${port}.`, { cause: error });
		}
		await sleep(ASK_MS);
	}
}

export class Inspector {
	private constructor(private readonly address: string) {}

	/** Opens the inspector of a process that was started with {@link inspectableAt}. */
	static async open(pid: number, port: number): Promise<Inspector> {
		process.kill(pid, 'SIGUSR1');
		return new Inspector(await addressAt(port));
	}

	/** Bytes of the JavaScript heap, and of the buffers outside it that the heap holds, after a full collection. */
	async heldBytes(): Promise<number> {
		const socket = new WebSocket(this.address);
		try {
			await opened(socket);
			await command(socket, 1, 'HeapProfiler.collectGarbage');
			const { result } = await command(socket, 2, 'Runtime.evaluate', {
				expression: '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())',
			});
			const { value } = asObject(result);
			if (typeof value !== 'number') throw new Error(`The inspector gave no number: ${JSON.stringify(result)}`);
			return value;
		} finally {
			socket.close();
		}
	}
}

async function opened(socket: WebSocket): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		socket.addEventListener('open', () => resolve());
		socket.addEventListener('error', ({ message }) => reject(new Error(`The inspector: ${message}`)));
	});
}

/** Sends one command of the protocol and gives its result. */
async function command(
	socket: WebSocket,
	id: number,
	method: string,
	params: Readonly<Record<string, string>> = {},
): Promise<Record<string, unknown>> {
	const answered = new Promise<Record<string, unknown>>((resolve, reject) => {
		socket.addEventListener('message', ({ data }) => {
			const answer = asObject(JSON.parse(String(data)));
			if (answer.id !== id) return;
			if (answer.error === undefined) resolve(asObject(answer.result));
			else reject(new Error(`${method}: ${JSON.stringify(answer.error)}`));
		});
		socket.addEventListener('close', () => reject(new Error(`${method}: the process closed the inspector.`)));
	});
	socket.send(JSON.stringify({ id, method, params }));
	return await answered;
}
