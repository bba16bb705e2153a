/** An address from which the service fetches files. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import type { Sample } from '../../support/samples';

export interface FileServer {
	/** Without a slash at the end; each file is at its name under it. */
	origin: string;
	close: () => Promise<void>;
}

export async function serveFiles(samples: Sample[]): Promise<FileServer> {
	const app = express();
	for (const { bytes, asMedia } of samples) {
		app.get(`/${asMedia.name}`, (_request, response) => void response.type(asMedia.mimeType).send(bytes));
	}
	const server = createServer(app);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const close = async (): Promise<void> => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	};
	return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
