import express from 'express';
import { serve, type WebServer } from '../../scripts/lib/serve';

export type { WebServer as FileServer };

/** A web server with a few files, for what the service and n8n fetch by themselves. */
export async function serveFiles(
	files: Record<string, { readonly type: string; readonly bytes: Buffer }>,
): Promise<WebServer> {
	const app = express();
	for (const [path, { type, bytes }] of Object.entries(files)) {
		app.get(path, (_request, response) => void response.type(type).send(bytes));
	}
	return await serve(app);
}
