/** A web server on this machine, for as long as somebody needs it. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HOST } from './ports';

export interface WebServer {
	/** Its address, without a slash at the end. */
	readonly origin: string;
	readonly close: () => Promise<void>;
}

/** @param port 0 is any free one */
export async function serve(handler: RequestListener, port = 0): Promise<WebServer> {
	const server = createServer(handler).listen(port, HOST);
	await once(server, 'listening');
	return {
		origin: `http://${HOST}:${(server.address() as AddressInfo).port}`,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
