import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';

/** A web server on this machine with a few files, for what the service fetches by itself. */
export interface FileServer {
	readonly origin: string;
	close(): Promise<void>;
}

export async function serveFiles(
	files: Record<string, { readonly type: string; readonly bytes: Buffer }>,
): Promise<FileServer> {
	const app = express();
	for (const [path, { type, bytes }] of Object.entries(files)) {
		app.get(path, (_request, response) => void response.type(type).send(bytes));
	}
	const server = createServer(app);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		origin: `http://127.0.0.1:${port}`,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
