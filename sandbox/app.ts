import express from 'express';
import type { Express, NextFunction, Request, Response } from 'express';
import { API_PATH, createApi } from './api/graphql';
import { handleCall, showExplorer, wantsExplorer } from './api/handler';
import type { SandboxControl } from './control/control';
import { controlRoutes } from './control/http';
import { pageRoutes } from './page/routes';
import { errorText, isFields } from './parse';
import { problemIn } from './problem';
import { refusal, sendReply } from './reply';
import type { Reply } from './reply';
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
		wantsExplorer(request) ? showExplorer(world, api, request, response) : next(),
	);
	app.use(pageRoutes(world));
	app.get('/library/:id{/:name}', (request, response, next) => sendLibraryFile(world, request, response, next));
	app.use('/control', controlRoutes(control));
	app.all(API_PATH, (request, response) => handleCall(world, api, request, response));
	app.use((request, response) => {
		refuse(world, request, response, refusal(404, 'not_found', `There is nothing at ${request.path}.`));
	});
	app.use((cause: unknown, request: Request, response: Response, next: NextFunction) => {
		if (request.destroyed && !request.complete) return;
		const reply = refusalOfRequest(cause);
		if (!reply) console.error(cause);
		if (response.headersSent) next(cause);
		else if (reply) refuse(world, request, response, reply);
		else sendReply(response, refusal(500, 'server_error', 'The sandbox failed. See its output.'), world.now());
	});
	return app;
}

/** Answers a request that is for no part of the sandbox, or that cannot be read. */
function refuse(world: World, request: Request, response: Response, reply: Reply): void {
	const { log } = world;
	const entry = log.open(request, 'api', 'other', world.now());
	response.once('close', () => log.close(entry));
	entry.status = reply.status;
	entry.problem = problemIn(reply);
	sendReply(response, reply, world.now());
}

/** The answer to what express could not read: a path, a range of a file. Nothing when the request was not at fault. */
function refusalOfRequest(cause: unknown): Reply | undefined {
	if (!isFields(cause) || typeof cause.status !== 'number' || cause.status >= 500) return undefined;
	return refusal(cause.status, 'bad_request', errorText(cause));
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
