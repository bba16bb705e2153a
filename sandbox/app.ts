import express from 'express';
import type { Express, NextFunction, Request, Response } from 'express';
import { API_PATH, createApi } from './api/graphql';
import { handleCall, showExplorer, wantsExplorer } from './api/handler';
import type { SandboxControl } from './control/control';
import { controlRoutes } from './control/http';
import { pageRoutes } from './page/routes';
import { refusal, sendReply } from './reply';
import { ACCOUNT_NAMES } from './store/accounts';
import type { World } from './world';

/** Everything under the base URL: API and explorer, the page, files of the library, test controls. */
export function createApp(world: World, control: SandboxControl): Express {
	const api = createApi();
	const app = express();
	app.disable('x-powered-by');
	app.use((_request, response, next) => {
		response.setHeader('date', new Date(world.now()).toUTCString());
		next();
	});
	app.get(API_PATH, (request, response, next) =>
		wantsExplorer(request) ? showExplorer(world, api, response) : next(),
	);
	app.use(pageRoutes(world));
	app.get('/library/:id{/:name}', (request, response, next) => sendLibraryFile(world, request, response, next));
	app.use('/control', controlRoutes(control));
	app.all(API_PATH, (request, response) => handleCall(world, api, request, response));
	app.use((request, response) => {
		const { log } = world;
		const entry = log.open(request, 'api', 'other', world.now());
		response.once('close', () => log.close(entry));
		entry.status = 404;
		sendReply(response, refusal(404, 'not_found', `There is nothing at ${request.path}.`), world.now());
	});
	app.use((cause: unknown, request: Request, response: Response, next: NextFunction) => {
		if (request.destroyed && !request.complete) return;
		console.error(cause);
		if (response.headersSent) next(cause);
		else sendReply(response, refusal(500, 'server_error', 'The sandbox failed. See its output.'), world.now());
	});
	return app;
}

function sendLibraryFile(world: World, request: Request, response: Response, next: NextFunction): void {
	const media = ACCOUNT_NAMES.flatMap((name) => world.accounts[name].library).find(
		({ id }) => id === request.params.id,
	);
	if (!media) {
		next();
		return;
	}
	response.setHeader('content-type', media.mimeType);
	response.setHeader('x-content-type-options', 'nosniff');
	response.sendFile(media.file.path, { dotfiles: 'allow' });
}
