/** What the JavaScript of another Node process holds when its garbage is gone: asked over the Chrome DevTools Protocol. */
import CDP from 'chrome-remote-interface';
import { HOST } from '../../../../scripts/lib/ports';
import { until } from '../../../../scripts/lib/until';

/** Gives the bytes of the JavaScript heap and of the buffers outside it that the heap holds, at this moment. */
const HELD = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())';

export class Inspector {
	private constructor(private readonly port: number) {}

	/** Opens the inspector of a process that was started with `--inspect-port`: Node does that on this signal. */
	static async open(pid: number, port: number): Promise<Inspector> {
		process.kill(pid, 'SIGUSR1');
		await until('the inspector is open', () => CDP.Version({ host: HOST, port }).catch(() => undefined));
		return new Inspector(port);
	}

	/** Bytes that the process holds after a full collection. */
	async heldBytes(): Promise<number> {
		const client = await CDP({ host: HOST, port: this.port, local: true });
		try {
			await client.HeapProfiler.collectGarbage();
			const { result } = await client.Runtime.evaluate({ expression: HELD });
			if (typeof result.value !== 'number') throw new Error(`The inspector gave no number: ${JSON.stringify(result)}`);
			return result.value;
		} finally {
			await client.close();
		}
	}
}
