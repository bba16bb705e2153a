import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import { isIPv6 } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { isFields } from './parse';

/** The interface that the sandbox listens on where nobody names another one. */
export const LOOPBACK = '127.0.0.1';

/** How long an idle connection is kept, in milliseconds: longer than clients reuse one, so that none is closed under them. */
const KEEP_ALIVE_MS = 10 * 60 * 1000;

/** Scheme and host of a request line that names the whole address, as clients of a proxy send it (RFC 9112, section 3.2.2). */
const SCHEME_AND_HOST = /^https?:\/\/[^/?]*\/?/i;

/** One HTTP server on this machine that can be stopped, started again on the same port, and closed with all its connections. */
export class Listener {
	private readonly server: Server;
	private readonly sockets = new Set<Socket>();
	private port = 0;

	/**
	 * @param handler gets each request with path and query as its address
	 * @param host name or address of the interface; it also stands in the address
	 * @param asksForBodies the handler itself asks a client for the body that waits to be asked (`Expect: 100-continue`)
	 */
	constructor(
		handler: RequestListener,
		private readonly host: string,
		asksForBodies = false,
	) {
		const handle: RequestListener = (request, response) => {
			request.url = request.url?.replace(SCHEME_AND_HOST, '/');
			handler(request, response);
		};
		this.server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: 0 }, handle);
		if (asksForBodies) this.server.on('checkContinue', handle);
		this.server.on('connection', (socket) => {
			this.sockets.add(socket);
			socket.once('close', () => this.sockets.delete(socket));
		});
	}

	/** Connections that are open now. */
	get openSockets(): number {
		return this.sockets.size;
	}

	/** The address, without a slash at the end. */
	get origin(): string {
		return `http://${isIPv6(this.host) ? `[${this.host}]` : this.host}:${this.port}`;
	}

	/**
	 * Starts to listen. Port 0 is any free port.
	 * @param orAnyFree take another free port when this one is taken
	 */
	async start(port = this.port, orAnyFree = false): Promise<void> {
		if (this.server.listening) return;
		try {
			this.server.listen(port, this.host);
			await once(this.server, 'listening');
		} catch (cause) {
			const taken = isFields(cause) && cause.code === 'EADDRINUSE';
			if (!taken || !orAnyFree) throw cause;
			return this.start(0);
		}
		this.port = portOf(this.server.address());
	}

	/** Stops to listen and breaks off every connection: from now on connections are refused. */
	async stop(): Promise<void> {
		if (!this.server.listening) return;
		const closed = once(this.server, 'close');
		this.server.close();
		for (const socket of this.sockets) socket.destroy();
		await closed;
	}
}

function portOf(address: AddressInfo | string | null): number {
	if (address === null || typeof address === 'string') throw new Error('the server has no port');
	return address.port;
}
