/**
 * The leanest receiver that Node can be: it reads a request's head, counts the bytes of the body, and answers. Every rival
 * sends to it, so that the sender is measured and not the receiver. It takes any method and no chunked bodies.
 */
import { createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { HOST } from '../../scripts/lib/ports';

/** One body that arrived. */
export interface Transfer {
	readonly path: string;
	readonly bytes: number;
	/** From the first byte of the request to the last byte of its body, by the clock of the receiver. */
	readonly ms: number;
}

interface Arriving {
	readonly path: string;
	readonly size: number;
	readonly startedAt: number;
	received: number;
}

const MS_PER_SECOND = 1000;
const END_OF_HEAD = '\r\n\r\n';
const TAKEN = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
const LENGTH_REQUIRED = 'HTTP/1.1 411 Length Required\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

export class Sink {
	/** The rate at which a body is taken, in bytes per second; 0 is as fast as it goes. */
	bytesPerSecond = 0;
	private readonly transfers: Transfer[] = [];
	private readonly sockets = new Set<Socket>();
	private readonly server: Server;
	private port = 0;

	constructor() {
		this.server = createServer((socket) => this.serve(socket));
	}

	get origin(): string {
		return `http://${HOST}:${this.port}`;
	}

	async start(): Promise<void> {
		this.server.listen(0, HOST);
		await once(this.server, 'listening');
		const address = this.server.address();
		if (typeof address === 'object' && address !== null) this.port = address.port;
	}

	async close(): Promise<void> {
		const closed = once(this.server, 'close');
		this.server.close();
		for (const socket of this.sockets) socket.destroy();
		await closed;
	}

	/** The transfers since they were last taken. */
	take(): Transfer[] {
		return this.transfers.splice(0);
	}

	private serve(socket: Socket): void {
		let head = '';
		let headAt = 0;
		let body: Arriving | null = null;
		this.sockets.add(socket);
		socket.once('close', () => this.sockets.delete(socket));
		socket.on('error', () => socket.destroy());
		socket.on('data', (chunk: Buffer) => {
			if (body !== null) {
				body.received += chunk.length;
			} else {
				if (head === '') headAt = performance.now();
				head += chunk.toString('latin1');
				const end = head.indexOf(END_OF_HEAD);
				if (end < 0) return;
				body = arrivingOf(head.slice(0, end), head.length - end - END_OF_HEAD.length, headAt);
				head = '';
				if (body === null) return void socket.end(LENGTH_REQUIRED);
			}
			if (this.isOver(body, socket)) body = null;
		});
	}

	/** Answers when the whole body is there; holds the sender back where it is faster than the rate. */
	private isOver(body: Arriving, socket: Socket): boolean {
		const { path, size, startedAt, received } = body;
		const due = this.bytesPerSecond === 0 ? 0 : startedAt + (received / this.bytesPerSecond) * MS_PER_SECOND;
		const early = Math.max(0, due - performance.now());
		if (received < size) {
			if (early >= 1) {
				socket.pause();
				setTimeout(() => socket.resume(), early);
			}
			return false;
		}
		setTimeout(() => {
			this.transfers.push({ path, bytes: received, ms: performance.now() - startedAt });
			socket.write(TAKEN);
		}, early);
		return true;
	}
}

/** The request whose head is complete, or null when it does not say how long its body is. */
function arrivingOf(head: string, received: number, startedAt: number): Arriving | null {
	const size = /^content-length: *(\d+)$/im.exec(head)?.[1];
	const path = head.split(' ', 2)[1] ?? '';
	return size === undefined ? null : { path, size: Number(size), startedAt, received };
}
