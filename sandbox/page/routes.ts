import { dirname, join } from 'node:path';
import { Router } from 'express';
import type { Request } from 'express';
import { hasSession, sessionCookieHeader } from '../api/auth';
import { refusal, sendReply } from '../reply';
import type { AccountName } from '../store/accounts';
import type { World } from '../world';
import { FAVICON, FAVICON_PATH } from './favicon';
import { pageContent } from './content';
import { readFilter } from './find';
import { renderPage, SHOWN_ACCOUNTS } from './page';

/** Files of the page, and where they come from on this machine. */
const PAGE_FILES: ReadonlyMap<string, string> = new Map([
	['browser.js', join(__dirname, 'browser.js')],
	['actions.js', join(__dirname, 'actions.js')],
	['base.css', join(__dirname, 'base.css')],
	['library.css', join(__dirname, 'library.css')],
	['posts.css', join(__dirname, 'posts.css')],
	['controls.css', join(__dirname, 'controls.css')],
	['fullcalendar.js', join(dirname(require.resolve('fullcalendar/package.json')), 'index.global.min.js')],
]);

/** What the page may load: only what the sandbox itself serves. Pictures inside the style sheets come as data addresses. */
const CONTENT_SECURITY_POLICY = [
	"default-src 'self'",
	"style-src 'self' 'unsafe-inline'",
	"font-src 'self' data:",
	"img-src 'self' data:",
	"frame-ancestors 'none'",
].join('; ');

function accountOf(request: Request): AccountName {
	return SHOWN_ACCOUNTS.find((name) => name === request.query.account) ?? 'paid';
}

/** The page. Whoever opens it is logged in, as in the service's web application. */
export function pageRoutes(world: World): Router {
	const router = Router();
	router.get('/', (request, response) => {
		const headers = {
			'content-type': 'text/html; charset=utf-8',
			'content-security-policy': CONTENT_SECURITY_POLICY,
			'set-cookie': sessionCookieHeader(world, request.headers),
			'cache-control': 'no-store',
		};
		sendReply(response, { status: 200, headers, body: renderPage(world, accountOf(request)) }, world.now());
	});
	router.get('/page/content', (request, response) => {
		if (!hasSession(world, request.headers)) {
			sendReply(response, refusal(401, 'unauthorized', 'Open the page first.'), world.now());
			return;
		}
		response.set('cache-control', 'no-store').json(pageContent(world, accountOf(request), readFilter(request.query)));
	});
	router.get('/page/:file', (request, response, next) => {
		const path = PAGE_FILES.get(request.params.file);
		if (path === undefined) next();
		else response.sendFile(path, { dotfiles: 'allow' });
	});
	router.get([FAVICON_PATH, '/favicon.ico', '/favicon'], (_request, response) => {
		response.type('image/svg+xml').send(FAVICON);
	});
	return router;
}
